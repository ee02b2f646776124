import { useEffect, useState } from "react";
import { categoryHref, productHref } from "#app/features/catalog/links.ts";
import { searchHref, searchTerm, type SuggestionLine } from "./suggestions.ts";

/** Typing rests this long before the shop is asked, in ms. */
const DEBOUNCE_MS = 150;

const HREFS = { search: searchHref, category: categoryHref, product: productHref };
const NONE: SuggestionLine[] = [];

/** The lines for what was typed; a newer text aborts the request of an older one. Empty while `asking` is false. */
export function useSuggestions(typed: string, asking: boolean): SuggestionLine[] {
  const [answer, setAnswer] = useState<{ term: string; lines: SuggestionLine[] }>({ term: "", lines: NONE });
  const term = asking ? searchTerm(typed) : null;

  useEffect(() => {
    if (term === null) return;
    const abort = new AbortController();
    // Fetched with the first text, so that both weigh nothing on the first view; without them there are no lines.
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
