import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, underStartLock } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { makeGoods } from "../fixtures/checkout.ts";
import { startTcpProxy } from "../fixtures/tcp-proxy.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { lockWaiters, postgresUrl } from "../setup/postgres.ts";
import { testShop } from "../setup/shop.ts";

const TERMINATE =
  "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

/** A log that only counts. */
function recordedLog() {
  const messages: string[] = [];
  return { messages, warn: (_: object, message: string) => void messages.push(message) };
}

test("a connection that is lost, idle or in a transaction, fails its query, is logged, and the next query works", async () => {
  const url = await postgresUrl();
  const log = recordedLog();
  const database = closedAfterTest(await openDatabase({ url, folder: "", log }));
  const outside = closedAfterTest(await openDatabase({ url, folder: "" }));
  const payloads: string[] = [];
  await database.listen("catalogue", (payload) => payloads.push(payload));
  await Promise.all([1, 2, 3].map(() => database.sql("select pg_sleep(0.01)")));
  // Not a statement that only reads.
  const asked = database.sql("do $$ begin perform pg_sleep(60); end $$");
  asked.catch(() => {});
  const transaction = database.db.transaction(async (tx) => {
    await tx.select().from(products);
    await outside.sql(TERMINATE);
    // The connection is lost while it is idle.
    await expect.poll(() => log.messages.length).toBeGreaterThan(0);
    return await tx.select().from(products);
  });
  await expect(transaction).rejects.toThrow(/Failed query|Connection|closed/);
  await expect(asked).rejects.toThrow(/terminat/);
  await expect.poll(() => log.messages).toContain("the listening database connection was lost");
  expect(log.messages).toContain("database connection lost");
  // A query can still be given an idle connection whose end has not arrived.
  await expect.poll(async () => (await database.sql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await expect.poll(() => database.isListening()).toBe(true);
  // Sent again: the end of the listening connection may arrive later, and its new one first reports 'all'.
  const notifyAndRead = async () => {
    await database.sql("select pg_notify('catalogue', 'again')");
    return payloads.at(-1);
  };
  await expect.poll(notifyAndRead).toBe("again");
});

test("a read whose connection is lost is sent once more, a write is not", async () => {
  const url = await postgresUrl();
  const database = closedAfterTest(await openDatabase({ url, folder: "" }));
  const outside = closedAfterTest(await openDatabase({ url, folder: "" }));
  const rice = await makeGoods(outside, { price_kobo: 1_230_000 });
  const asked = await outside.withConnection(async (locker) => {
    await locker.query("begin");
    await locker.query("lock table products in access exclusive mode");
    const read = database.sql("select price_kobo::int from products where id = $1", [rice]);
    const write = database.sql("update products set price_kobo = price_kobo + 100 where id = $1", [rice]);
    write.catch(() => {});
    await expect.poll(() => lockWaiters(outside)).toBe(2);
    // The lock is held meanwhile, so that neither gets its answer before it ends.
    await outside.sql(`${TERMINATE} and wait_event_type = 'Lock'`);
    return { read, write };
  });
  await expect(asked.write).rejects.toThrow(/terminat/);
  expect((await asked.read).rows).toEqual([{ price_kobo: 1_230_000 }]);
});

test("every way to wait for the database has an end", async () => {
  const limits = { connect: 3_000, statement: 1_000, idleInTransaction: 1_000, silence: 3_000 };
  const log = recordedLog();
  const url = await postgresUrl();
  const address = new URL(url);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const database = closedAfterTest(await openDatabase({ url: address.href, folder: "", poolSize: 1, limits, log }));
  // Hooks run in reverse order: a frozen connection ends only with its proxy.
  onTestFinished(() => proxy.close());
  await expect(database.sql("select pg_sleep(60)")).rejects.toThrow("statement timeout");
  const client = await database.pool.connect();
  await expect(database.sql("select 1")).rejects.toThrow("timeout exceeded when trying to connect");
  client.release();
  const idle = database.db.transaction(async (tx) => {
    await tx.select().from(products);
    await expect.poll(() => log.messages).toContain("database connection lost");
    return await tx.select().from(products);
  });
  await expect(idle).rejects.toThrow(/Failed query|Connection|closed/);
  await database.sql("select 'mark'");
  expect(proxy.freeze(/mark/)).toBe(1);
  // In a transaction the driver's own timeout would leave the silent connection in the pool.
  await expect(database.db.transaction((tx) => tx.select().from(products))).rejects.toThrow(
    /Failed query|Query read timeout/,
  );
  expect((await database.sql("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a LISTEN connection that died in silence makes the process unready and drops the old price", async () => {
  const url = await postgresUrl();
  const address = new URL(url);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const outside = await openDatabase({ url, folder: "" });
  const rice = await makeGoods(outside, { price_kobo: 1_230_000 });
  const database = await openDatabase({
    url: address.href,
    folder: "",
    limits: { listenerCheck: 400, silence: 3_000 },
  });
  const shop = await testShop({ database, env: { DEMO: "0" } });
  onTestFinished(async () => {
    await shop.close();
    await outside.close();
    await proxy.close();
  });
  const page = async () => await (await fetch(`${shop.url}/product/${rice}`)).text();
  const ready = async () => (await fetch(`${shop.url}/readyz`)).status;
  expect(await page()).toContain("12,300");
  expect(await page()).toContain("12,300");
  // On a busy machine a connection can be replaced that only answered late.
  await expect.poll(ready).toBe(200);
  expect(proxy.keepFrozen(/listen "catalogue"/i)).toBe(1);
  await outside.db.update(products).set({ price_kobo: 4_560_000 }).where(eq(products.id, rice));
  await expect.poll(ready).toBe(503);
  await expect.poll(page).toContain("45,600");
  await proxy.restore();
  await expect.poll(ready).toBe(200);
  // Caching continues.
  await expect.poll(async () => [await page(), shop.cache.size.entries].at(-1)).toBeGreaterThan(0);
});

test("connections that died in silence are not used once the listening one is found dead", async () => {
  const address = new URL(await postgresUrl());
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const limits = { listenerCheck: 400, silence: 120_000 };
  const database = closedAfterTest(await openDatabase({ url: address.href, folder: "", limits }));
  // Hooks run in reverse order: a half-open connection ends only with its proxy.
  onTestFinished(() => proxy.close());
  await database.listen("catalogue", () => {});
  await Promise.all([1, 2, 3].map(() => database.sql("select pg_sleep(0.01)")));
  proxy.strike("half-open");
  await expect.poll(() => database.isListening(), { interval: 10 }).toBe(false);
  await expect.poll(() => database.isListening()).toBe(true);
  expect((await database.sql("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("while the database is away a page seen before is answered and marked, others are 503 with the shop's own words, JSON stays JSON, and all come back", async () => {
  const url = await postgresUrl();
  const address = new URL(url);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const outside = await openDatabase({ url, folder: "" });
  const general = JSON.stringify({ storeName: "Kano Depot", storeEmail: "help@kano.example" });
  await outside.sql("insert into admin_settings (category, settings) values ('general', $1)", [general]);
  const rice = await makeGoods(outside);
  const beans = await makeGoods(outside);
  const database = await openDatabase({ url: address.href, folder: "", limits: { listenerCheck: 400 } });
  const shop = await testShop({ database, env: { DEMO: "0", LOG_LEVEL: "silent" } });
  onTestFinished(async () => {
    await shop.close();
    await outside.close();
    await proxy.close();
  });
  const get = async (path: string) => {
    const response = await fetch(shop.url + path, { headers: { Accept: "text/html" }, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const check = () =>
    fetch(`${shop.url}/cart/check`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: shop.url },
      body: JSON.stringify({ lines: [{ id: rice, quantity: 1 }] }),
    });
  expect((await get(`/product/${rice}`)).status).toBe(200);
  proxy.strike("refuse");
  await expect.poll(async () => (await get("/")).status).toBe(503);
  const seen = await get(`/product/${rice}`);
  expect([seen.status, seen.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(Number(seen.headers.get("Age"))).toBeLessThanOrEqual(600);
  expect(seen.headers.get("Warning")).toContain("110");
  expect(seen.text).toContain(rice.slice(0, 8));
  for (const path of ["/", `/product/${beans}`, "/products?search=rice", "/blog", "/blog/rss.xml"]) {
    const page = await get(path);
    expect([page.status, page.headers.get("Retry-After")], path).toEqual([503, "5"]);
    expect(page.headers.get("Cache-Control"), path).toBe("no-store");
    expect(page.headers.get("Content-Security-Policy"), path).toContain("script-src 'self';");
    expect(page.text, path).toContain("<title>Back in a moment | Kano Depot</title>");
    expect(page.text, path).toContain("help@kano.example");
    const [stylesheet = ""] = /\/assets\/[^"]+\.css/.exec(page.text) ?? [];
    expect((await get(stylesheet)).status, path).toBe(200);
  }
  const answer = await check();
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ success: false, code: "unavailable" });
  await proxy.restore();
  await expect.poll(async () => (await get(`/product/${beans}`)).status).toBe(200);
  await expect.poll(async () => (await get(`/product/${rice}`)).headers.get("Warning")).toBeNull();
  await expect.poll(async () => (await check()).status).toBe(200);
});

test("a start that waits for another says for whom, goes on when that one ends, and does not wait for ever", async () => {
  const url = await postgresUrl();
  const holder = closedAfterTest(await openDatabase({ url, folder: "" }));
  const hold = async () => {
    const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = underStartLock(holder, () => (taken.resolve(), ended.promise));
    await taken.promise;
    return { end: () => (ended.resolve(), held) };
  };
  const waiting = "waiting for another process that brings the database up to date";
  const log = recordedLog();
  const patient = closedAfterTest(await openDatabase({ url, folder: "", log, limits: { lockReport: 20 } }));
  const first = await hold();
  const later = underStartLock(patient, () => Promise.resolve("done"));
  await expect.poll(() => log.messages.filter((message) => message === waiting).length).toBeGreaterThan(1);
  await first.end();
  expect(await later).toBe("done");

  const limits = { lockReport: 20, lockWait: 60 };
  const hasty = closedAfterTest(await openDatabase({ url, folder: "", limits }));
  const second = await hold();
  await expect(underStartLock(hasty, () => Promise.resolve("never"))).rejects.toThrow(
    /does not end: .* End it, or its connection with "select pg_terminate_backend\(\d+\)", and start again/,
  );
  await second.end();
  expect(await underStartLock(hasty, () => Promise.resolve("done"))).toBe("done");
});

test("the server soon gives up a client that vanished while it migrates or holds a lock", async () => {
  const database = closedAfterTest(await openDatabase({ url: await postgresUrl(), folder: "" }));
  const shown = await database.withConnection((client) => client.query("show tcp_keepalives_idle"));
  expect(shown.rows).toEqual([{ tcp_keepalives_idle: "30" }]);
});
