/** As long as the service waits for a second factor; codes live shorter. */
const LIFE_MS = 10 * 60_000;

type Kept = Record<string, { step: object; until: number }>;

/** Where the browser refuses to store, and for the page's own life, steps are kept here. */
const held = new Map<string, Kept>();
const keyOf = (page: string) => `oja-step-${page}`;

/** Keeps a step of a sign-in page for this tab. A step never holds a password. */
export function storeStep(page: string, step: { kind: string }): void {
  const kept = { ...stepsOf(page), [step.kind]: { step, until: Date.now() + LIFE_MS } };
  held.set(page, kept);
  try {
    sessionStorage.setItem(keyOf(page), JSON.stringify(kept));
  } catch {
    // Then a reload begins anew.
  }
}

/** The step of this kind that the tab has kept. */
export function storedStep(page: string, kind: string): object | null {
  return stepsOf(page)[kind]?.step ?? null;
}

/** Forgets the steps of a page. */
export function clearSteps(page: string): void {
  held.set(page, {});
  try {
    sessionStorage.removeItem(keyOf(page));
  } catch {
    return;
  }
}

function stepsOf(page: string): Kept {
  const known = held.get(page) ?? stored(page);
  held.set(page, known);
  return known;
}

/** What outlived a reload and has not lapsed; of anything else nothing stays. */
function stored(page: string): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(page)) ?? "{}") as Kept;
    const fresh = Object.fromEntries(Object.entries(found).filter(([, { until }]) => until > Date.now()));
    if (Object.keys(fresh).length === 0) sessionStorage.removeItem(keyOf(page));
    return fresh;
  } catch {
    return {};
  }
}
