import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { serverOf, StandbyError } from "./hosts.server.ts";

const OLDEST = 15;
const ROUNDS = 3;
/** How often a notification is sent before it counts as lost; each time the listening session has answered since. */
const NOTICES = 50;
const PAUSE_MS = 20;

/**
 * Throws with a sentence for the operator if the server behind `setting` is a standby, older than PostgreSQL 15,
 * has another encoding than UTF8, or is behind a pooler that gives each transaction another session. `open` resolves with a new connection.
 */
export async function refuseUnfit(open: () => Promise<pg.Client>, setting: string): Promise<void> {
  const clients: pg.Client[] = [];
  try {
    for (let made = 0; made < 2; made += 1) clients.push(await open());
    const [first, second] = clients as [pg.Client, pg.Client];
    const { version, encoding } = serverOf(first);
    if (Number.parseInt(version, 10) < OLDEST)
      throw new Error(`${setting} leads to PostgreSQL ${version}: the shop needs PostgreSQL ${OLDEST} or newer.`);
    // A pooler may not say it.
    if (!["", "UTF8"].includes(encoding))
      throw new Error(
        `${setting} leads to a database whose encoding is ${encoding}: create it with UTF8 (create database oja encoding 'UTF8' template template0).`,
      );
    if (await isPooled(first, second))
      throw new Error(
        `${setting} leads through a pooler in transaction mode, which loses notifications and locks: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
      );
  } catch (error) {
    if (!(error instanceof StandbyError)) throw error;
    throw new Error(
      `${setting} leads to a standby, which cannot be written to: name the primary, or all servers with commas between them.`,
      { cause: error },
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** Whether a client's session changes between its transactions, or its notifications do not arrive. */
async function isPooled(first: pg.Client, second: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sessionOf(first);
    // The session that was used last is the first one that a pooler gives to another client.
    await second.query("begin");
    const other = await sessionOf(second);
    await second.query("commit");
    if (other === session || (await sessionOf(first)) !== session) return true;
  }
  const channel = `start_${randomUUID()}`;
  const heard: unknown[] = [];
  first.on("notification", (notice) => heard.push(notice));
  await first.query(`listen ${pg.escapeIdentifier(channel)}`);
  for (let sent = 0; sent < NOTICES && heard.length === 0; sent += 1) {
    await second.query("select pg_notify($1, '')", [channel]);
    await first.query("select 1");
    if (heard.length === 0) await wait(PAUSE_MS);
  }
  return heard.length === 0;
}

async function sessionOf(client: pg.Client): Promise<unknown> {
  return (await client.query<{ session: number }>("select pg_backend_pid() as session")).rows[0]?.session;
}
