export const SORTS = ["newest", "price-asc", "price-desc", "name-asc", "name-desc", "piece-price"] as const;
export type Sort = (typeof SORTS)[number];

/** With a search on and no sort chosen, results come by how well they match. */
export type Order = Sort | "best-match";

export const SORT_LABELS: Record<Order, string> = {
  "best-match": "Best match",
  newest: "Newest first",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  "name-asc": "Name: A to Z",
  "name-desc": "Name: Z to A",
  "piece-price": "Price a piece",
};

/** Facets that take several values at once; each is a parameter of the address that may be repeated. */
export const VALUE_FACETS = ["sub", "distributor", "brand", "option"] as const;
export type ValueFacet = (typeof VALUE_FACETS)[number];

/** Facets that are on or off. */
export const SWITCHES = ["inStock", "discounted", "priceBreaks"] as const;
export type Switch = (typeof SWITCHES)[number];

export const SWITCH_LABELS: Record<Switch, string> = {
  inStock: "In stock",
  discounted: "Discounted",
  priceBreaks: "Cheaper in quantity",
};

/**
 * What a listing's address says. Prices are kobo, of one piece with `perPiece`, else of one sold unit; `sort` is null
 * when none was chosen; `category` and `sub` are slugs of categories, `distributor` and `brand` slugs of names, an
 * `option` is "size:xl", each list sorted; `maxOrder` bounds the minimum order; `exact` searches the words as they were
 * typed; `findDistributor` and `findBrand` narrow what those two facets offer.
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
    sort: Sort | null;
    page: number;
  };

/** Nothing chosen in any facet. */
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

/** The order in which a listing is shown. */
export function listingOrder(state: Pick<ListingState, "search" | "sort">): Order {
  return state.sort ?? (state.search === "" ? "newest" : "best-match");
}

/** The orders that a listing offers: by match only while searching, by piece only where units hold several. */
export function listingOrders({ search, sort }: Pick<ListingState, "search" | "sort">, hasPacks: boolean): Order[] {
  const sorts = SORTS.filter((one) => one !== "piece-price" || hasPacks || sort === one);
  return search === "" ? sorts : ["best-match", ...sorts];
}

/** Whether any facet narrows the listing; price and category are not counted. */
export function hasFacets(state: ListingState): boolean {
  return (
    VALUE_FACETS.some((facet) => state[facet].length > 0) ||
    SWITCHES.some((one) => state[one]) ||
    state.maxOrder !== null
  );
}

/** The state with one value of a facet put in, or taken off when it is there, from the first page. */
export function toggled(state: ListingState, facet: ValueFacet, value: string): ListingState {
  const values = state[facet];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value].toSorted();
  return { ...state, [facet]: next, page: 1 };
}

/** Whether the minimum price is above the maximum, so that no product can match. */
export function isCrossed({ minPrice, maxPrice }: Pick<ListingState, "minPrice" | "maxPrice">): boolean {
  return minPrice !== null && maxPrice !== null && minPrice > maxPrice;
}

export function productHref(slug: string): string {
  return `/product/${encodeURIComponent(slug)}`;
}

export function categoryHref(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}

/**
 * A name as a part of an address: "Millers' Cooperative, Aba" -> "millers-cooperative-aba". Letters of every script stay;
 * empty for a name without letters and digits. Names that differ only in case, accents or punctuation are one.
 */
export function nameSlug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}'’]+/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .normalize("NFC");
}

/** The page of a distributor by its name; null when the name gives no address. */
export function distributorHref(name: string): string | null {
  const slug = nameSlug(name);
  return slug === "" ? null : `/distributor/${encodeURIComponent(slug)}`;
}

/** Kobo as a plain amount for a field or an address: 250000 -> "2500", 250050 -> "2500.50". */
export function nairaText(kobo: number): string {
  return kobo % 100 === 0 ? String(kobo / 100) : (kobo / 100).toFixed(2);
}

/** The canonical address of a listing: known parameters only, in one order, defaults left out. */
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
  if (state.sort && state.sort !== listingOrder({ search: state.search ?? "", sort: null }))
    params.set("sort", state.sort);
  if (state.page && state.page > 1) params.set("page", String(state.page));
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

const CATEGORY_PICTURES = new Set([
  "grocery-gourmet-food",
  "women-clothing-fashion",
  "men-clothing-fashion",
  "beauty-health-hair",
  "mobile-accessories",
  "babies-kids-teens",
  "jewelry-watches",
  "computer-accessories",
  "automotive",
  "household",
]);

/** A category's own picture, else the default of its slug, else the general default. */
export function categoryPicture(category: { slug: string; image_url: string | null }): string {
  if (category.image_url) return category.image_url;
  const name = CATEGORY_PICTURES.has(category.slug) ? category.slug : "default";
  return `/files/demo/category-${name}.webp`;
}
