import { useEffect, useState } from "react";
import { categoryHref, productHref } from "#app/features/catalog/links.ts";
import { fetchSuggestions, searchHref, searchTerm, suggestionLines, type SuggestionLine } from "./suggestions.ts";

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
    const timer = setTimeout(() => {
      fetchSuggestions(term, abort.signal).then(
        (found) => setAnswer({ term, lines: found ? suggestionLines(found, HREFS) : NONE }),
        () => {},
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  return term === null ? NONE : answer.lines;
}
