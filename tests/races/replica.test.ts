import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { startPostgresPair, type PostgresPair } from "../setup/postgres-pair.ts";
import { postgresUrl } from "../setup/postgres.ts";
import { testShop } from "../setup/shop.ts";

const LAG_MS = 5_000;
/** In pages and in answers for the browser. */
const [OLD, NEW] = [/1,111|111100/, /2,222|222200/];
const SETTINGS = { DEMO: "0", AUTH_SECRET: "a".repeat(48), LOG_LEVEL: "silent" };

let pair: PostgresPair;
let shop: RunningShop;

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false });
  const addresses = { DATABASE_URL: pair.primaryUrl(), DATABASE_REPLICA_URL: pair.standbyUrl() };
  shop = await testShop({ env: { ...SETTINGS, ...addresses } });
});
afterAll(async () => {
  await shop.close();
  await pair.stop();
});

const replica = () => shop.shop.database.replica!.state;
/** Until the replica has all that is committed and may answer. */
const current = () =>
  expect
    .poll(
      async () => {
        const { reads } = replica();
        await body(`/search/suggest?q=${crypto.randomUUID()}`);
        return replica().reads.replica > reads.replica && replica().reads.primary === reads.primary;
      },
      { timeout: 30_000 },
    )
    .toBe(true);

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const response = await shop.fetch(new Request(new URL(path, shop.url), init));
  expect(response.status, path).toBe(200);
  return response;
}
const body = async (path: string, init?: RequestInit) => await (await ask(path, init)).text();

const checked = async (id: string) =>
  await body("/cart/check", {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: shop.url },
    body: JSON.stringify({ lines: [{ id, quantity: 1 }] }),
  });

test("a replica answers public pages, and the cart's check never asks it", { timeout: 120_000 }, async () => {
  const { id, slug } = await makeProduct(shop.shop.db, { name: "Golden rice" });
  await current();
  const before = replica().reads;
  for (const path of [`/product/${slug}`, "/products?search=golden", "/faq"]) await body(path);
  expect(replica().reads.replica).toBeGreaterThan(before.replica + 3);
  expect(replica().reads.primary).toBe(before.primary);
  const scans = "select sum(seq_scan + idx_scan)::int as n from pg_stat_user_tables where relname = 'products'";
  await expect.poll(async () => (await pair.onStandby(scans))[0]?.["n"], { timeout: 20_000 }).toBeGreaterThan(0);

  const after = replica().reads;
  expect(await checked(id)).toContain("Golden rice");
  await ask("/profile").catch(() => {});
  expect(replica().reads).toEqual(after);
});

test("a replica that is five seconds behind shows no stale price after a change", { timeout: 120_000 }, async () => {
  const { id, slug } = await makeProduct(shop.shop.db, { name: "Late beans", price_kobo: 111_100 });
  const pages = [`/product/${slug}`, "/products?search=late+beans", "/products", "/search/suggest?q=late"];
  await current();
  for (const page of pages) expect(await body(page), page).toMatch(OLD);

  await pair.onStandby("select pg_wal_replay_pause()");
  const heard: string[] = [];
  await shop.shop.database.listen("catalogue", (payload) => heard.push(payload));
  await shop.shop.db.update(products).set({ price_kobo: 222_200 }).where(eq(products.id, id));
  expect(await checked(id)).toContain("222200");
  await expect.poll(() => heard).not.toEqual([]);
  expect(await body(`/product/${slug}`)).toMatch(NEW);
  // Listings are dropped at most once in five seconds.
  for (const page of pages) await expect.poll(() => body(page), { timeout: 20_000 }).toMatch(NEW);
  const until = performance.now() + LAG_MS;
  while (performance.now() < until) {
    for (const page of pages) expect(await body(page), page).toMatch(NEW);
    await wait(200);
  }
  const price = `select price_kobo from products where id = '${id}'`;
  expect(await pair.onStandby(price)).toEqual([{ price_kobo: "111100" }]);
  await pair.onStandby("select pg_wal_replay_resume()");
  await current();
  for (const page of pages) expect(await body(page), page).toMatch(NEW);
});

test("behind a balancer each connection is asked how far its own server is", { timeout: 120_000 }, async () => {
  const ports = [pair.standbyUrl(), pair.primaryUrl()].map((url) => Number(new URL(url).port));
  let opened = 0;
  const balancer = createServer((socket) => {
    const server = connect({ host: "127.0.0.1", port: ports[(opened += 1) % 2] ?? 0 });
    for (const end of [socket, server]) end.on("error", () => {});
    socket.pipe(server).pipe(socket);
  });
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void balancer.close());
  const address = new URL(pair.standbyUrl());
  address.port = String((balancer.address() as AddressInfo).port);
  const database = closedAfterTest(
    await openDatabase({ url: pair.primaryUrl(), replicaUrl: address.href, folder: "", poolSize: 4 }),
  );
  await database.listen("catalogue", () => {});
  const { id } = await makeProduct(shop.shop.db, { name: "Balanced oats", price_kobo: 1_000 });
  const price = async () =>
    await database.publicReads(() => database.sql("select price_kobo from products where id = $1", [id]));
  const prices = async () =>
    (await Promise.all([1, 2, 3, 4].map(price))).map(({ rows }) => Number(rows[0]?.["price_kobo"]));
  await expect
    .poll(async () => (await prices(), database.replica?.state.reads.replica), { timeout: 30_000 })
    .toBeGreaterThan(20);
  await pair.onStandby("select pg_wal_replay_pause()");
  onTestFinished(async () => void (await pair.onStandby("select pg_wal_replay_resume()")));
  for (let changed = 1; changed <= 20; changed += 1) {
    await shop.shop.db
      .update(products)
      .set({ price_kobo: 1_000 + changed })
      .where(eq(products.id, id));
    await wait(100);
    expect(await prices()).toEqual([1, 1, 1, 1].map(() => 1_000 + changed));
  }
});

test("a notice of a job leaves public reads on the standby", { timeout: 120_000 }, async () => {
  const urls = { url: pair.primaryUrl(), replicaUrl: pair.standbyUrl() };
  const database = closedAfterTest(await openDatabase({ ...urls, folder: "" }));
  const onStandby = () => database.replica?.state.reads.replica ?? 0;
  const read = () => database.publicReads(() => database.sql("select id from products limit 1"));
  await database.listen("test_jobs", () => void read(), { isOnPages: false });
  await expect
    .poll(async () => (await database.sql("select pg_notify('test_jobs', '')"), onStandby()), { timeout: 30_000 })
    .toBeGreaterThan(0);
});

test("a database that is no standby of the shop's is refused at the start with one sentence", async () => {
  const addresses = { DATABASE_URL: pair.primaryUrl(), DATABASE_REPLICA_URL: await postgresUrl() };
  await expect(testShop({ env: { ...SETTINGS, ...addresses } })).rejects.toThrow(
    "DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a standby of its cluster.",
  );
});

test("without its replica a shop starts, and the primary answers", { timeout: 120_000 }, async () => {
  const addresses = { DATABASE_URL: pair.primaryUrl(), DATABASE_REPLICA_URL: "postgres://u:p@127.0.0.1:1/x" };
  const alone = await testShop({ env: { ...SETTINGS, ...addresses } });
  onTestFinished(() => alone.close());
  expect((await alone.fetch(new Request(alone.url))).status).toBe(200);
  await expect.poll(() => alone.shop.database.replica?.state.problem).toBe("silent");
});
