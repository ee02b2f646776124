import { parseNaira } from "#app/lib/money.ts";
import { EMPTY_LISTING, SORTS, type ListingState, type Sort } from "./links.ts";

/** Longest search text that is looked at; the rest is cut. */
export const MAX_SEARCH = 100;

/** What was asked for but not used, each a sentence for the shopper. */
export type ListingRequest = { state: ListingState; notices: string[] };

/**
 * Reads a listing's address. It never fails: a value that makes no sense falls back to its default and a notice says
 * so; of a repeated parameter the first counts; unknown parameters are nobody's business. Hand-written rather than
 * a zod schema, because every field has its own sentence and none may refuse the page.
 */
export function readListing(params: URLSearchParams): ListingRequest {
  const state: ListingState = { ...EMPTY_LISTING };
  const notices: string[] = [];
  const value = (name: keyof ListingState): string => printable(params.get(name) ?? "");

  const search = value("search");
  state.search = cut(search, MAX_SEARCH);
  if (state.search !== search) notices.push(`We searched for the first ${MAX_SEARCH} characters only.`);
  state.exact = state.search !== "" && value("exact") === "1";

  state.category = /^[\p{L}\p{N}_-]{1,120}$/u.test(value("category")) ? value("category") : null;
  if (value("category") !== "" && state.category === null)
    notices.push("We do not know that category, so all are shown.");

  state.minPrice = amount(value("minPrice"), "minimum", notices);
  state.maxPrice = amount(value("maxPrice"), "maximum", notices);

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

/** Reads only `page`, for listings without filters. */
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

/** One line without control characters or lone surrogates: neither the database nor a header takes those. */
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
