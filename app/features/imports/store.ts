import { tryStorage } from "#app/lib/try-storage.ts";

/** Typed prices by product id, as text; those of one filter of today's prices stay together. */
export type TypedPrices = Record<string, string>;

/** `run` is the preview that was made of exactly these prices. */
type Stored = { typed: TypedPrices; at: number; run?: string };

const PREFIX = "oja.prices.";
const RUN_PREFIX = "oja.prices-of.";
/** Typed prices older than this are ignored. */
const TTL_MS = 7 * 86_400_000;

function read(filter: string): Stored {
  const stored = tryStorage(() => JSON.parse(localStorage.getItem(PREFIX + filter) ?? "null") as Stored | null);
  const isFresh = stored && typeof stored.typed === "object" && Date.now() - stored.at < TTL_MS;
  return isFresh ? stored : { typed: {}, at: 0 };
}

function write(filter: string, stored: Stored): void {
  tryStorage(() => {
    if (Object.keys(stored.typed).length > 0) localStorage.setItem(PREFIX + filter, JSON.stringify(stored));
    else localStorage.removeItem(PREFIX + filter);
  });
}

/** The prices typed in this browser for a filter, on all its pages; `filter` is its query string. */
export function readTyped(filter: string): TypedPrices {
  return read(filter).typed;
}

/** Stores changes of `typed` with what other tabs typed; an empty text removes its price. Returns all of them. */
export function storeTyped(filter: string, typed: TypedPrices, changes: TypedPrices): TypedPrices {
  const merged = { ...typed, ...readTyped(filter), ...changes };
  const all = Object.fromEntries(Object.entries(merged).filter(([, text]) => text.trim() !== ""));
  write(filter, { typed: all, at: Date.now() });
  return all;
}

export function discardTyped(filter: string): void {
  write(filter, { typed: {}, at: 0 });
}

/** Remembers the preview that was made of the typed prices, until they are applied or typed again. */
export function notePreviewed(filter: string, run: string): void {
  write(filter, { ...read(filter), at: Date.now(), run });
  tryStorage(() => sessionStorage.setItem(RUN_PREFIX + run, filter));
}

/** The filter whose typed prices are previewed by a run; null if they were changed since or typed elsewhere. */
export function previewedFilter(run: string): string | null {
  const filter = tryStorage(() => sessionStorage.getItem(RUN_PREFIX + run)) ?? null;
  return filter !== null && read(filter).run === run ? filter : null;
}

/** Discards the typed prices of an applied run. */
export function discardPreviewed(run: string): void {
  const filter = previewedFilter(run);
  if (filter !== null) discardTyped(filter);
  tryStorage(() => sessionStorage.removeItem(RUN_PREFIX + run));
}
