import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type * as tables from "./schema/tables.ts";

export type Db = NodePgDatabase<typeof tables>;
/** A database or a transaction in it: the parameter of every query and command. */
export type Tx = Pick<
  Db,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "$count" | "$with" | "with"
>;

/** Receives lost connections; the shop's logger is one. */
export type DatabaseLog = { warn: (details: object, message: string) => void };

/** The payload that `listen` makes up when notifications may have been lost. */
export const LOST = "lost";

/** A connection of `withConnection`. */
export type Connection = pg.Client | pg.PoolClient;

/** The rows of a table as lines of COPY's text format; names are quoted SQL, columns separated by commas. */
export type Copying = {
  /** All rows of `table` in chunks that may end within a line. */
  copyOut: (client: Connection, table: string, columns: string) => AsyncIterable<Uint8Array>;
  /** Inserts `lines`, whose chunks may end within a line. */
  copyIn: (client: Connection, table: string, columns: string, lines: AsyncIterable<Uint8Array>) => Promise<void>;
};

/** How a standby that answers public pages is doing. */
export type ReplicaState = {
  /** What was committed this many seconds ago is known to be on it; null if nothing is known. */
  age_s: number | null;
  /** Why nothing is read from it: it does not answer, is behind, is no standby of this database, or the primary does not say. */
  problem: "silent" | "late" | "other" | "unknown" | null;
  /** Reads of public pages since the start, by the server that answered. */
  reads: { replica: number; primary: number };
};

export type Database = Copying & {
  db: Db;
  kind: "pglite" | "postgres";
  /** The connections behind `db`; one on the embedded database. */
  pool: pg.Pool;
  /** Plain SQL on the same pool, for pg-boss and health checks. */
  sql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Calls `work` with a connection without timeouts, for migrations, locks, bulk loads and maintenance. It is a
   * separate connection on PostgreSQL and the only one on the embedded database.
   */
  withConnection: <Result>(work: (client: Connection) => Promise<Result>) => Promise<Result>;
  /**
   * Calls `work` in one process at a time per `lock`. While it waits it logs the holder, and throws with a message for
   * the operator if one holder keeps the lock too long. The embedded database has one process.
   */
  withLock: <Result>(lock: number, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Calls `work` and returns true, or returns false if a call in any process holds the lock `name`. A process that is
   * killed holds no lock.
   */
  ifFree: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Whether a call of `ifFree` in any process holds the lock `name`. */
  isHeld: (name: string) => Promise<boolean>;
  /**
   * Calls `fn` with each payload notified on `channel`, in every process, and with LOST when notifications may have
   * been lost. Returns a function that unsubscribes. Public reads leave the standby until it has what a notice tells of,
   * unless that `isOnPages: false`, as jobs are not.
   */
  listen: (
    channel: string,
    fn: (payload: string) => void,
    options?: { isOnPages?: boolean },
  ) => Promise<() => Promise<void>>;
  /** False while notifications do not arrive. */
  isListening: () => boolean;
  /**
   * Calls `work`; what it reads outside a transaction may come from a standby that has every change notified to this
   * process. For public pages: never for carts, payments, accounts and staff.
   */
  publicReads: <Result>(work: () => Result) => Result;
  /** The connections to a standby for `publicReads`, and how it is; absent without DATABASE_REPLICA_URL. */
  replica?: { pool: pg.Pool; readonly state: ReplicaState };
  /** Throws with a sentence for the operator if the shop cannot run on this server. */
  refuseUnfit?: () => Promise<void>;
  /** Vacuums the database if it does not do so by itself. */
  vacuum?: () => Promise<void>;
  /** The embedded database as a tar file; `openDatabase` takes it as `template`. */
  dump?: () => Promise<Blob>;
  /** Copies the folder of the embedded database, which can then be opened; queries wait meanwhile. */
  copyFolder?: (to: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Costs for solid-state storage; JIT compilation takes longer than these short queries. Scans begin at the first row, so
 * that a search that reads only some of its matches reads the same ones again.
 */
export const PLANNER = "set random_page_cost = 1.1; set jit = off; set synchronize_seqscans = off";
