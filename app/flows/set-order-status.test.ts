import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "#app/features/orders/rules.ts";
import type { Actor } from "#app/features/permissions/rules.ts";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { mails } from "#db/schema/mail.ts";
import { orders } from "#db/schema/orders.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { stockNow } from "#tests/fixtures/checkout.ts";
import { adminContext, makeOrder, orderOfGoods } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { cancelOrder, setOrderStatus, setOrderStatuses } from "./set-order-status.server.ts";

let database: Database;
const admin = actorOf(randomUUID(), "admin");

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const context = () => adminContext(database);
const rowOf = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)))[0];
const mailsOf = (id: string) => database.db.select().from(mails).where(eq(mails.order_id, id));
const NOT_STAFF: [string, Actor][] = [
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["an admin who owes the second factor", actorOf(randomUUID(), "admin", null)],
];

test.each(NOT_STAFF)("%s cannot change orders by any command", async (_, actor) => {
  const { id, goods, line } = await orderOfGoods(database);
  const chosen = [{ id, seen: "processing" }];
  const refused = { ok: false, reason: "forbidden" };
  expect(await setOrderStatus(context(), actor, { id, status: "shipped", notify: true })).toEqual(refused);
  expect(await setOrderStatuses(context(), actor, { orders: chosen, status: "shipped" })).toEqual(refused);
  expect(await cancelOrder(context(), actor, { id, restock: [{ item_id: line, quantity: 5 }] })).toEqual(refused);
  expect((await rowOf(id))?.order_status).toBe("processing");
  expect([await stockNow(database, [goods]), await mailsOf(id)]).toEqual([[10], []]);
});

test("a packer can change statuses, but not cancel, by any command", async () => {
  const packer = actorOf(randomUUID(), "admin", "packer");
  const { id, goods } = await orderOfGoods(database);
  const refused = { ok: false, reason: "forbidden" };
  expect(await cancelOrder(context(), packer, { id })).toEqual(refused);
  expect(await setOrderStatus(context(), packer, { id, status: "cancelled" })).toEqual(refused);
  const bulk = { orders: [{ id, seen: "processing" }], status: "cancelled", restock: true };
  expect(await setOrderStatuses(context(), packer, bulk)).toEqual(refused);
  expect((await rowOf(id))?.order_status).toBe("processing");
  expect(await setOrderStatus(context(), packer, { id, status: "shipped" })).toMatchObject({ ok: true });
  expect(await stockNow(database, [goods])).toEqual([10]);
});

describe("one order", () => {
  test("moves from any state to any, and keeps the time of the change", async () => {
    for (const from of ORDER_STATUSES) {
      for (const status of ORDER_STATUSES) {
        const id = await makeOrder(database, null, { order_status: from, updated_at: new Date("2026-01-01") });
        const before = await rowOf(id);
        const result = await setOrderStatus(context(), admin, { id, status });
        expect(result).toMatchObject({ ok: true, changed: from !== status, notified: null });
        const after = await rowOf(id);
        expect(after?.order_status).toBe(status);
        expect(after?.updated_at.getTime() !== before?.updated_at.getTime()).toBe(from !== status);
      }
    }
  });

  test("writes an audit row with actor, before and after; a no-op writes none", async () => {
    const id = await makeOrder(database, null, { order_status: "processing" });
    for (const status of ["shipped", "shipped"]) await setOrderStatus(context(), admin, { id, status });
    const change = { action: "order.status", before: { status: "processing" }, after: { status: "shipped" } };
    const rows = await database.db.select().from(audit_log).where(eq(audit_log.subject, id));
    expect(rows).toEqual([expect.objectContaining({ ...change, actor: "admin", actor_id: admin.id })]);
  });

  test.each([
    ["a state that is none", { status: "lost" }, "invalid"],
    ["an id that is none", { id: "A1B2C3D4" }, "invalid"],
    ["nothing", { id: undefined, status: undefined }, "invalid"],
    ["an order that is not there", { id: randomUUID() }, "not_found"],
  ])("refuses %s", async (_, input, reason) => {
    const id = await makeOrder(database, null);
    const result = await setOrderStatus(context(), admin, { id, status: "shipped", ...input });
    expect(result).toEqual({ ok: false, reason });
    expect((await rowOf(id))?.order_status).toBe("processing");
  });
});

describe("notifying the customer", () => {
  test("queues the shown message in the same transaction, each time it is requested", async () => {
    const ctx = context();
    const id = await makeOrder(database, null);
    const shipped = await setOrderStatus(ctx, admin, {
      id,
      status: "shipped",
      notify: true,
      message: "On the 9:00 bus.",
    });
    expect(shipped).toMatchObject({ ok: true, changed: true, notified: "mail" });
    await setOrderStatus(ctx, admin, { id, status: "processing" });
    await setOrderStatus(ctx, admin, { id, status: "shipped", notify: true });
    const sent = await mailsOf(id);
    const short = id.slice(0, 8).toUpperCase();
    expect(sent.map(({ kind, to_address, data }) => [kind, to_address, data["title"], data["message"]])).toEqual([
      ["order_update", "ada@example.com", `Order ${short} is on its way`, "On the 9:00 bus."],
      ["order_update", "ada@example.com", `Order ${short} is on its way`, `Your order ${short} is on its way to you.`],
    ]);
    expect(ctx.jobs).toMatchObject({ enqueued: [{ queue: "mail" }, { queue: "mail" }] });
  });

  test("uses SMS without an email address, and nothing without either", async () => {
    const phone = await makeOrder(database, null, { customer_email: "2348031234567@phone.invalid" });
    const none = await makeOrder(database, null, { customer_email: "", customer_phone: "?" });
    expect(await setOrderStatus(context(), admin, { id: phone, status: "shipped", notify: true })).toMatchObject({
      notified: "sms",
    });
    expect(await setOrderStatus(context(), admin, { id: none, status: "shipped", notify: true })).toMatchObject({
      notified: null,
    });
    expect(await mailsOf(phone)).toMatchObject([{ kind: "sms_order_update", to_address: "+2348031234567" }]);
    expect(await mailsOf(none)).toEqual([]);
  });

  test("is skipped when the change is refused or a no-op", async () => {
    const id = await makeOrder(database, null, { order_status: "shipped" });
    await setOrderStatus(context(), admin, { id, status: "shipped", notify: true });
    await setOrderStatus(context(), admin, { id, status: "delivered", seen: "processing", notify: true });
    expect(await mailsOf(id)).toEqual([]);
  });
});

test("a concurrent change is not overwritten, and the result has the current status", async () => {
  const id = await makeOrder(database, null);
  await setOrderStatus(context(), admin, { id, status: "shipped", seen: "processing" });
  const late = await setOrderStatus(context(), admin, { id, status: "cancelled", seen: "processing" });
  expect(late).toEqual({ ok: false, reason: "changed", status: "shipped" });
  expect((await rowOf(id))?.order_status).toBe("shipped");
});

test("a message that is too long is refused", async () => {
  const id = await makeOrder(database, null);
  const long = await setOrderStatus(context(), admin, { id, status: "shipped", message: "x".repeat(601) });
  expect(long).toEqual({ ok: false, reason: "invalid" });
});

describe("several orders at once", () => {
  test("returns the numbers of changes and notifications, and the skipped orders", async () => {
    const [one, two, done, moved] = [
      await makeOrder(database, null),
      await makeOrder(database, null, { customer_email: "", customer_phone: "" }),
      await makeOrder(database, null, { order_status: "shipped" }),
      await makeOrder(database, null, { order_status: "delivered" }),
    ];
    const gone = randomUUID();
    const chosen = [one, two, moved, gone].map((id) => ({ id, seen: "processing" }));
    const input = { orders: [...chosen, { id: done, seen: "shipped" }], status: "shipped", notify: true };
    expect(await setOrderStatuses(context(), admin, input)).toEqual({
      ok: true,
      changed: 2,
      unchanged: 1,
      notified: 1,
      skipped: [moved, gone],
      refused: [],
    });
    expect((await rowOf(moved))?.order_status).toBe("delivered");
    const rows = await database.db.select().from(audit_log).where(eq(audit_log.subject, one));
    expect(rows).toMatchObject([{ action: "order.status", after: { status: "shipped" }, actor_id: admin?.id }]);
  });

  test("accepts one to a hundred orders", async () => {
    const many = Array.from({ length: 101 }, () => ({ id: randomUUID(), seen: "processing" }));
    for (const chosen of [[], many]) {
      expect(await setOrderStatuses(context(), admin, { orders: chosen, status: "shipped" })).toMatchObject({
        ok: false,
        reason: "invalid",
        message: expect.stringMatching(/^Please select/),
      });
    }
  });
});
