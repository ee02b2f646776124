import { setTimeout as wait } from "node:timers/promises";
import type { Db, Tx } from "./client.server.ts";

const TRIES = 4;
/** SQLSTATE of a serialisation failure and of a deadlock: PostgreSQL asks for the whole transaction once more. */
const RETRIED = new Set(["40001", "40P01"]);

/**
 * Runs `work` in a transaction of `db`, and anew from its start when PostgreSQL ended it for a deadlock or a
 * serialisation failure: 4 tries at most, then the error. `work` does nothing outside `tx` that must not happen twice.
 */
export async function retriedTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries === TRIES || !RETRIED.has(sqlState(error))) throw error;
      await wait(10 * 2 ** tries * (0.5 + Math.random()));
    }
  }
}

/** The SQLSTATE of an error or of what caused it; "" when there is none. */
function sqlState(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
