import { afterAll, beforeAll, expect, test } from "vitest";
import { orderChanges } from "#app/features/orders/queries.server.ts";
import { setOrderStatus } from "#app/flows/set-order-status.server.ts";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "../fixtures/actors.ts";
import { makePerson, signInElsewhere, type Person } from "../fixtures/customers.ts";
import { followEvents, type ReceivedEvent } from "../fixtures/event-stream.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { lockWaiters, postgresUrl } from "../setup/postgres.ts";
import { testShop } from "../setup/shop.ts";

let here: RunningShop;
let there: RunningShop;
let database: Database;
let url: string;
const ADMIN = actorOf("00000000-0000-4000-8000-000000000000", "admin");

beforeAll(async () => {
  url = await postgresUrl();
  // Two processes of one shop have the same address and secret.
  const env = { DATABASE_URL: url, TRUST_PROXY: "1", AUTH_SECRET: "a".repeat(48) };
  here = await testShop({ env });
  there = await testShop({ env });
  database = here.shop.database;
});
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()]);
});

async function signedInCustomer(): Promise<{ person: Person; cookie: string }> {
  const person = await makePerson(here);
  return { person, cookie: await signInElsewhere(here, person) };
}

test("a change through one process reaches a client of the other, and no other person", async () => {
  const [ada, bola] = [await signedInCustomer(), await signedInCustomer()];
  const order = await makeOrder(database, ada.person.id);
  const hers = await followEvents(there, ada.cookie);
  const his = await followEvents(there, bola.cookie);
  const result = await setOrderStatus(here.shop, ADMIN, {
    id: order,
    status: "shipped",
  });
  expect(result).toMatchObject({ ok: true, changed: true });
  await expect.poll(() => hers.received).toEqual([{ at: expect.any(String), event: "order", id: order }]);
  const own = await makeOrder(there.shop.database, bola.person.id);
  await expect.poll(() => his.received.map(({ id }) => id)).toEqual([own]);
  expect(hers.received.map(({ id }) => id)).toEqual([order]);
  hers.leave();
  his.leave();
});

test("staff at one process are notified of an order at the other", async () => {
  const { person, cookie } = await signedInCustomer();
  await database.sql("update users set role = 'admin', staff_role = 'packer' where id = $1", [person.id]);
  const client = await followEvents(there, cookie, { path: "/admin/events" });
  const order = await makeOrder(database, null);
  await expect.poll(() => client.data.at(-1)).toMatchObject({ newest: expect.arrayContaining([order]) });
  client.leave();
});

test("a client that comes back, to either process, gets what it missed exactly once", async () => {
  const { person, cookie } = await signedInCustomer();
  const orders = [];
  for (let n = 0; n < 5; n += 1) orders.push(await makeOrder(database, person.id));
  const [a, b, c, d, e] = orders as [string, string, string, string, string];
  let client = await followEvents(here, cookie);
  await setStatus(database, a, "shipped");
  await expect.poll(() => client.received.map(({ id }) => id)).toEqual([a]);
  client.leave();

  await setStatus(database, b, "shipped");
  await setStatus(there.shop.database, c, "shipped");
  await setStatus(database, b, "delivered");
  client = await followEvents(there, cookie, { lastEventId: client.lastEventId, after: 0 });
  await expect.poll(() => client.received.map(({ id }) => id)).toEqual([c, b]);
  await setStatus(database, d, "shipped");
  await expect.poll(() => client.received.map(({ id }) => id)).toEqual([c, b, d]);
  client.leave();

  const again = await followEvents(here, cookie, { lastEventId: client.lastEventId });
  await setStatus(database, e, "cancelled");
  await expect.poll(() => again.received.map(({ id }) => id)).toEqual([e]);
  again.leave();
});

test("a place in the address counts where the browser names none: the gap between page and stream is closed", async () => {
  const { person, cookie } = await signedInCustomer();
  const order = await makeOrder(database, person.id);
  const at = await orderChanges(database.db).latest(person.id);
  await setStatus(database, order, "shipped");
  const client = await followEvents(there, cookie, { after: at });
  await expect.poll(() => client.received.map(({ id }) => id)).toEqual([order]);
  client.leave();
});

test("a change that began first and commits last is not passed over", async () => {
  const { person, cookie } = await signedInCustomer();
  const [slow, quick] = [await makeOrder(database, person.id), await makeOrder(database, person.id)];
  const client = await followEvents(here, cookie);
  const one = await database.pool.connect();
  const two = await database.pool.connect();
  try {
    await one.query("begin");
    await one.query("update orders set order_status = 'shipped' where id = $1", [slow]);
    const second = two.query("update orders set order_status = 'shipped' where id = $1", [quick]);
    // Without the lock in the trigger the second would be sent now, with the greater number, and the first never.
    await expect.poll(() => lockWaiters(database)).toBe(1);
    expect(client.received).toEqual([]);
    await one.query("commit");
    await second;
  } finally {
    one.release();
    two.release();
  }
  await expect.poll(() => client.received.map(({ id }) => id)).toEqual([slow, quick]);
  const places = client.received.map(({ at }) => Number(at));
  expect(places).toEqual(places.toSorted((x, y) => x - y));
  client.leave();
});

test("a reconnecting client gets every order of many writers, none twice at one position", async () => {
  const { person, cookie } = await signedInCustomer();
  const orders = await Promise.all(Array.from({ length: 12 }, () => makeOrder(database, person.id)));
  const start = await orderChanges(database.db).latest(person.id);
  const writers = orders.map(async (id, n) => {
    for (const status of ["shipped", "delivered", "cancelled"]) {
      await setStatus(n % 2 ? database : there.shop.database, id, status);
    }
  });
  const received: ReceivedEvent[] = [];
  let place = String(start);
  const visit = async (shop: RunningShop, until: (place: () => string) => Promise<void>) => {
    const client = await followEvents(shop, cookie, { lastEventId: place });
    await until(() => client.lastEventId);
    client.leave();
    received.push(...client.received);
    place = client.lastEventId;
  };
  for (let n = 0; n < 7; n += 1) await visit(n % 2 ? here : there, async () => {});
  await visit(here, async (at) => {
    await Promise.all(writers);
    await expect.poll(at).toBe(String(await orderChanges(database.db).latest(person.id)));
  });
  const places = received.map(({ at }) => Number(at));
  expect(places).toEqual([...new Set(places)].toSorted((x, y) => x - y));
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set(orders));
});

test("a process sends the changes made while its connection to the database was lost", async () => {
  const { person, cookie } = await signedInCustomer();
  const order = await makeOrder(database, person.id);
  const client = await followEvents(there, cookie);
  const outside = await openDatabase({ url, folder: "" });
  try {
    await outside.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~* '^(listen|select pg_notify)'",
    );
    await setStatus(outside, order, "delivered");
    await expect.poll(() => client.received.map(({ id }) => id)).toEqual([order]);
  } finally {
    await outside.close();
  }
  client.leave();
});

test("open streams do not hold up the end of a process", async () => {
  const { cookie } = await signedInCustomer();
  const shop = await testShop({ env: { DATABASE_URL: url, TRUST_PROXY: "1", AUTH_SECRET: "a".repeat(48) } });
  const clients = [await followEvents(shop, cookie), await followEvents(shop, cookie)];
  await shop.close();
  // Each was ended, not cut off with all open connections after 5 s.
  await expect
    .poll(() => clients.map(({ isOver, isCut }) => [isOver, isCut]))
    .toEqual(clients.map(() => [true, false]));
});
