import { nameSlug } from "#app/features/products/links.ts";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { sortOptionValues } from "#app/features/products/rules/variants.ts";
import {
  SWITCHES,
  VALUE_FACETS,
  facetValue,
  type FacetValue,
  type ListingState,
  type Switch,
  type ValueFacet,
} from "../rules/listing-links.ts";
import type { Scope } from "./filters.server.ts";
import { ORDER_BOUNDS } from "./product-index/card-sums.server.ts";
import { optionName, type Codes } from "./product-index/codes.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { plainLetters } from "./search-text.server.ts";
import type { Tallies } from "./tally.server.ts";

type Counted = { value: string; name: string; count: number; chosen: boolean };

/** A multi-value facet. `find` is set when there are more values than listed; its text filters them. */
export type FacetList = {
  facet: ValueFacet;
  title: string;
  values: readonly FacetValue[];
  find: { name: "findDistributor" | "findBrand"; text: string; all: number } | null;
};

type CountedList = Omit<FacetList, "values"> & { values: Counted[] };

/** Facets of a listing. Prices in kobo; `capped`: counts are lower bounds from part of a broad search. */
export type ListingFacets = {
  lists: FacetList[];
  switches: { name: Switch; count: number; chosen: boolean }[];
  orders: { bound: number; count: number; chosen: boolean }[];
  price: { from: number; to: number } | null;
  hasPacks: boolean;
  hasContent: boolean;
  capped: boolean;
};

const LISTED = 8;
const LISTED_FOUND = 20;
const LISTED_OPTIONS = 24;
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Facets from the counts of a listing. */
export function facetsOf(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  tallies: Tallies,
  capped: boolean,
): ListingFacets {
  const lists = [
    subList(index, scope, state, subs, tallies),
    scope.distributor ? null : namedList("distributor", index.distributors, tallies.distributor, state),
    namedList("brand", index.brands, tallies.brand, state),
    ...optionLists(index, scope, state, tallies),
  ];
  const isOffered = ({ values, find }: CountedList) =>
    values.length > 1 || find !== null || values.some(({ chosen }) => chosen);
  return {
    lists: lists
      .filter((list) => list !== null)
      .filter(isOffered)
      .map((list) => ({ ...list, values: list.values.map((value) => asShort(list, value)) })),
    switches: SWITCHES.map((name) => ({ name, count: tallies[name], chosen: state[name] })).filter(
      ({ chosen }) => chosen || tallies.all > 0,
    ),
    orders: orderBounds(state, tallies),
    price: tallies.price,
    hasPacks: tallies.hasPacks,
    hasContent: tallies.hasContent,
    capped,
  };
}

/** Without the value where that is what its name says, as all but those of categories and of names in two lines. */
function asShort(list: CountedList, { name, count, value }: Counted): FacetValue {
  return facetValue(list, [name, count]) === value ? [name, count] : [name, count, value];
}

function subList(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  tallies: Tallies,
): CountedList | null {
  if (scope.category?.parent_id !== null && state.sub.length === 0) return null;
  const values = subs.map(({ id, slug, name }) => ({
    value: slug,
    name,
    count: tallies.sub[index.categories.of(id)] ?? 0,
    chosen: state.sub.includes(slug),
  }));
  return { facet: "sub", title: "Sub-category", values: values.filter(isThere), find: null };
}

function namedList(
  facet: "distributor" | "brand",
  codes: Codes,
  counts: Int32Array,
  state: ListingState,
): CountedList | null {
  const [name, title] =
    facet === "brand" ? (["findBrand", "Brand"] as const) : (["findDistributor", "Distributor"] as const);
  const text = state[name];
  const wanted = plainLetters(nameSlug(text));
  const { keys, names } = codes;
  const chosen = new Set(state[facet].map((key) => codes.of(key)));
  const places = codes.places();
  const all: number[] = [];
  for (let code = 0; code < keys.length; code += 1) if ((counts[code] ?? 0) > 0 || chosen.has(code)) all.push(code);
  const found =
    wanted === "" ? all : all.filter((code) => chosen.has(code) || plainLetters(keys[code] ?? "").includes(wanted));
  const limit = wanted === "" ? LISTED : LISTED_FOUND;
  const order = found.toSorted(
    (a, b) =>
      Number(chosen.has(b)) - Number(chosen.has(a)) ||
      (counts[b] ?? 0) - (counts[a] ?? 0) ||
      (places[a] ?? 0) - (places[b] ?? 0),
  );
  const values = order
    .filter((code, i) => chosen.has(code) || i < limit)
    .map((code) => ({
      value: keys[code] ?? "",
      name: names[code] ?? "",
      count: counts[code] ?? 0,
      chosen: chosen.has(code),
    }));
  return { facet, title, values, find: all.length > LISTED ? { name, text, all: all.length } : null };
}

/** Options are listed within a category; elsewhere only the selected ones, so that they can be removed. */
function optionLists(index: ProductIndex, scope: Scope, state: ListingState, tallies: Tallies): CountedList[] {
  const lists = new Map<string, CountedList>();
  for (const value of valuesOf(index.options, tallies.option, state.option)) {
    const key = optionName(value.value);
    const isChosen = state.option.some((one) => optionName(one) === key);
    if (!scope.category && !isChosen) continue;
    const [title = "", name = ""] = value.name.split("\n");
    const list = lists.get(key) ?? { facet: "option", title, values: [], find: null };
    list.values.push({ ...value, name });
    lists.set(key, list);
  }
  return [...lists.values()].map((list) => {
    const most = list.values.toSorted(byCount).filter(({ chosen }, i) => chosen || i < LISTED_OPTIONS);
    const order = sortOptionValues(most.map(({ name }) => name).toSorted(natural.compare));
    return { ...list, values: most.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) };
  });
}

function valuesOf(codes: Codes, counts: Int32Array, chosen: readonly string[]): Counted[] {
  const values = codes.keys.map((value, code) => ({
    value,
    name: codes.names[code] ?? value,
    count: counts[code] ?? 0,
    chosen: chosen.includes(value),
  }));
  return values.filter(isThere);
}

const isThere = ({ count, chosen }: Counted) => count > 0 || chosen;
const byCount = (a: Counted, b: Counted) =>
  Number(b.chosen) - Number(a.chosen) || b.count - a.count || natural.compare(a.name, b.name);

/** Bounds that exclude something, and the selected one. */
function orderBounds(state: ListingState, tallies: Tallies): ListingFacets["orders"] {
  const most = tallies.orders.at(-1) ?? 0;
  const bounds = ORDER_BOUNDS.map((bound, i) => ({
    bound,
    count: tallies.orders[i] ?? 0,
    chosen: bound === state.maxOrder,
  }));
  const offered = bounds.filter(
    ({ count, chosen }, i) => chosen || (count > 0 && count < most && count > (bounds[i - 1]?.count ?? 0)),
  );
  if (state.maxOrder === null || offered.some(({ chosen }) => chosen)) return offered;
  return [...offered, { bound: state.maxOrder, count: -1, chosen: true }].toSorted((a, b) => a.bound - b.bound);
}

/** `state` without values that no product has. */
export function knownState(index: ProductIndex, state: ListingState, subs: readonly CategoryLink[]): ListingState {
  // An option whose last product is gone keeps its code.
  const { options } = state.option.length > 0 ? index.counts.of([], ["options"], null) : {};
  const known: Record<ValueFacet, (value: string) => boolean> = {
    sub: (value) => subs.some(({ slug }) => slug === value),
    distributor: (value) => index.table.postings.distributor.of(index.distributors.of(value)).length > 0,
    brand: (value) => index.table.postings.brand.of(index.brands.of(value)).length > 0,
    option: (value) => (options?.[index.options.of(value)] ?? 0) > 0,
  };
  if (VALUE_FACETS.every((facet) => state[facet].every(known[facet]))) return state;
  const values = VALUE_FACETS.map((facet) => [facet, state[facet].filter(known[facet])]);
  return { ...state, ...(Object.fromEntries(values) as Record<ValueFacet, string[]>) };
}
