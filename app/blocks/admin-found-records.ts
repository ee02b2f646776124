import { useEffect, useState } from "react";
import { isSearchable, type FoundRecords, type PaletteGroup } from "./admin-palette.ts";

/** Typing rests this long before the shop is asked, in ms. */
const DEBOUNCE_MS = 120;

type Found = {
  groups: PaletteGroup[];
  /** The answer to what is typed now has not come yet. */
  isAsking: boolean;
  /** Why there is none. */
  problem: string | null;
};

const NONE: PaletteGroup[] = [];
const OFFLINE = "The shop cannot be reached. Pages and actions are here.";
const SIGNED_OUT = "Your session has ended. Load the page again to log in.";

type Answer = { term: string; groups: PaletteGroup[]; problem: string | null };

/** The records for what is typed; a newer text aborts the question of an older one. */
export function useFoundRecords(typed: string): Found {
  const [answer, setAnswer] = useState<Answer>({ term: "", groups: NONE, problem: null });
  const term = isSearchable(typed) ? typed.trim() : "";

  useEffect(() => {
    if (term === "") return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask(term, abort.signal).then(
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
  // What was found for fewer letters stays until the answer is there, so that the list does not flicker.
  const groups = term.startsWith(answer.term) ? answer.groups : NONE;
  return { groups, isAsking, problem: isAsking ? null : answer.problem };
}

async function ask(term: string, signal: AbortSignal): Promise<Omit<Answer, "term">> {
  const response = await fetch(`/admin/search?q=${encodeURIComponent(term)}`, { signal, redirect: "manual" });
  if (response.type === "opaqueredirect") return { groups: NONE, problem: SIGNED_OUT };
  if (!response.ok) return { groups: NONE, problem: OFFLINE };
  return { groups: ((await response.json()) as FoundRecords).groups, problem: null };
}
