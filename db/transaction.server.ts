import { setTimeout as wait } from "node:timers/promises";
import type { Db, Tx } from "./client.server.ts";

const TRIES = 4;
/** SQLSTATEs of a serialization failure and of a deadlock: the whole transaction must be retried. */
const RETRIED = new Set(["40001", "40P01"]);

/** Thrown inside a transaction to roll it back; the command that catches it returns `result`. */
export class Rollback<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("rolled back with a result");
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction of `db`, and retries it after a deadlock or a serialization failure: at most 4 attempts,
 * then the error. `work` must have no side effects outside `tx` that must not be repeated.
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

/** The SQLSTATE of an error or of its cause; "" if there is none. */
function sqlState(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
