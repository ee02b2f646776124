import pg from "pg";
import type { ObjectStoreSettings } from "#app/platform/provider-settings.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { startMailSink } from "#tests/fixtures/mail-sink.ts";
import { startObjectStore } from "#tests/fixtures/object-store.ts";
import { startTcpProxy, type TcpProxy } from "#tests/fixtures/tcp-proxy.ts";
import { Visitor, signUp } from "#tests/fixtures/visitor.ts";
import type { TestPostgres } from "#tests/setup/postgres.global.ts";
import { openMarket, until, type Balance, type Market } from "../buyers.ts";
import { startReaders } from "../readers.ts";
import { closing } from "../world.ts";
import type { SmallDisk } from "./small-disk.ts";

/** Where a fault strikes: between the shop and this neighbour. */
export type Neighbour = "database" | "provider" | "store" | "mail";

/** How the mails of the orders arrived. */
type Mails = {
  /** Orders without a confirmation that has arrived. */
  unconfirmed: number;
  /** Mails that arrived and belong to nothing in the database. */
  strays: number;
  /** Mails that arrived twice, with the same id: so a mailbox shows them once. */
  repeats: number;
};

/** What a shop has after a fault: the answers are those of buyers and of readers of public pages. */
export type Aftermath = Balance & Mails & { isReady: boolean; answers: Record<string, number> };

/** A shop under buyers and readers, whose neighbours can be struck. */
export type Stage = {
  market: Market;
  proxies: Record<Neighbour, TcpProxy>;
  /** The disk of the case, if it has one, and the data folders of the processes. */
  disk: SmallDisk | null;
  folders: readonly string[];
  /** The ids of the mails that have arrived. */
  received: readonly string[];
  /** Halts PostgreSQL; returns what lets it go on. */
  freeze: TestPostgres["freeze"];
  /** A signed-in owner of the shop at the first process. */
  owner: () => Promise<Visitor>;
  /** Runs SQL past the proxy. */
  sql: (text: string) => Promise<Record<string, unknown>[]>;
  /** Stops buyers and readers, waits until everything has settled, and checks. */
  check: () => Promise<Aftermath>;
  close: () => Promise<void>;
};

/** A PostgreSQL with a database to copy. */
export type StagePostgres = Pick<TestPostgres, "url" | "template" | "freeze">;

type StageOptions = {
  postgres: StagePostgres;
  buyers: number;
  folder: () => string;
  /** More settings of the shop; `bucket` is the object store behind its proxy. */
  settings?: ((bucket: ObjectStoreSettings) => Record<string, string>) | undefined;
  disk?: SmallDisk | null;
  /** Whether the database is on `disk`. */
  isDatabaseOnDisk?: boolean;
};

const PASSWORD = "first-password";

/** Opens a shop on a new database of `postgres`, with a proxy before each of its neighbours. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { postgres, buyers, settings, disk = null, isDatabaseOnDisk = false } = options;
  const folders: string[] = [];
  const folder = () => {
    const made = options.folder();
    folders.push(made);
    return made;
  };
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closers.splice(0).toReversed()) await end();
  };
  const opened = async <One extends { close: () => Promise<unknown> }>(opening: Promise<One>) => {
    const one = await opening;
    closers.push(one.close);
    return one;
  };
  const proxyTo = (port: number) => opened(startTcpProxy({ host: "127.0.0.1", port }));
  try {
    const { url } = await opened(newDatabase(postgres, isDatabaseOnDisk ? disk : null));
    const store = await opened(startObjectStore());
    const sink = await opened(startMailSink());
    const database = await proxyTo(Number(new URL(url).port));
    const files = await proxyTo(Number(new URL(store.settings.endpoint).port));
    const mail = await proxyTo(sink.port);
    const bucket = { ...store.settings, endpoint: `http://127.0.0.1:${files.port}` };
    let provider: TcpProxy | null = null;
    const market = await opened(
      openMarket({
        url,
        buyers,
        folder,
        settings: async (sandboxUrl) => {
          provider = await proxyTo(Number(new URL(sandboxUrl).port));
          return {
            DATABASE_URL: url.replace(/:\d+\//, `:${database.port}/`),
            PAYSTACK_API_URL: `http://127.0.0.1:${provider.port}`,
            SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
            ...settings?.(bucket),
          };
        },
      }),
    );
    if (!provider) throw new Error("The market has no payment provider.");
    const readers = await startReaders(market);
    closers.push(readers.stop);
    const sql: Stage["sql"] = async (text) =>
      await closing(await openDatabase({ url, folder: "" }), async (open) => (await open.sql(text)).rows);
    return {
      market,
      proxies: { database, provider, store: files, mail },
      disk,
      folders,
      received: sink.received,
      freeze: postgres.freeze,
      owner: () => signedInOwner(market.shops[0]?.url ?? "", sql),
      sql,
      async check() {
        const { badPages } = await readers.stop();
        const isReady = await untilReady(market);
        const balance = await market.balance();
        const answers = { ...balance.failures };
        for (const [answer, times] of Object.entries(badPages)) answers[answer] = (answers[answer] ?? 0) + times;
        return { ...balance, isReady, answers, ...(await mailsOf(sql, sink.received)) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A copy of the template, on `disk` if there is one. */
async function newDatabase({ url, template }: StagePostgres, disk: SmallDisk | null) {
  const name = `fault_${crypto.randomUUID().replaceAll("-", "")}`;
  const space = disk ? `${name}_disk` : "pg_default";
  const run = async (statements: string[]) => {
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const place = disk ? [`create tablespace ${space} location '${disk.makeFolderFor("postgres")}'`] : [];
  await run([...place, `create database ${name} template ${template} tablespace ${space}`]);
  return {
    url: `${url}/${name}`,
    close: () => run([`drop database ${name} with (force)`, ...(disk ? [`drop tablespace ${space}`] : [])]),
  };
}

/** Whether each process says in the end that it is ready. */
async function untilReady({ shops }: Market): Promise<boolean> {
  const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
  const all = shops.map(({ url }) => until("a process that is ready", () => isReady(url)));
  return (await Promise.allSettled(all)).every(({ status }) => status === "fulfilled");
}

async function signedInOwner(url: string, sql: Stage["sql"]): Promise<Visitor> {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const owner = new Visitor(url);
  await signUp(owner, email, { password: PASSWORD });
  await sql(`update users set email_verified = true, role = 'admin', staff_role = 'owner' where email = '${email}'`);
  const { status, text } = await owner.signIn(email, PASSWORD);
  if (status !== 200) throw new Error(`Signing in was answered with ${status}: ${text}`);
  return owner;
}

/** Waits until every mail has been sent, and compares what arrived with the orders. */
async function mailsOf(sql: Stage["sql"], received: readonly string[]): Promise<Mails> {
  const waiting = "select count(*)::int as n from mails where status = 'queued'";
  await until("every mail", async () => (await sql(waiting))[0]?.["n"] === 0).catch(() => {});
  const stored = new Set((await sql("select id from mails")).map(({ id }) => id));
  const confirmations = await sql("select order_id, id from mails where kind = 'order_confirmation'");
  const arrived = new Set(received);
  const confirmed = new Set(confirmations.flatMap(({ id, order_id }) => (arrived.has(id as string) ? [order_id] : [])));
  const orders = await sql("select id from orders");
  return {
    unconfirmed: orders.filter(({ id }) => !confirmed.has(id)).length,
    strays: [...arrived].filter((id) => !stored.has(id)).length,
    repeats: received.length - arrived.size,
  };
}
