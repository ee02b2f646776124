import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import * as tables from "./schema/tables.ts";

export type Db = NodePgDatabase<typeof tables>;
/** A database or a transaction in it: what every query and command takes. */
export type Tx = Pick<
  Db,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "$with" | "with"
>;

export type Database = {
  db: Db;
  kind: "pglite" | "postgres";
  /** The connections behind `db`; one on the embedded database. */
  pool: pg.Pool;
  /** Plain SQL on the same pool, for pg-boss and health checks. */
  sql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Calls `fn` with each payload notified on `channel`, in every process; answers a function that stops it. */
  listen: (channel: string, fn: (payload: string) => void) => Promise<() => Promise<void>>;
  /** The embedded database as one tar; `openDatabase` takes it as `template`. */
  dump?: () => Promise<Blob>;
  close: () => Promise<void>;
};

const MIGRATIONS = join(import.meta.dirname, "migrations");
/** Costs of solid-state storage; compiling these short queries takes longer than running them. */
const PLANNER = "set random_page_cost = 1.1; set jit = off";
const MIGRATION_LOCK = 71_401;

/**
 * Opens the shop's database: PostgreSQL at `url`, else PGlite in `folder` ("memory://" for none kept).
 * A new PGlite starts as a copy of `template`. Throws with a sentence for the operator when another process has the
 * folder open.
 */
export async function openDatabase(options: {
  url?: string;
  folder: string;
  poolSize?: number;
  template?: Blob;
}): Promise<Database> {
  if (options.url) return openPostgres(options.url, options.poolSize ?? 10);
  return await openPglite(options.folder, options.template);
}

/** Applies what is missing of the generated migrations, one process at a time. `folder` differs in a bundle. */
export async function applyMigrations(database: Database, folder: string = MIGRATIONS): Promise<void> {
  if (database.kind === "pglite") return await migrate(database.db, { migrationsFolder: folder });
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(database.db, { migrationsFolder: folder });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    client.release();
  }
}

/** A migration as its file is called, and the time in ms that the database knows it by. */
export type Migration = { name: string; when: number };

/** The generated migrations in `folder`, in their order. */
export function migrationsIn(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => ({ name: tag, when }));
}

/** Names of those of `migrations` that the database does not have. Throws when it does not answer. */
export async function missingMigrations(
  database: Pick<Database, "sql">,
  migrations: readonly Migration[],
): Promise<string[]> {
  const { rows: found } = await database.sql("select to_regclass('drizzle.__drizzle_migrations') is not null as known");
  const { rows } = found[0]?.["known"]
    ? await database.sql("select created_at::float8 as at from drizzle.__drizzle_migrations")
    : { rows: [] };
  const applied = new Set(rows.map((row) => row["at"]));
  return migrations.filter(({ when }) => !applied.has(when)).map(({ name }) => name);
}

function openPostgres(url: string, max: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => client.query(PLANNER).catch(() => {}),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return {
    db: drizzle(pool, { schema: tables }),
    kind: "postgres",
    pool,
    sql: (text, values) => pool.query(text, values as unknown[]),
    listen: (channel, fn) => listenPostgres(url, channel, fn),
    close: () => pool.end(),
  };
}

/** Holds one connection of its own and comes back after a break; what was missed meanwhile is told as "all". */
async function listenPostgres(url: string, channel: string, fn: (payload: string) => void) {
  let client: pg.Client | null = null;
  let stopped = false;
  let delay = 200;
  const connect = async (): Promise<void> => {
    client = new pg.Client({ connectionString: url });
    client.on("notification", (message) => fn(message.payload ?? ""));
    client.on("error", () => {});
    client.on("end", () => {
      if (!stopped) setTimeout(() => void reconnect(), delay).unref();
    });
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    delay = 200;
  };
  const reconnect = async (): Promise<void> => {
    if (stopped) return;
    try {
      await connect();
      fn("all");
    } catch {
      delay = Math.min(delay * 2, 10_000);
    }
  };
  await connect();
  return async () => {
    stopped = true;
    await client?.end();
  };
}

async function openPglite(folder: string, template?: Blob): Promise<Database> {
  const inMemory = folder.startsWith("memory://");
  const unlock = inMemory ? () => {} : lockFolder(folder);
  const [{ PGlite: Pglite }, { createPgConfig }, { pg_trgm }, { fuzzystrmatch }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/node-postgres"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
    import("@electric-sql/pglite/contrib/fuzzystrmatch"),
  ]);
  const pglite: PGlite = await Pglite.create({
    ...(inMemory ? {} : { dataDir: folder }),
    ...(template ? { loadDataDir: template } : {}),
    extensions: { pg_trgm, fuzzystrmatch },
  });
  await pglite.exec(PLANNER);
  const config = createPgConfig(pglite);
  // Drizzle hands pg an object of type parsers; the adapter expects a list of type ids there.
  const parse = config.connection.parse.bind(config.connection);
  config.connection.parse = (query: object) => parse({ ...query, types: [] });
  const pool = new pg.Pool({ ...(config as object), max: 1, idleTimeoutMillis: 0 });
  pool.query = queryOnKept(pool);
  return {
    db: drizzle(pool, { schema: tables }),
    kind: "pglite",
    pool,
    sql: (text, values) => pool.query(text, values as unknown[]),
    // Not pglite.listen: its LISTEN can come between two messages of a query of the pool and break that query.
    listen: async (channel, fn) => {
      const stop = pglite.onNotification((name, payload) => {
        if (name === channel) fn(payload);
      });
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => stop();
    },
    dump: () => pglite.dumpDataDir("none"),
    close: async () => {
      await pool.end();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/**
 * The pool's own `query` replaces a connection whose query failed. On the embedded database that is the only one, and
 * what it still says about the failed query would be taken for answers to the next ones.
 */
function queryOnKept(pool: pg.Pool): pg.Pool["query"] {
  const query = async (...words: [string, unknown[]]) => {
    const client = await pool.connect();
    try {
      return await client.query(...words);
    } finally {
      client.release();
    }
  };
  return query as pg.Pool["query"];
}

/** Two processes on one PGlite folder corrupt it. The lock names its owner; a dead owner's lock is taken over. */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}.lock`;
  if (existsSync(file)) {
    const owner = Number(readFileSync(file, "utf8"));
    if (owner && owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `The database in ${folder} is in use by process ${owner}. Stop that one first, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL.`,
      );
    }
    rmSync(file);
  }
  const handle = openSync(file, "wx");
  writeSync(handle, String(process.pid));
  closeSync(handle);
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
