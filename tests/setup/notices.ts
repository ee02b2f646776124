import { Server } from "node:http";
import type pg from "pg";
import { LOST } from "#db/database.ts";
import { isRead, textOf } from "#db/postgres-pool.server.ts";
import type { RunningShop } from "#server/start.server.ts";

/** By port of a shop: waits until it was told of all that was written. */
const told = new Map<number, () => Promise<void>>();
const CHANNEL = "test_told";
const TELL = `select pg_notify('${CHANNEL}', $1)`;

/**
 * PostgreSQL tells a shop of a change a moment after its commit, so a test that writes and asks at once could get a page from
 * before. Requests to `shop`, also of browsers, wait for the notices of what was written through its connections. A shop on
 * a database that the test brings has no such help.
 */
export async function askedWhenTold(shop: RunningShop): Promise<RunningShop> {
  const { database } = shop.shop;
  const takeWritten = watchWrites(database.pool);
  const waiting = new Map<string, () => void>();
  await database.listen(CHANNEL, (mark) => {
    if (mark === LOST) for (const go of waiting.values()) go();
    else waiting.get(mark)?.();
  });
  const tell = async () => {
    const mark = crypto.randomUUID();
    const heard = new Promise<void>((resolve) => waiting.set(mark, resolve));
    try {
      await database.sql(TELL, [mark]);
      await heard;
    } finally {
      waiting.delete(mark);
    }
  };
  let pending = Promise.resolve();
  const wait = () => {
    if (takeWritten()) pending = pending.catch(() => {}).then(tell);
    return pending;
  };
  const port = Number(new URL(shop.url).port);
  told.set(port, wait);
  return {
    ...shop,
    async fetch(request, bindings) {
      await wait();
      return await shop.fetch(request, bindings);
    },
    async close() {
      told.delete(port);
      await shop.close();
    },
  };
}

/**
 * Whether anything may have been written through `pool` since the last call: by a transaction, or a statement that calls a
 * function or changes rows.
 */
function watchWrites(pool: pg.Pool): () => boolean {
  let isWritten = true;
  const mark = () => void (isWritten = true);
  const isWrite = (text: string) => text !== TELL && !(isRead(text) && /\bfrom\b/i.test(text));
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient> | undefined;
  pool.query = ((...args: unknown[]) => {
    const answer = query(...args);
    // When it has been answered, since its notices come after its commit.
    if (isWrite(textOf(args[0])) && answer instanceof Promise) answer.then(mark, mark);
    return answer;
  }) as pg.Pool["query"];
  pool.connect = ((callback?: unknown) => {
    // `query` connects with a callback.
    if (callback) return connect(callback);
    return connect()?.then((client) => {
      const release = client.release.bind(client);
      client.release = (error) => {
        mark();
        release(error);
      };
      return client;
    });
  }) as pg.Pool["connect"];
  return () => {
    const was = isWritten;
    isWritten = false;
    return was;
  };
}

const emit = Server.prototype.emit;
if (emit.name !== "emitWhenTold") {
  Server.prototype.emit = function emitWhenTold(this: Server, event: string, ...args: unknown[]) {
    const address = event === "request" ? this.address() : null;
    const wait = typeof address === "object" ? told.get(address?.port ?? 0) : undefined;
    const go = () => Reflect.apply(emit, this, [event, ...args]) as boolean;
    if (!wait) return go();
    void wait().then(go, go);
    return true;
  };
}
