import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "./database.ts";

type Holder = { pid: number; application: string | null; address: string | null; connected: Date | null };
/** Times in ms. */
type Patience = { report: number; wait: number; log: DatabaseLog };

/** Interval of the questions for a held lock, in ms. */
const PAUSE = 200;

/**
 * Takes the advisory lock `lock`, which is released with the connection of `client`, also if the process is killed.
 * Logs the holder every `report` ms, and throws when one holder has kept it for `wait` ms.
 */
export async function takeLock(client: pg.ClientBase, lock: number, { report, wait, log }: Patience): Promise<void> {
  let pid: number | undefined;
  let since = performance.now();
  let reported = since;
  // A statement that waits for the lock has a snapshot, and an index that the holder builds concurrently waits for it.
  while (!(await takeNow(client, lock))) {
    const now = performance.now();
    const holder = await holderOf(client, lock);
    // A new holder: the previous one has finished.
    if (holder?.pid !== pid) since = now;
    pid = holder?.pid;
    const seconds = Math.round((now - since) / 1000);
    if (holder && now - since >= wait) throw new Error(tooLong(holder, seconds));
    if (now - reported >= report) {
      reported = now;
      log.warn({ holder, seconds }, "waiting for another process that brings the database up to date");
    }
    await pause(Math.min(PAUSE, report));
  }
}

async function takeNow(client: pg.ClientBase, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lock]);
  return rows[0]?.taken === true;
}

/** The number of the advisory lock of a name. */
const NUMBER = "hashtextextended($1, 0)";

/** Takes the advisory lock `name` for the time of the connection of `client`; false if it is held. */
export async function takeIfFree(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${NUMBER}) as taken`, [name]);
  return rows[0]?.taken === true;
}

/** Whether a connection to the database holds the advisory lock `name`. */
export async function isLockHeld(pool: pg.Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    `select exists (
       select 1 from pg_locks
       where locktype = 'advisory' and granted and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32) | objid::bigint = ${NUMBER}) as held`,
    [name],
  );
  return rows[0]?.held === true;
}

async function holderOf(client: pg.ClientBase, lock: number): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select pid, application_name as application, client_addr::text as address, backend_start as connected
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and classid = 0 and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [lock],
  );
  return rows[0];
}

function tooLong({ pid, address, connected }: Holder, seconds: number): string {
  const connection = [address && ` from ${address}`, connected && ` since ${connected.toISOString()}`].join("");
  return (
    `Another process has been bringing the database up to date for ${seconds} seconds and does not end: connected` +
    `${connection}. End it, or its connection with "select pg_terminate_backend(${pid})", and start again.`
  );
}
