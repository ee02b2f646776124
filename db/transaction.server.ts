import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isConnectionLost } from "./cause.ts";
import type { Db, Tx } from "./database.ts";

const TRIES = 4;
/**
 * SQLSTATEs after which the whole transaction is run again: a serialization failure, a deadlock, and a value that
 * another transaction made unique meanwhile, which the next run finds before it writes.
 */
const RETRIED = new Set(["40001", "40P01", "23505"]);

/** Rolls the transaction back, so that nothing is written, and makes `result` the result of `inTransaction`. */
export type Rollback<Result> = (result: Result) => never;

type Work<Result> = (tx: Tx, rollback: Rollback<Result>) => Promise<Result>;

class RolledBack<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("rolled back with a result");
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction of `db`: the only way to open one that writes. Returns the result of `work`, committed, or the one
 * given to `rollback`. Retried after a deadlock, a serialization failure and a violated unique index, at most 4
 * attempts, then the error; once, on another connection, if its own was lost before its COMMIT was sent; any other error
 * rolls back and is thrown. So `work` can run several times: outside `tx` it has no effects but log lines.
 */
export async function inTransaction<Result>(db: Db, work: Work<Result>): Promise<Result> {
  let wasLost = false;
  for (let tries = 1; ; tries += 1) {
    const progress = { isDone: false };
    try {
      return await attempt(db, work, progress);
    } catch (error) {
      // Before the COMMIT was sent, so the server has written nothing.
      if (!wasLost && !progress.isDone && isConnectionLost(error)) wasLost = true;
      else if (tries >= TRIES || !RETRIED.has(sqlState(error))) throw error;
      await wait(10 * 2 ** tries * (0.5 + Math.random()));
    }
  }
}

/** Reads with `work` what the database held at one moment. */
export async function inSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** Makes transactions that lock the same `name` take turns until they end: for rows that do not exist yet. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Runs `work` in a savepoint of `tx`: an error undoes only what `work` wrote. Never retried, because a deadlock ends the
 * whole transaction.
 */
export async function inSavepoint<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await tx.transaction(work);
}

async function attempt<Result>(db: Db, work: Work<Result>, progress: { isDone: boolean }): Promise<Result> {
  const ended: { by?: RolledBack<Result> } = {};
  const rollback = (result: Result): never => {
    ended.by = new RolledBack(result);
    throw ended.by;
  };
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx, rollback);
      progress.isDone = true;
      return result;
    });
  } catch (error) {
    if (ended.by && error === ended.by) return ended.by.result;
    throw error;
  }
}

/** The SQLSTATE of an error or of its cause; "" if there is none. */
function sqlState(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
