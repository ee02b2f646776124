import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type * as tables from "./schema/tables.ts";

export type Db = NodePgDatabase<typeof tables>;
/** A database or a transaction in it: what every query and command takes. */
export type Tx = Pick<
  Db,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "$with" | "with"
>;

/** Where a database reports lost connections; the shop's logger is one. */
export type DatabaseLog = { warn: (details: object, message: string) => void };

export type Database = {
  db: Db;
  kind: "pglite" | "postgres";
  /** The connections behind `db`; one on the embedded database. */
  pool: pg.Pool;
  /** Plain SQL on the same pool, for pg-boss and health checks. */
  sql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Calls `work` with a connection without time limits, for migrations, locks, bulk loads and maintenance. It is a
   * connection of its own on PostgreSQL and the only one on the embedded database.
   */
  withConnection: <Result>(work: (client: pg.Client | pg.PoolClient) => Promise<Result>) => Promise<Result>;
  /**
   * Calls `work` in one process at a time of those that ask for `lock`. While it waits it logs for whom, and it throws with a
   * sentence for the operator when the same process keeps it waiting too long. The embedded database has one process.
   */
  withLock: <Result>(lock: number, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Calls `fn` with each payload notified on `channel`, in every process, and with "all" when notifications may have
   * been lost. Answers a function that stops it.
   */
  listen: (channel: string, fn: (payload: string) => void) => Promise<() => Promise<void>>;
  /** False while notifications do not arrive. */
  isListening: () => boolean;
  /** Gives back the space of deleted rows, where the database does not do so by itself. */
  vacuum?: () => Promise<void>;
  /** The embedded database as one tar; `openDatabase` takes it as `template`. */
  dump?: () => Promise<Blob>;
  close: () => Promise<void>;
};

/** Costs of solid-state storage; compiling these short queries takes longer than running them. */
export const PLANNER = "set random_page_cost = 1.1; set jit = off";
