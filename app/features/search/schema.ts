import { nameSlug } from "#app/features/products/links.ts";
import { parseNaira } from "#app/lib/money.ts";
import {
  EMPTY_LISTING,
  SORTS,
  SWITCHES,
  VALUE_FACETS,
  type ListingState,
  type Sort,
  type ValueFacet,
} from "./rules/listing-links.ts";

/** Maximum length of a search text; longer input is truncated. */
export const MAX_SEARCH = 100;
/** Maximum number of values per facet. */
const MAX_VALUES = 30;
const FACET_NOUNS: Record<ValueFacet, string> = {
  sub: "sub-category",
  distributor: "distributor",
  brand: "brand",
  option: "option",
};

/** The lists of values that an address can open. */
const LISTS = /^(sub|distributor|brand|order|option:[\p{L}\p{N}_-]{1,60})$/u;
const SLUG = /^[\p{L}\p{N}_-]{1,120}$/u;

/** `notices` are messages about ignored parameters. */
export type ListingRequest = { state: ListingState; notices: string[] };

/**
 * Parses a listing URL. Never fails: an invalid value becomes its default with a notice, the first of a repeated
 * parameter counts, unknown ones are ignored. Not a zod schema, because each field has its own notice and none may
 * reject the page.
 */
export function readListing(params: URLSearchParams): ListingRequest {
  const state: ListingState = { ...EMPTY_LISTING };
  const notices: string[] = [];
  const value = (name: keyof ListingState | "per"): string => printable(params.get(name) ?? "");

  const search = value("search");
  state.search = cut(search, MAX_SEARCH);
  if (state.search !== search) notices.push(`We searched for the first ${MAX_SEARCH} characters only.`);
  state.exact = state.search !== "" && value("exact") === "1";

  state.category = SLUG.test(value("category")) ? value("category") : null;
  if (value("category") !== "" && state.category === null)
    notices.push("We do not know that category, so all are shown.");

  state.minPrice = amount(value("minPrice"), "minimum", notices);
  state.maxPrice = amount(value("maxPrice"), "maximum", notices);

  state.perPiece = value("per") === "piece" && (state.minPrice ?? state.maxPrice) !== null;
  readFacets(params, state, notices);

  const sort = value("sort");
  state.sort = isSort(sort) ? sort : null;
  if (sort !== "" && sort !== "best-match" && state.sort === null) {
    notices.push("We do not know that order, so the usual one is used.");
  }

  const page = value("page");
  if (/^0*[1-9]\d{0,6}$/.test(page)) state.page = Number(page);
  else if (page !== "") notices.push("That page number makes no sense, so this is the first page.");
  return { state, notices };
}

function readFacets(params: URLSearchParams, state: ListingState, notices: string[]): void {
  for (const facet of VALUE_FACETS) {
    const texts = params
      .getAll(facet)
      .map(printable)
      .filter((text) => text !== "");
    const values = texts.map((text) => readValue(facet, cut(text, 200)));
    for (const [i, value] of values.entries()) {
      if (value === null) notices.push(unknownValue(facet, texts[i] ?? ""));
    }
    const known = [...new Set(values.filter((value) => value !== null))].toSorted();
    if (known.length > MAX_VALUES) notices.push(`Only ${MAX_VALUES} of each filter can be chosen at once.`);
    state[facet] = known.slice(0, MAX_VALUES);
  }
  for (const name of SWITCHES) {
    const text = printable(params.get(name) ?? "");
    state[name] = text === "1";
    if (text !== "" && text !== "1")
      notices.push(`We do not know the filter “${name}=${cut(text, 20)}”, so it was left out.`);
  }
  const maxOrder = printable(params.get("maxOrder") ?? "");
  if (/^0*[1-9]\d{0,6}$/.test(maxOrder)) state.maxOrder = Number(maxOrder);
  else if (maxOrder !== "")
    notices.push(`The minimum order “${cut(maxOrder, 20)}” is not a number, so it was left out.`);
  state.findDistributor = cut(printable(params.get("findDistributor") ?? ""), 60);
  state.findBrand = cut(printable(params.get("findBrand") ?? ""), 60);
  const show = printable(params.get("show") ?? "");
  state.show = LISTS.test(show) ? show : "";
}

/** Notice for an ignored facet value. */
export function unknownValue(facet: ValueFacet, value: string): string {
  return `We do not know the ${FACET_NOUNS[facet]} “${cut(value, 40)}”, so it was left out.`;
}

/** Normalizes a facet value; null if invalid. */
function readValue(facet: ValueFacet, text: string): string | null {
  if (facet === "sub") return SLUG.test(text) ? text : null;
  const [name = "", ...rest] = facet === "option" ? text.split(":") : [text];
  const parts = facet === "option" ? [nameSlug(name), nameSlug(rest.join(":"))] : [nameSlug(name)];
  return parts.includes("") ? null : parts.join(":");
}

/** Parses only `page`, for listings without filters. */
export function readPage(params: URLSearchParams): ListingRequest {
  const only = new URLSearchParams();
  only.set("page", params.get("page") ?? "");
  return readListing(only);
}

function isSort(text: string): text is Sort {
  return (SORTS as readonly string[]).includes(text);
}

function amount(text: string, which: "minimum" | "maximum", notices: string[]): number | null {
  if (text === "") return null;
  const kobo = parseNaira(text);
  if (kobo === null) notices.push(`The ${which} price “${cut(text, 20)}” is not an amount, so it was left out.`);
  return kobo;
}

/** Removes line breaks, control characters and lone surrogates, which neither the database nor a header accepts. */
function printable(text: string): string {
  return text
    .slice(0, 20_000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, " ")
    .trim();
}

function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/, "")
        .trim();
}
