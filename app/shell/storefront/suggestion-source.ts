import { countLabel } from "#app/features/products/rules.ts";
import type { Suggestions } from "#app/features/search/queries/suggest.server.ts";
import type { SuggestionLine } from "./suggestions.ts";

type Hrefs = {
  search: (term: string) => string;
  category: (slug: string) => string;
  product: (slug: string) => string;
};

/** The options in display order: words, categories, distributors, products, and a search for `term`. */
export function suggestionLines(found: Suggestions, term: string, hrefs: Hrefs): SuggestionLine[] {
  const { words, categories, distributors, products, total } = found;
  const lines: SuggestionLine[] = [
    ...words.map((word) => ({ kind: "word" as const, label: word, href: hrefs.search(word) })),
    ...categories.map((c) => ({ kind: "category" as const, label: c.name, href: hrefs.category(c.slug) })),
    ...distributors.map((name) => ({ kind: "distributor" as const, label: name, href: hrefs.search(name) })),
    ...products.map(({ name, slug, image, price_kobo }) => ({
      kind: "product" as const,
      label: name,
      href: hrefs.product(slug),
      product: { image, price_kobo },
    })),
  ];
  if (total.count > products.length) {
    // A capped total is a lower bound, which the page may read otherwise.
    const label = total.capped ? "See all products" : `See all ${countLabel(total)}`;
    lines.push({ kind: "all", label, href: hrefs.search(term) });
  }
  return lines;
}

/** Requests suggestions; null on a failure or an invalid answer. Throws only on abort. */
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
  const found = (value ?? {}) as Partial<Suggestions>;
  const lists = [found.products, found.categories, found.distributors, found.words];
  return lists.every((list) => Array.isArray(list)) && found.total ? (found as Suggestions) : null;
}
