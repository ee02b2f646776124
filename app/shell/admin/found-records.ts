import { useEffect, useState } from "react";
import { isSearchable, type FoundRecords, type PaletteGroup } from "./palette.ts";

/** Debounce of the search request, in ms. */
const DEBOUNCE_MS = 120;

type Found = {
  groups: PaletteGroup[];
  /** The answer to the current text has not arrived. */
  isAsking: boolean;
  /** The error message of a failed search. */
  problem: string | null;
};

const NONE: PaletteGroup[] = [];
const OFFLINE = "The shop cannot be reached. Pages and actions are here.";
const SIGNED_OUT = "Your session has ended. Load the page again to log in.";

type Answer = { term: string; groups: PaletteGroup[]; problem: string | null };

/** The records that match the current text; a newer text aborts the previous request. */
export function useFoundRecords(query: string): Found {
  const [answer, setAnswer] = useState<Answer>({ term: "", groups: NONE, problem: null });
  const term = isSearchable(query) ? query.trim() : "";

  useEffect(() => {
    if (term === "") return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchRecords(term, abort.signal).then(
        (found) => setAnswer({ term, ...found }),
        () => abort.signal.aborted || setAnswer({ term, groups: NONE, problem: OFFLINE }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  if (term === "") return { groups: NONE, isAsking: false, problem: null };
  const isAsking = answer.term !== term;
  // Results of a shorter text stay until the answer arrives, so that the list does not flicker.
  const groups = term.startsWith(answer.term) ? answer.groups : NONE;
  return { groups, isAsking, problem: isAsking ? null : answer.problem };
}

async function fetchRecords(term: string, signal: AbortSignal): Promise<Omit<Answer, "term">> {
  const response = await fetch(`/admin/search?q=${encodeURIComponent(term)}`, { signal, redirect: "manual" });
  if (response.type === "opaqueredirect") return { groups: NONE, problem: SIGNED_OUT };
  if (!response.ok) return { groups: NONE, problem: OFFLINE };
  return { groups: ((await response.json()) as FoundRecords).groups, problem: null };
}
