import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { orders } from "#db/schema/orders.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeOrder, setStatus } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { orderChanges, orderOf, ordersOf } from "./queries.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function makeUser(role: "customer" | "admin" = "customer") {
  const id = randomUUID();
  await database.db.insert(users).values({ id, name: "Ada", email: `${id}@example.com`, role });
  return actorOf(id, role);
}

describe("reading", () => {
  test("a customer sees only own orders", async () => {
    const [ada, bola, admin] = [await makeUser(), await makeUser(), await makeUser("admin")];
    const hers = await makeOrder(database, ada.id);
    const guests = await makeOrder(database, null);
    expect((await ordersOf(database.db, ada.id)).orders.map(({ id }) => id)).toEqual([hers]);
    expect((await orderOf(database.db, ada.id, hers))?.id).toBe(hers);
    expect((await orderOf(database.db, ada.id, hers.toUpperCase()))?.id).toBe(hers);
    for (const other of [bola.id, admin.id, randomUUID()]) {
      expect((await ordersOf(database.db, other)).orders).toEqual([]);
      expect(await orderOf(database.db, other, hers)).toBeNull();
    }
    for (const id of [guests, randomUUID(), "", "A1B2C3D4", "' or true --"]) {
      expect(await orderOf(database.db, ada.id, id)).toBeNull();
    }
  });

  test("newest first, 20 per page; a page beyond the last gives the last", async () => {
    const ada = await makeUser();
    const made = [];
    for (let day = 1; day <= 22; day += 1) {
      made.push(await makeOrder(database, ada.id, { created_at: new Date(Date.UTC(2026, 0, day)) }));
    }
    const newest = made.toReversed();
    const pages = [];
    for (const page of [1, 2, 3, 999_999]) pages.push(await ordersOf(database.db, ada.id, page));
    expect(pages.map((one) => one.orders.map(({ id }) => id))).toEqual([
      newest.slice(0, 20),
      newest.slice(20),
      newest.slice(20),
      newest.slice(20),
    ]);
    expect(pages.map(({ page, pages: all }) => [page, all])).toEqual([
      [1, 2],
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
  });

  test("details carry what a buyer may see, and no token that opens the order", async () => {
    const ada = await makeUser();
    const items = [
      { name: "Rice", price_kobo: 100, quantity: 3 },
      { name: "Beans", price_kobo: 50, quantity: 2 },
    ];
    const id = await makeOrder(database, ada.id, { items });
    const order = await orderOf(database.db, ada.id, id);
    expect(order).toMatchObject({ total_amount_kobo: 400, order_status: "processing", payment_method: "paystack" });
    expect(order?.items).toEqual([
      {
        product_id: null,
        product_name: "Rice",
        product_price_kobo: 100,
        unit: "",
        pieces: 1,
        quantity: 3,
        subtotal_kobo: 300,
        saved_kobo: 0,
      },
      {
        product_id: null,
        product_name: "Beans",
        product_price_kobo: 50,
        unit: "",
        pieces: 1,
        quantity: 2,
        subtotal_kobo: 100,
        saved_kobo: 0,
      },
    ]);
    expect(Object.keys(order ?? {})).not.toContain("access_token");
    expect((await ordersOf(database.db, ada.id)).orders[0]?.lines).toBe(2);
  });
});

describe("changes", () => {
  /** Payloads received during the call. Notifications arrive in commit order, so the marker sent last ends the wait. */
  const payloadsDuring = async (during: () => Promise<unknown>) => {
    const payloads: Record<string, unknown>[] = [];
    const stop = await database.listen("orders", (text) => payloads.push(JSON.parse(text) as Record<string, unknown>));
    const told = async (mark: string) => {
      await database.sql("select pg_notify('orders', $1)", [JSON.stringify({ mark })]);
      await expect.poll(() => payloads.at(-1)).toEqual({ mark });
    };
    // What came before may be told late.
    await told("first");
    payloads.length = 0;
    await during();
    await told("last");
    await stop();
    return payloads.slice(0, -1);
  };

  test("every change of a user's order has a greater number and notifies with the user id", async () => {
    const ada = await makeUser();
    const log = orderChanges(database.db);
    expect(await log.latest(ada.id)).toBe(0);
    let id = "";
    const payloads = await payloadsDuring(async () => {
      id = await makeOrder(database, ada.id);
      await setStatus(database, id, "shipped");
    });
    const at = await log.latest(ada.id);
    expect(payloads).toEqual([
      { id, user_id: ada.id, at: expect.any(Number) },
      { id, user_id: ada.id, at },
    ]);
    expect(Number(payloads[0]?.at)).toBeLessThan(at);
    expect(await log.since(ada.id, 0, 10)).toEqual([{ at, data: { id } }]);
    expect(await log.since(ada.id, at, 10)).toEqual([]);
  });

  test("guest orders, no-op updates and rollbacks send no notification", async () => {
    const ada = await makeUser();
    const id = await makeOrder(database, ada.id);
    const before = await orderChanges(database.db).latest(ada.id);
    const payloads = await payloadsDuring(async () => {
      await setStatus(database, await makeOrder(database, null), "shipped");
      await setStatus(database, id, "processing");
      await database.db
        .transaction(async (tx) => {
          await tx.update(orders).set({ order_status: "shipped" }).where(eq(orders.id, id));
          throw new Error("changed my mind");
        })
        .catch(() => {});
    });
    expect(payloads).toEqual([]);
    expect(await orderChanges(database.db).latest(ada.id)).toBe(before);
  });

  test("since returns only this user's changes, oldest first, up to the limit", async () => {
    const [ada, bola] = [await makeUser(), await makeUser()];
    const hers = [
      await makeOrder(database, ada.id),
      await makeOrder(database, ada.id),
      await makeOrder(database, ada.id),
    ];
    await makeOrder(database, bola.id);
    await setStatus(database, hers[0]!, "delivered");
    const found = await orderChanges(database.db).since(ada.id, 0, 10);
    expect(found.map(({ data }) => data)).toEqual([hers[1], hers[2], hers[0]].map((id) => ({ id })));
    expect(await orderChanges(database.db).since(ada.id, 0, 2)).toEqual(found.slice(0, 2));
  });

  test("an order of a deleted account sends no notification", async () => {
    const ada = await makeUser();
    const id = await makeOrder(database, ada.id);
    const payloads = await payloadsDuring(() => database.sql("delete from users where id = $1", [ada.id]));
    expect(payloads).toEqual([]);
    expect((await database.sql("select user_id from orders where id = $1", [id])).rows).toEqual([{ user_id: null }]);
  });
});
