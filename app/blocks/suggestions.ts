/** The answer of GET /search/suggest?q=. */
export type Suggestions = {
  products: { name: string; slug: string; image: string | null; price_kobo: number }[];
  categories: { name: string; slug: string }[];
  words: string[];
};

/** One line of the list under the search box. `product` lines carry a picture and a price. */
export type SuggestionLine = {
  kind: "word" | "category" | "product";
  label: string;
  href: string;
  product?: { image: string | null; price_kobo: number };
};

type Hrefs = {
  search: (term: string) => string;
  category: (slug: string) => string;
  product: (slug: string) => string;
};

/** The term as it is searched for; null when nothing but space was typed. */
export function searchTerm(typed: string): string | null {
  const term = typed.trim().replace(/\s+/g, " ");
  return term === "" ? null : term;
}

/** The listing that shows what was found for `term`. */
export function searchHref(term: string): string {
  return `/products?search=${encodeURIComponent(term)}`;
}

/** The lines in the order shown: words, categories, products. */
export function suggestionLines(found: Suggestions, hrefs: Hrefs): SuggestionLine[] {
  return [
    ...found.words.map((word) => ({ kind: "word" as const, label: word, href: hrefs.search(word) })),
    ...found.categories.map((c) => ({ kind: "category" as const, label: c.name, href: hrefs.category(c.slug) })),
    ...found.products.map(({ name, slug, image, price_kobo }) => ({
      kind: "product" as const,
      label: name,
      href: hrefs.product(slug),
      product: { image, price_kobo },
    })),
  ];
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
export function countSentence(count: number): string {
  if (count === 0) return "No suggestions";
  return `${count} ${count === 1 ? "suggestion" : "suggestions"}, use the arrow keys`;
}

/** Asks the shop for suggestions; null when it has none to give (failure, odd answer). Throws only on abort. */
export async function fetchSuggestions(term: string, signal: AbortSignal): Promise<Suggestions | null> {
  try {
    const response = await fetch(`/search/suggest?q=${encodeURIComponent(term)}`, { signal });
    return response.ok ? readSuggestions(await response.json()) : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

function readSuggestions(value: unknown): Suggestions | null {
  const { products, categories, words } = (value ?? {}) as Partial<Suggestions>;
  return Array.isArray(products) && Array.isArray(categories) && Array.isArray(words)
    ? { products, categories, words }
    : null;
}
