import type pg from "pg";
import { isRead, textOf } from "#db/postgres-pool.server.ts";
import type { RunningShop } from "#server/start.server.ts";

/** By origin of a shop: waits until it was told of all that was written. */
const told = new Map<string, () => Promise<void>>();
const CHANNEL = "test_told";

/**
 * PostgreSQL tells a shop of a change a moment after its commit, so a test that writes and asks at once could get a page from
 * before. Requests to `shop`, by `fetch` or its own, wait for the notices of what was written through its connections.
 */
export async function askedWhenTold(shop: RunningShop): Promise<RunningShop> {
  const { database } = shop.shop;
  const takeWritten = watchWrites(database.pool);
  const waiting = new Map<string, () => void>();
  await database.listen(CHANNEL, (mark) => waiting.get(mark)?.());
  const wait = async () => {
    if (!takeWritten()) return;
    const mark = crypto.randomUUID();
    const heard = new Promise<void>((resolve) => waiting.set(mark, resolve));
    await database.sql(`select pg_notify('${CHANNEL}', $1)`, [mark]);
    await heard;
    waiting.delete(mark);
  };
  const { origin } = new URL(shop.url);
  told.set(origin, wait);
  return {
    ...shop,
    async fetch(request, bindings) {
      await wait();
      return await shop.fetch(request, bindings);
    },
    async close() {
      told.delete(origin);
      await shop.close();
    },
  };
}

/** Whether anything was written through `pool` since the last call; a transaction counts as a write. */
function watchWrites(pool: pg.Pool): () => boolean {
  let isWritten = true;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  pool.query = ((...args: unknown[]) => {
    isWritten ||= !isRead(textOf(args[0]));
    return query(...args);
  }) as pg.Pool["query"];
  pool.connect = ((callback?: unknown) => {
    // `query` connects with a callback.
    isWritten ||= !callback;
    return connect(callback);
  }) as pg.Pool["connect"];
  return () => {
    const was = isWritten;
    isWritten = false;
    return was;
  };
}

const send = globalThis.fetch;
if (send.name !== "fetchWhenTold") {
  globalThis.fetch = async function fetchWhenTold(input, init) {
    if (told.size > 0) await told.get(originOf(input))?.();
    return await send(input, init);
  };
}

function originOf(input: string | URL | Request): string {
  return URL.parse(input instanceof Request ? input.url : input)?.origin ?? "";
}
