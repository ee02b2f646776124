import { useEffect, useState } from "react";
import { categoryHref, productHref } from "#app/features/products/links.ts";
import { searchHref, searchTerm, type SuggestionLine } from "./suggestions.ts";

/** Debounce of the suggestion request, in ms. */
const DEBOUNCE_MS = 150;

const HREFS = { search: searchHref, category: categoryHref, product: productHref };
const NONE: SuggestionLine[] = [];

/** The options for the typed text; a newer text aborts the previous request. Empty while `asking` is false. */
export function useSuggestions(query: string, asking: boolean): SuggestionLine[] {
  const [answer, setAnswer] = useState<{ term: string; lines: SuggestionLine[] }>({ term: "", lines: NONE });
  const term = asking ? searchTerm(query) : null;

  useEffect(() => {
    if (term === null) return;
    const abort = new AbortController();
    // Loaded with the first text, to keep the first view small; if it fails, there are no options.
    const ask = async () => {
      const { fetchSuggestions, suggestionLines } = await import("./suggestion-source.ts");
      await import("./suggestion-option.tsx");
      const found = await fetchSuggestions(term, abort.signal);
      setAnswer({ term, lines: found ? suggestionLines(found, term, HREFS) : NONE });
    };
    const timer = setTimeout(() => void ask().catch(() => {}), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  return term === null ? NONE : answer.lines;
}
