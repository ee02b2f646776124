import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, type ShouldRevalidateFunction } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { clearSteps, storeStep, storedStep } from "./stored-steps.ts";

/** History state of an entry: the kind of its step, and its distance from the first form. */
type Mark = { step: string; depth: number };

export type Steps<Step> = ReturnType<typeof useStep<Step & { kind: string }>>;

/**
 * The current step of a sign-in page, null for its first form. Steps are history entries, so that Back returns to the
 * previous form, and survive a reload. `first` is the step returned for a form posted without JavaScript.
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

  // The focused element was removed with the previous step.
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
    /** `inPlace`: replaces the previous step in the history. */
    async show(next: Step, { inPlace = false } = {}): Promise<void> {
      storeStep(page, next);
      const depth = step && mark ? mark.depth : 0;
      await go({ step: next.kind, depth: inPlace ? depth : depth + 1 }, inPlace);
    },
    /** Returns to the first form. */
    async leave(): Promise<void> {
      clearSteps(page);
      setAnswered(null);
      if (mark?.depth) await navigate(-mark.depth);
      else if (mark) await go(null, true);
    },
  };
}

/** Navigating between steps of a page does not revalidate loaders. */
export const staysOnPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.href !== nextUrl.href && defaultShouldRevalidate;

function markIn(state: unknown): Mark | null {
  const { step, depth } = (state ?? {}) as Partial<Mark>;
  return typeof step === "string" && typeof depth === "number" ? { step, depth } : null;
}
