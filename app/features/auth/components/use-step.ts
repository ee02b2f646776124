import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, type ShouldRevalidateFunction } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { clearSteps, storeStep, storedStep } from "./stored-steps.ts";

/** What an entry of the tab's history says: the kind of its step, and how many entries after the form it is. */
type Mark = { step: string; depth: number };

export type Steps<Step> = ReturnType<typeof useStep<Step & { kind: string }>>;

/**
 * The step of a sign-in page, null for its first form. Steps stand in the tab's history, so that Back leads to the form
 * before, and outlive a reload. `first` is the step that a form posted without a script was answered with.
 */
export function useStep<Step extends { kind: string }>(page: string, first: Step | null = null) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isHydrated = useHydrated();
  const [answered, setAnswered] = useState(first);
  const mark = isHydrated ? markIn(state) : null;
  const step = mark ? (storedStep(page, mark.step) as Step | null) : answered;
  const kind = step?.kind;
  const last = useRef(kind);

  // What had the focus went with the step before.
  useEffect(() => {
    if (last.current !== kind && document.activeElement === document.body) {
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
    last.current = kind;
  }, [kind]);

  async function go(next: Mark | null, replace: boolean): Promise<void> {
    await navigate(pathname + search, { state: next, replace, preventScrollReset: replace });
  }

  return {
    step,
    /** `inPlace`: the step before is done with, and Back passes over it. */
    async show(next: Step, { inPlace = false } = {}): Promise<void> {
      storeStep(page, next);
      const depth = step && mark ? mark.depth : 0;
      await go({ step: next.kind, depth: inPlace ? depth : depth + 1 }, inPlace);
    },
    /** Back to the first form. */
    async leave(): Promise<void> {
      clearSteps(page);
      setAnswered(null);
      if (mark?.depth) await navigate(-mark.depth);
      else if (mark) await go(null, true);
    },
    /** When the steps have led out of the page: else its first form would be seen on the way. */
    forget: () => clearSteps(page),
  };
}

/** For a page with steps: going from one to another asks the server nothing. */
export const staysOnPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.href !== nextUrl.href && defaultShouldRevalidate;

function markIn(state: unknown): Mark | null {
  const { step, depth } = (state ?? {}) as Partial<Mark>;
  return typeof step === "string" && typeof depth === "number" ? { step, depth } : null;
}
