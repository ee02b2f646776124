import { chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { pgliteCopying } from "./copying.server.ts";
import { PLANNER, type Database } from "./database.ts";
import { lockFolder } from "./folder-lock.server.ts";
import { drizzleOn } from "./nesting-guard.server.ts";

/**
 * The embedded database in `folder` ("memory://" for memory only), readable by its owner only. A new one starts as a
 * copy of `template`. Throws with a message for the operator if another process has the folder open.
 */
export async function openPglite(folder: string, template?: Blob): Promise<Database> {
  const inMemory = folder.startsWith("memory://");
  const unlock = inMemory ? () => {} : lockFolder(folder);
  try {
    if (!inMemory) refuseOtherMajor(folder);
    if (!inMemory) makePrivate(folder);
    const pglite = await start(inMemory ? undefined : folder, template);
    // PGlite creates world-writable files.
    if (!inMemory) makePrivate(folder);
    return await toDatabase(pglite, unlock, inMemory ? null : folder);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The major version of PostgreSQL in the embedded database; a test compares it. */
export const EMBEDDED_MAJOR = "18";

/** A folder can only be opened by the major version of PostgreSQL that wrote it. */
function refuseOtherMajor(folder: string): void {
  const file = join(folder, "PG_VERSION");
  if (!existsSync(file)) return;
  const major = readFileSync(file, "utf8").trim();
  if (major === EMBEDDED_MAJOR) return;
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${major}, and this version of Oja has ${EMBEDDED_MAJOR}: make a backup with ` +
      "the version of Oja that wrote it (npm run backup -- FILE), then bring it back with this one (npm run restore -- FILE --replace).",
  );
}

/** PostgreSQL's default of 128 MB is zeroed at the start, so all of it is resident; the system caches the files as well. */
const SHARED_BUFFERS = "16MB";

async function start(dataDir: string | undefined, template: Blob | undefined): Promise<PGlite> {
  const [{ PGlite: Pglite }, { pg_trgm }, { fuzzystrmatch }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
    import("@electric-sql/pglite/contrib/fuzzystrmatch"),
  ]);
  const pglite = await Pglite.create({
    startParams: [...Pglite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template ? { loadDataDir: template } : {}),
    extensions: { pg_trgm, fuzzystrmatch },
  });
  await pglite.exec(PLANNER);
  return pglite;
}

/** Maximum time of consecutive database messages before the event loop gets a turn, in ms. */
const LONGEST_TURN = 20;

/**
 * Answers are microtasks, so a transaction of many statements would block the event loop until its end. Returns a function
 * that waits until all messages are answered: after a failed query the rest of its messages is still on the way.
 */
function shareEventLoop(pglite: PGlite): () => Promise<void> {
  const send = pglite.execProtocolStream.bind(pglite);
  let turnBegan: number | null = null;
  const unanswered = new Set<unknown>();
  pglite.execProtocolStream = async (...message) => {
    unanswered.add(message);
    try {
      if (turnBegan !== null && performance.now() - turnBegan > LONGEST_TURN) await nextTurn();
      if (turnBegan === null) {
        turnBegan = performance.now();
        setImmediate(() => (turnBegan = null));
      }
      return await send(...message);
    } finally {
      unanswered.delete(message);
    }
  };
  return async () => {
    do await nextTurn();
    while (unanswered.size > 0);
  };
}

async function toDatabase(pglite: PGlite, unlock: () => void, folder: string | null): Promise<Database> {
  const allAnswered = shareEventLoop(pglite);
  const { createPgConfig } = await import("@electric-sql/pglite/node-postgres");
  const config = createPgConfig(pglite);
  // Drizzle passes pg an object of type parsers; the adapter expects a list of type ids there.
  const parse = config.connection.parse.bind(config.connection);
  config.connection.parse = (query: object) => parse({ ...query, types: [] });
  const pool = new pg.Pool({ ...(config as object), max: 1, idleTimeoutMillis: 0 });
  const db = drizzleOn(pool);
  const withConnection: Database["withConnection"] = async (work) => {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  // The pool's own `query` replaces a connection whose query failed. Here it is the only one, and the rest of its
  // output would be read as answers to the next queries.
  const query = async (...args: [string, unknown[]]) => await withConnection((client) => client.query(...args));
  pool.query = query as pg.Pool["query"];
  const copyFolder = async (from: string, to: string) =>
    await withConnection(async (client) => {
      await client.query("checkpoint");
      await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    });
  const held = new Set<string>();
  return {
    ...pgliteCopying(pglite),
    ...(folder ? { copyFolder: (to: string) => copyFolder(folder, to) } : {}),
    db,
    kind: "pglite",
    pool,
    sql: (text, values) => pool.query(text, values as unknown[]),
    withConnection,
    withLock: (_, work) => work(),
    ifFree: async (name, work) => {
      if (held.has(name)) return false;
      held.add(name);
      await work().finally(() => held.delete(name));
      return true;
    },
    isHeld: async (name) => held.has(name),
    // Not pglite.listen: its LISTEN can interrupt the messages of a pool query and break that query.
    listen: async (channel, fn) => {
      const stop = pglite.onNotification((name, payload) => {
        if (name === channel) fn(payload);
      });
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => stop();
    },
    isListening: () => !pglite.closed,
    publicReads: (work) => work(),
    vacuum: async () => void (await withConnection((client) => client.query("vacuum analyze"))),
    dump: () => pglite.dumpDataDir("none"),
    close: async () => {
      await pool.end();
      await allAnswered();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/** Removes all permissions of other users from `folder` and its content. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}
