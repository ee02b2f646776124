import type { Tx } from "#db/client.server.ts";
import { ProductIndex } from "./product-index.server.ts";
import { productRowBatches, readProductRows, stockById } from "./product-rows.server.ts";
import { Turns } from "./turns.server.ts";

/** How the index of a database stands: `products` in it, 0 before the first load; `loaded` of a load that goes on. */
export type IndexState = { products: number; isReady: boolean; loaded: number | null };

/** Between two parts of a load or of many changes other requests are answered. */
const READ_AT_ONCE = 1_000;
const PATCHED_AT_ONCE = 250;
/** Above this number of products a listing does not wait for a reload, and the index before it goes on. */
const RELOAD_WAITED_FOR = 100_000;
/** Nor for more changed products than these. */
const CHANGES_WAITED_FOR = 1_000;
/** Above this number of changes, and of this share of the products, the whole index is reloaded. */
const PATCHED = { products: 2_000, share: 1 / 4 };

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
  loaded: number | null;
};

const held = new WeakMap<object, Held>();
/** Of all databases of this process, which has one but in tests. */
const all = new Set<Held>();
const listeners = new Set<() => void>();

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

/** Calls `listener` when changes for which listings did not wait are in the index. */
export function onLateChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
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
      break;
    }
  }
  return own.index;
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
    loaded: null,
  };
  held.set(db, made);
  all.add(made);
  return made;
}

/** Reads what is due. After an error everything is due. */
async function catchUp(db: Tx, own: Held): Promise<void> {
  const { announced, due, isAllDue, index } = own;
  own.isLong = index !== null && (isAllDue ? index.table.size > RELOAD_WAITED_FOR : due.size > CHANGES_WAITED_FOR);
  own.due = new Map();
  own.isAllDue = false;
  try {
    if (isAllDue || !index) own.index = await load(db, own);
    else await patch(db, index, due);
    own.taken = announced;
    if (own.isLong) for (const listener of listeners) listener();
  } catch (error) {
    own.isAllDue = true;
    throw error;
  } finally {
    own.step = null;
    own.isLong = false;
    own.loaded = null;
  }
}

async function load(db: Tx, own: Held): Promise<ProductIndex> {
  const index = new ProductIndex();
  const turns = new Turns();
  own.loaded = 0;
  for await (const rows of productRowBatches(db, READ_AT_ONCE)) {
    index.add(rows);
    own.loaded = index.table.size;
    await turns.rest();
  }
  await index.complete(turns);
  return index;
}

async function patch(db: Tx, index: ProductIndex, due: ReadonlyMap<string, boolean>): Promise<void> {
  const turns = new Turns();
  const idsOf = (isStock: boolean) => [...due].flatMap(([id, stockOnly]) => (stockOnly === isStock ? [id] : []));
  for (const ids of parts(idsOf(false))) await index.update(await readProductRows(db, ids), ids, turns);
  for (const ids of parts(idsOf(true))) index.updateStock(await stockById(db, ids));
}

function parts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / PATCHED_AT_ONCE) }, (_, n) =>
    ids.slice(n * PATCHED_AT_ONCE, (n + 1) * PATCHED_AT_ONCE),
  );
}
