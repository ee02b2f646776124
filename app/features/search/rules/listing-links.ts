import { nameSlug } from "#app/features/products/links.ts";
import { nairaText } from "#app/lib/money.ts";

export const SORTS = [
  "newest",
  "price-asc",
  "price-desc",
  "name-asc",
  "name-desc",
  "piece-price",
  "content-price",
] as const;
export type Sort = (typeof SORTS)[number];

/** A search without a chosen sort is sorted by relevance. */
export type ListingOrder = Sort | "best-match";

export const SORT_LABELS: Record<ListingOrder, string> = {
  "best-match": "Best match",
  newest: "Newest first",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  "name-asc": "Name: A to Z",
  "name-desc": "Name: Z to A",
  "piece-price": "Price a piece",
  "content-price": "Price a kilo, litre, metre",
};

/** Multi-value facets; each is a repeatable URL parameter. */
export const VALUE_FACETS = ["sub", "distributor", "brand", "option"] as const;
export type ValueFacet = (typeof VALUE_FACETS)[number];

/**
 * The name of a facet's value, the number of cards if it is selected in addition, and what `facetValue` cannot derive. A
 * page has up to a hundred.
 */
export type FacetValue = readonly [name: string, count: number, value?: string];

/** A value as it stands in an address: the slug of its name, such as "mama-gold", or "size:xl". */
export function facetValue(
  { facet, title }: { facet: ValueFacet; title: string },
  [name, , value]: FacetValue,
): string {
  return value ?? (facet === "option" ? `${nameSlug(title)}:${nameSlug(name)}` : nameSlug(name));
}

/** Boolean facets. */
export const SWITCHES = ["inStock", "discounted", "priceBreaks"] as const;
export type Switch = (typeof SWITCHES)[number];

export const SWITCH_LABELS: Record<Switch, string> = {
  inStock: "In stock",
  discounted: "Discounted",
  priceBreaks: "Cheaper in quantity",
};

/**
 * State of a listing URL. Prices in kobo, per piece with `perPiece`, else per unit. `category`, `sub`: category slugs;
 * `distributor`, `brand`: name slugs; `option`: "size:xl"; lists sorted. `maxOrder` limits the minimum order; `exact`
 * searches literally; `findDistributor`, `findBrand` filter the values of those facets; `show` is the list of values
 * that is open from the start: a facet, "order" or "option:size".
 */
export type ListingState = Record<ValueFacet, readonly string[]> &
  Record<Switch, boolean> & {
    search: string;
    exact: boolean;
    category: string | null;
    minPrice: number | null;
    maxPrice: number | null;
    perPiece: boolean;
    maxOrder: number | null;
    findDistributor: string;
    findBrand: string;
    show: string;
    sort: Sort | null;
    page: number;
  };

/** No facet values selected, no list of them open. */
export const NO_FACETS = {
  sub: [],
  distributor: [],
  brand: [],
  option: [],
  inStock: false,
  discounted: false,
  priceBreaks: false,
  maxOrder: null,
  findDistributor: "",
  findBrand: "",
  show: "",
} as const satisfies Partial<ListingState>;

export const EMPTY_LISTING: ListingState = {
  search: "",
  exact: false,
  category: null,
  ...NO_FACETS,
  minPrice: null,
  maxPrice: null,
  perPiece: false,
  sort: null,
  page: 1,
};

/** Sort order of a listing. */
export function listingOrder(state: Pick<ListingState, "search" | "sort">): ListingOrder {
  return state.sort ?? (state.search === "" ? "newest" : "best-match");
}

/** Whether products of a listing have packs of several pieces, and stated weights, volumes or lengths. */
export type ComparedUnits = { hasPacks: boolean; hasContent: boolean };

/** Available sort orders: by relevance only for a search, by the price of a piece or measure only where there are some. */
export function listingOrders(
  { search, sort }: Pick<ListingState, "search" | "sort">,
  { hasPacks, hasContent }: ComparedUnits,
): ListingOrder[] {
  const offered: Partial<Record<Sort, boolean>> = { "piece-price": hasPacks, "content-price": hasContent };
  const sorts = SORTS.filter((one) => (offered[one] ?? true) || sort === one);
  return search === "" ? sorts : ["best-match", ...sorts];
}

/** Whether any facet is active; price and category do not count. */
export function hasFacets(state: ListingState): boolean {
  return (
    VALUE_FACETS.some((facet) => state[facet].length > 0) ||
    SWITCHES.some((one) => state[one]) ||
    state.maxOrder !== null
  );
}

/** The state with one facet value toggled, on the first page. */
export function toggleFacet(state: ListingState, facet: ValueFacet, value: string): ListingState {
  const values = state[facet];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value].toSorted();
  return { ...state, [facet]: next, page: 1 };
}

/** Whether the minimum price exceeds the maximum, so that no product can match. */
export function isPriceRangeInverted({ minPrice, maxPrice }: Pick<ListingState, "minPrice" | "maxPrice">): boolean {
  return minPrice !== null && maxPrice !== null && minPrice > maxPrice;
}

/** Canonical URL of a listing: known parameters in fixed order without defaults. */
export function listingHref(path: string, state: Partial<ListingState>): string {
  const params = new URLSearchParams();
  if (state.search) params.set("search", state.search);
  if (state.search && state.exact) params.set("exact", "1");
  if (state.category) params.set("category", state.category);
  for (const facet of VALUE_FACETS) for (const value of state[facet] ?? []) params.append(facet, value);
  if (state.minPrice != null) params.set("minPrice", nairaText(state.minPrice));
  if (state.maxPrice != null) params.set("maxPrice", nairaText(state.maxPrice));
  if (state.perPiece && (state.minPrice ?? state.maxPrice ?? null) !== null) params.set("per", "piece");
  for (const one of SWITCHES) if (state[one]) params.set(one, "1");
  if (state.maxOrder) params.set("maxOrder", String(state.maxOrder));
  if (state.findDistributor) params.set("findDistributor", state.findDistributor);
  if (state.findBrand) params.set("findBrand", state.findBrand);
  if (state.show) params.set("show", state.show);
  if (state.sort && state.sort !== listingOrder({ search: state.search ?? "", sort: null }))
    params.set("sort", state.sort);
  if (state.page && state.page > 1) params.set("page", String(state.page));
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}
