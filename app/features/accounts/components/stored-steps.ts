import { tryStorage } from "#app/lib/try-storage.ts";

/** Lifetime of a pending second factor; codes expire earlier. */
const LIFE_MS = 10 * 60_000;

type StoredSteps = Record<string, { step: object; until: number }>;

/** In-memory fallback where session storage is not available. */
const held = new Map<string, StoredSteps>();
const keyOf = (page: string) => `oja-step-${page}`;

/** Stores a step of a sign-in page for this tab. A step never contains a password. */
export function storeStep(page: string, step: { kind: string }): void {
  const steps = { ...stepsOf(page), [step.kind]: { step, until: Date.now() + LIFE_MS } };
  held.set(page, steps);
  tryStorage(() => sessionStorage.setItem(keyOf(page), JSON.stringify(steps)));
}

/** The stored step of this kind, or null. */
export function storedStep(page: string, kind: string): object | null {
  return stepsOf(page)[kind]?.step ?? null;
}

/** Clears the stored steps of a page. */
export function clearSteps(page: string): void {
  held.set(page, {});
  tryStorage(() => sessionStorage.removeItem(keyOf(page)));
}

function stepsOf(page: string): StoredSteps {
  const known = held.get(page) ?? stored(page);
  held.set(page, known);
  return known;
}

/** Stored steps that have not expired; otherwise the entry is removed. */
function stored(page: string): StoredSteps {
  const found = tryStorage(() => {
    const steps = JSON.parse(sessionStorage.getItem(keyOf(page)) ?? "{}") as StoredSteps;
    const fresh = Object.fromEntries(Object.entries(steps).filter(([, { until }]) => until > Date.now()));
    if (Object.keys(fresh).length === 0) sessionStorage.removeItem(keyOf(page));
    return fresh;
  });
  return found ?? {};
}
