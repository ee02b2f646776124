/** An option of the list under the search box. `product` options have a picture and a price. */
export type SuggestionLine = {
  kind: "word" | "category" | "distributor" | "product" | "all";
  label: string;
  href: string;
  product?: { image: string | null; price_kobo: number };
};

/** The normalized search term; null for an empty text. */
export function searchTerm(query: string): string | null {
  const term = query.trim().replace(/\s+/g, " ");
  return term === "" ? null : term;
}

/** The search term of the listing at this address; null on other pages, which keep the typed text. */
export function searchedTerm(pathname: string, query: string): string | null {
  return /^\/(products$|category\/)/.test(pathname) ? (new URLSearchParams(query).get("search") ?? "") : null;
}

/** The listing with the results for `term`. */
export function searchHref(term: string): string {
  // As the router writes an apostrophe in an address.
  return `/products?search=${encodeURIComponent(term).replaceAll("'", "%27")}`;
}

/**
 * The index of the option that an arrow key activates, among `count`; -1 is the text field, which is between the last
 * and the first option. Null for other keys.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return active + 1 >= count ? -1 : active + 1;
  if (key === "ArrowUp") return active === -1 ? count - 1 : active - 1;
  return null;
}

/** Of the pages that were opened in this order, those after `shown`; none if that is not one of them. */
export function openedAfter(opened: readonly string[], shown: string): readonly string[] {
  return opened.includes(shown) ? opened.slice(opened.lastIndexOf(shown) + 1) : [];
}

/** The screen reader announcement when the list changes. */
export function suggestionsSentence(count: number): string {
  if (count === 0) return "No suggestions";
  return `${count} ${count === 1 ? "suggestion" : "suggestions"}, use the arrow keys`;
}
