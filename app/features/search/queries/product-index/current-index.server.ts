import type { Logger } from "#app/platform/log.server.ts";
import type { Tx } from "#db/client.server.ts";
import { loadIndex, patchIndex, refreshIndex, restoreIndex, storeIndex } from "./load-index.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

/** How the index of a database stands: `products` in it, 0 before the first load; `loaded` of a load that goes on. */
export type IndexState = { products: number; isReady: boolean; loaded: number | null };

/** Above this number of products a listing does not wait while all are compared, and the index is stored. */
const LARGE = 20_000;
/** Nor for more changed products than these. */
const CHANGES_WAITED_FOR = 1_000;
/** Above this number of changes, and of this share of the products, all products are compared. */
const PATCHED = { products: 2_000, share: 1 / 4 };
const STORED_EVERY_MS = 60 * 60_000;

/** Where an index of more than `from` products is stored, and when it was. */
type Store = { file: string; log: Logger; from: number; at: number; isRead: boolean };

type Held = {
  index: ProductIndex | null;
  /** Number of announcements, and of those that the index has. */
  announced: number;
  taken: number;
  /** Announced and not yet read, by id: whether only stock changed. */
  due: Map<string, boolean>;
  isAllDue: boolean;
  step: Promise<void> | null;
  isLong: boolean;
  /** A listing was made without announced changes. */
  isBehind: boolean;
  loaded: number | null;
  store: Store | null;
};

const held = new WeakMap<object, Held>();
/** Of all databases of this process, which has one but in tests. */
const all = new Set<Held>();
type LateListener = (isCompared: boolean) => void;
const listeners = new Set<LateListener>();

/**
 * Call after catalogue changes and before dropping cached listings, with the changed products and whether only stock
 * changed. `ids` null reloads all.
 */
export function productsChanged(ids: readonly string[] | null = null, stockOnly = false): void {
  for (const own of all) {
    own.announced += 1;
    if (ids === null) own.isAllDue = true;
    else if (!own.isAllDue) for (const id of ids) own.due.set(id, stockOnly && (own.due.get(id) ?? true));
    const most = Math.max(PATCHED.products, (own.index?.table.size ?? 0) * PATCHED.share);
    if (own.due.size > most) own.isAllDue = true;
    if (own.isAllDue) own.due.clear();
  }
}

/**
 * Calls `listener` when changes for which listings did not wait are in the index, and says whether that ends a comparison
 * of all products.
 */
export function onLateChanges(listener: LateListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Call before the first listing: the index of `db` begins as it is stored in `file`, and with more than `from` products
 * it is stored there hourly.
 */
export function storeIndexIn(db: Tx, file: string, log: Logger, from = LARGE): void {
  heldOf(db).store = { file, log, from, at: 0, isRead: false };
}

/**
 * The product index of `db`, including every change announced before this call; while a long reload or very many
 * changes are read, the one before.
 */
export async function productIndex(db: Tx): Promise<ProductIndex> {
  const own = heldOf(db);
  const wanted = own.announced;
  while (own.taken < wanted || !own.index) {
    const step = (own.step ??= catchUp(db, own));
    if (!own.index || !own.isLong) await step;
    else {
      // Who waits for it is told of its failure; the next listing tries again.
      step.catch(() => {});
      own.isBehind = true;
      break;
    }
  }
  const { index } = own;
  await index.whole();
  return index;
}

/** The product index of `db` if it has every announced change and none is being read; else null. Waits for nothing. */
export function upToDateIndex(db: Tx): ProductIndex | null {
  const own = held.get(db);
  return own?.index && own.taken === own.announced && !own.step && !own.index.isTorn ? own.index : null;
}

/** How the index of `db` stands. */
export function indexState(db: Tx): IndexState {
  const own = held.get(db);
  return { products: own?.index?.table.size ?? 0, isReady: Boolean(own?.index), loaded: own?.loaded ?? null };
}

/** Whether `db` has an index; without one it is read from now on. */
export function hasIndex(db: Tx): boolean {
  const { isReady, loaded } = indexState(db);
  // Whoever asks for a listing is told of an error.
  if (!isReady && loaded === null) productIndex(db).catch(() => {});
  return isReady;
}

function heldOf(db: Tx): Held {
  const known = held.get(db);
  if (known) return known;
  const made: Held = {
    index: null,
    announced: 1,
    taken: 0,
    due: new Map(),
    isAllDue: true,
    step: null,
    isLong: false,
    isBehind: false,
    loaded: null,
    store: null,
  };
  held.set(db, made);
  all.add(made);
  return made;
}

/** Reads what is due. After an error everything is due. */
async function catchUp(db: Tx, own: Held): Promise<void> {
  try {
    if (own.store && !own.store.isRead) {
      own.index = await restored(db, own.store);
      if (own.index) return;
    }
    const isCompared = await takeChanges(db, own);
    tellLate(own, isCompared);
    own.isBehind = false;
  } catch (error) {
    own.isAllDue = true;
    if (own.index?.isTorn) own.index = null;
    throw error;
  } finally {
    own.step = null;
    own.isLong = false;
    own.loaded = null;
  }
  storeWhenDue(db, own);
}

/** Whether all products were read for it. */
async function takeChanges(db: Tx, own: Held): Promise<boolean> {
  const { announced, due, isAllDue, index } = own;
  own.isLong = index !== null && (isAllDue ? index.table.size > LARGE : due.size > CHANGES_WAITED_FOR);
  own.due = new Map();
  own.isAllDue = false;
  if (index && isAllDue) own.loaded = 0;
  if (!index) own.index = await loadIndex(db, (products) => (own.loaded = products));
  else if (!isAllDue) await patchIndex(db, index, due);
  else {
    await refreshIndex(db, index, async (products) => {
      own.loaded = products;
      const { due: meanwhile } = own;
      if (meanwhile.size === 0) return;
      own.due = new Map();
      await patchIndex(db, index, meanwhile);
      tellLate(own, false);
    });
  }
  own.taken = announced;
  return isAllDue;
}

function tellLate(own: Held, isCompared: boolean): void {
  if (own.isBehind) for (const listener of listeners) listener(isCompared);
}

/** The stored index; null if it cannot be used. Everything is still due. */
async function restored(db: Tx, place: Store): Promise<ProductIndex | null> {
  place.isRead = true;
  try {
    return await restoreIndex(db, place.file);
  } catch (error) {
    const isNone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isNone) place.log.info({ err: error }, "The stored index of products is not used");
    return null;
  }
}

/** Stores the index, which takes in no change meanwhile; no listing waits for that. */
function storeWhenDue(db: Tx, own: Held): void {
  const { index, store: place } = own;
  if (!place || !index || index.table.size <= place.from || Date.now() - place.at < STORED_EVERY_MS) return;
  place.at = Date.now();
  own.isLong = true;
  own.step = storeIndex(place.file, index)
    .catch((error: unknown) => {
      place.log.warn({ err: error }, "The index of products was not stored: the next start reads all products");
    })
    .finally(() => {
      own.step = null;
      own.isLong = false;
      // Listings that were made meanwhile are told of what was announced.
      if (own.isBehind) productIndex(db).catch(() => {});
    });
}
