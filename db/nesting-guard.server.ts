import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "./database.ts";
import * as tables from "./schema/tables.ts";

const NESTED =
  "A query was sent outside the transaction that is open here. Send it through the transaction (tx), or after its end.";

/**
 * Drizzle on `pool`, which throws when code inside a transaction requests a second connection: on the embedded database
 * that is a deadlock, and on a busy PostgreSQL it can become one.
 */
export function drizzleOn(pool: pg.Pool): Db {
  const db = drizzle(pool, { schema: tables });
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  // Drizzle never releases a connection on which BEGIN failed.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    const transaction = { isOpen: true };
    try {
      const begin = drizzle(client) as unknown as Db;
      return await begin.transaction((tx) => current.run(transaction, () => work(tx)), config);
    } finally {
      transaction.isOpen = false;
      client.release();
    }
  };
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<pg.PoolClient> | undefined;
  // The pool's own `query` connects with a callback.
  pool.connect = ((callback?: Connected) => {
    if (!current.getStore()?.isOpen) return connect(callback);
    if (!callback) return Promise.reject(new Error(NESTED));
    callback(new Error(NESTED), undefined, () => {});
    return undefined;
  }) as pg.Pool["connect"];
  return db;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
