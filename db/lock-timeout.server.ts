import { setTimeout as wait } from "node:timers/promises";
import { causeOf } from "./cause.ts";
import type { Connection } from "./database.ts";

/** `wait` of a statement and `pause` between tries in ms. */
export type LockPatience = { wait: number; pause: number; tries: number };

/** SQLSTATE of a statement that waited longer than `lock_timeout`. */
const LOCK_TIMEOUT = "55P03";

const PATIENCE: LockPatience = { wait: 3_000, pause: 2_000, tries: 10 };

/**
 * Runs `work`, one transaction that changes tables, on PostgreSQL. A statement that waits for the lock of a table makes
 * every later reader of the table wait behind it: it gives up after `wait` ms, and all of `work` is tried again after a
 * pause, in which the others are served. Throws with a message for the operator after `tries`.
 */
export async function withLockTimeout<Result>(
  client: Connection,
  work: () => Promise<Result>,
  patience: LockPatience = PATIENCE,
): Promise<Result> {
  await client.query(`set lock_timeout = ${patience.wait}`);
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (causeOf(error).code !== LOCK_TIMEOUT) throw error;
      if (tries === patience.tries) throw new Error(await complaint(client, tries), { cause: error });
    }
    await wait(patience.pause);
  }
}

/** Names the oldest transaction in the database, the likely holder of the lock. */
async function complaint(client: Connection, tries: number): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: Date }>(
    `select pid, xact_start as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`,
  );
  const [oldest] = rows;
  const holder = oldest
    ? ` The oldest open transaction is of process ${oldest.pid}, since ${oldest.since.toISOString()}: wait until it has ` +
      `ended, or end it with "select pg_terminate_backend(${oldest.pid})", and start again.`
    : " Start again.";
  return `The database could not be brought up to date: a table was in use at each of ${tries} tries.${holder}`;
}
