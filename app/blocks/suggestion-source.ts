import type { SuggestionLine } from "./suggestions.ts";

/** The answer of GET /search/suggest?q=. */
export type Suggestions = {
  products: { name: string; slug: string; image: string | null; price_kobo: number }[];
  categories: { name: string; slug: string }[];
  words: string[];
};

type Hrefs = {
  search: (term: string) => string;
  category: (slug: string) => string;
  product: (slug: string) => string;
};

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
