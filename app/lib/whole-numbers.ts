/**
 * The whole number from 0 that a field of a form or an address has, exactly as digits; null for anything else, such as
 * "-1", "1e3", "0x10", no field, and numbers of more than 15 digits.
 */
export function wholeNumber(text: unknown): number | null {
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const MAX_PAGE = 1_000_000;

/** The page that an address names with `page`; 1 if it is no number from 1 to a million. */
export function pageNumber(params: URLSearchParams): number {
  const page = wholeNumber(params.get("page"));
  return page !== null && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** The same for a list that is also paged from its end: -1, the last page, to minus a million. */
export function listPageNumber(params: URLSearchParams): number {
  const [, back] = /^-(\d+)$/.exec(params.get("page") ?? "") ?? [];
  const page = wholeNumber(back);
  return page !== null && page >= 1 && page <= MAX_PAGE ? -page : pageNumber(params);
}
