/** One line of the list under the search box. `product` lines carry a picture and a price. */
export type SuggestionLine = {
  kind: "word" | "category" | "distributor" | "product" | "all";
  label: string;
  href: string;
  product?: { image: string | null; price_kobo: number };
};

/** The term as it is searched for; null when nothing but space was typed. */
export function searchTerm(typed: string): string | null {
  const term = typed.trim().replace(/\s+/g, " ");
  return term === "" ? null : term;
}

/** The term that the listing at this address searches; null on other pages, which keep what was typed. */
export function searchedTerm(pathname: string, query: string): string | null {
  return /^\/(products$|category\/)/.test(pathname) ? (new URLSearchParams(query).get("search") ?? "") : null;
}

/** The listing that shows what was found for `term`. */
export function searchHref(term: string): string {
  return `/products?search=${encodeURIComponent(term)}`;
}

/**
 * Which line an arrow key makes active, among `count`; -1 is the text field itself, which lies between the last line
 * and the first. Answers null for keys that do not move.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return active + 1 >= count ? -1 : active + 1;
  if (key === "ArrowUp") return active === -1 ? count - 1 : active - 1;
  return null;
}

/** What a screen reader hears when the list changes. */
export function suggestionsSentence(count: number): string {
  if (count === 0) return "No suggestions";
  return `${count} ${count === 1 ? "suggestion" : "suggestions"}, use the arrow keys`;
}
