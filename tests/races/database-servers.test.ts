import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { startTcpProxy } from "../fixtures/tcp-proxy.ts";
import { startTransactionPooler } from "../fixtures/transaction-pooler.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { startPostgresPair, type PostgresPair } from "../setup/postgres-pair.ts";
import { postgresUrl } from "../setup/postgres.ts";
import { testShop } from "../setup/shop.ts";

let pair: PostgresPair;

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false });
});
afterAll(() => pair.stop());

const open = async (url: string, directUrl?: string) =>
  closedAfterTest(await openDatabase({ url, directUrl, folder: "" }));

const portOf = (url: string) => new URL(url).port;

test("of several servers the primary is used for queries, transactions, notifications and locks, in any order", async () => {
  const [primary, standby] = [portOf(pair.primaryUrl()), portOf(pair.standbyUrl())];
  for (const ports of [
    [primary, standby],
    [standby, primary],
    ["1", standby, primary],
  ]) {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    const database = await open(pair.url.replace(/@[^/]+\//, `@${hosts}/`));
    const payloads: string[] = [];
    await database.listen("catalogue", (payload) => payloads.push(payload));
    const port = "select current_setting('port') as port, pg_is_in_recovery() as standby";
    const expected = [{ port: primary, standby: false }];
    const asked = await Promise.all([1, 2, 3].map(() => database.sql(port)));
    for (const { rows } of asked) expect(rows, hosts).toEqual(expected);
    expect((await database.withConnection((client) => client.query(port))).rows, hosts).toEqual(expected);
    expect(await database.withLock(1, () => Promise.resolve("locked")), hosts).toBe("locked");
    await inTransaction(database.db, (tx) => tx.select().from(products));
    await database.sql("select pg_notify('catalogue', 'seen')");
    await expect.poll(() => payloads).toContain("seen");
    await database.refuseUnfit?.();
  }
});

test("a standby is refused with one sentence, also at the start of a shop", async () => {
  const sentence =
    "DATABASE_URL leads to a standby, which cannot be written to: name the primary, or all servers with commas between them.";
  const database = await open(pair.standbyUrl());
  await expect(database.refuseUnfit?.()).rejects.toThrow(sentence);
  await expect(database.sql("select 1")).rejects.toThrow("is a standby");
  await expect(
    testShop({ env: { DATABASE_URL: pair.standbyUrl(), DEMO: "0", AUTH_SECRET: "a".repeat(48), LOG_LEVEL: "silent" } }),
  ).rejects.toThrow(sentence);
});

test("a server that does not answer is one sentence at the start of a shop", async () => {
  const env = { DATABASE_URL: "postgres://u:p@127.0.0.1:1,127.0.0.1:2/x", DEMO: "0", LOG_LEVEL: "silent" };
  await expect(testShop({ env: { ...env, AUTH_SECRET: "a".repeat(48) } })).rejects.toThrow(
    /^PostgreSQL at 127.0.0.1:1, 127.0.0.1:2 does not answer \(ECONNREFUSED\)/,
  );
});

test("PostgreSQL 14 is refused with one sentence", async () => {
  const address = new URL(await postgresUrl());
  const old = Buffer.from("server_version\u000014.1\0");
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) }, (bytes) => {
    const at = bytes.indexOf("server_version\0");
    if (at >= 0) old.copy(bytes, at);
    return bytes;
  });
  onTestFinished(() => proxy.close());
  address.port = String(proxy.port);
  const database = await open(address.href);
  await expect(database.refuseUnfit?.()).rejects.toThrow(
    "DATABASE_URL leads to PostgreSQL 14.1: the shop needs PostgreSQL 15 or newer.",
  );
});

test("a database that is not UTF8 is refused with one sentence", async () => {
  const name = `ascii_${crypto.randomUUID().replaceAll("-", "")}`;
  await pair.onPrimary(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  const address = new URL(pair.primaryUrl());
  address.pathname = `/${name}`;
  await expect((await open(address.href)).refuseUnfit?.()).rejects.toThrow(
    "DATABASE_URL leads to a database whose encoding is SQL_ASCII: create it with UTF8 (create database oja encoding 'UTF8' template template0).",
  );
});

test("a pooler in transaction mode is refused with one sentence, and works with a direct address beside it", async () => {
  const url = await postgresUrl();
  const pooler = await startTransactionPooler(url);
  onTestFinished(() => pooler.close());
  const pooled = await open(pooler.url);
  await expect(pooled.refuseUnfit?.()).rejects.toThrow(
    "DATABASE_URL leads through a pooler in transaction mode, which loses notifications and locks: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.",
  );
  await expect((await open(pooler.url, pooler.url)).refuseUnfit?.()).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads through/,
  );

  const database = await open(pooler.url, url);
  await database.refuseUnfit?.();
  const payloads: string[] = [];
  await database.listen("catalogue", (payload) => payloads.push(payload));
  await inTransaction(database.db, (tx) => tx.select().from(products));
  await database.sql("select pg_notify('catalogue', 'seen')");
  await expect.poll(() => payloads).toContain("seen");
  // Its sessions are shared: no setting of this client reaches them.
  const { rows } = await database.sql("select current_setting('statement_timeout') as timeout");
  expect(rows).toEqual([{ timeout: "0" }]);
});

test("the real PgBouncer in transaction mode is refused too", async ({ skip }) => {
  const { startPgBouncer } = await import("../fixtures/pgbouncer.ts");
  const bouncer = await startPgBouncer(await postgresUrl());
  if (!bouncer) return skip("pgbouncer is not installed");
  onTestFinished(() => bouncer.stop());
  const refused = (await open(bouncer.url("transaction"))).refuseUnfit?.();
  await expect(refused).rejects.toThrow(/^DATABASE_URL leads through a pooler in transaction mode/);
  await (await open(bouncer.url("session"))).refuseUnfit?.();
});
