import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#db/schema/auth.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { ctx, database, started, setUpPayments } from "#tests/fixtures/payments.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";

/** Limits of unpaid holds. */
setUpPayments();

const CONTACT = startInput([]).contact;
const manyGoods = (count: number, stock: number) =>
  Promise.all(Array.from({ length: count }, () => makeGoods(database, { stock })));
const all = (goods: string[], quantity: number) => goods.map((id) => [id, quantity] as [string, number]);
const isOpen = async (...args: Parameters<typeof startCheckout>) => {
  const result = await startCheckout(...args);
  return result.ok || result.reason;
};

test.each([
  ["one e-mail address", { email: "Many@example.com" }, { email: "many@EXAMPLE.com" }],
  ["one phone number", { phone: "0803 123 0009" }, { phone: "+2348031230009" }],
])("%s has at most 5 checkouts open; a paid or expired one leaves room", async (_, contact, alike) => {
  const rice = await makeGoods(database);
  const start = (more: object) => startInput([[rice, 1]], { contact: { ...startInput([]).contact, ...more } });
  const first = await startCheckout(ctx, start(contact));
  for (let open = 1; open < 5; open += 1) expect(await isOpen(ctx, start(contact))).toBe(true);
  expect(await startCheckout(ctx, start(alike))).toEqual({
    ok: false,
    reason: "too_many_holds",
    message:
      "Several of your orders are waiting to be paid already. Please pay for one of them, or try again in 15 minutes.",
    retry_after: 900,
  });
  expect(await isOpen(ctx, start(alike), { user_id: await makeUser() })).toBe(true);
  if (!first.ok) throw new Error("not started");
  ctx.payments.set(first.payment.reference, { status: "success" });
  await settlePayment(ctx, first.payment.reference);
  expect(await isOpen(ctx, start(alike))).toBe(true);
  ctx.advance(16);
  await sweepPayments(ctx);
  expect(await isOpen(ctx, start(alike))).toBe(true);
});

test("one account has at most 5 open checkouts, for any contact data", async () => {
  const rice = await makeGoods(database);
  const user_id = await makeUser();
  for (let open = 0; open < 5; open += 1) expect(await isOpen(ctx, startInput([[rice, 1]]), { user_id })).toBe(true);
  expect(await isOpen(ctx, startInput([[rice, 1]]), { user_id })).toBe("too_many_holds");
});

/** Creates 30 open checkouts of one piece each for an address. */
async function fill(address: (open: number) => string, id: string): Promise<ReturnType<typeof startInput>> {
  let latest = startInput([]);
  for (let open = 1; open <= 30; open += 1) {
    latest = startInput([[id, 1]]);
    expect(await isOpen(ctx, latest, { address: address(open) })).toBe(true);
  }
  return latest;
}

test("one address has at most 30 larger checkouts open, an IPv6 network counts as one, and its open ones may change", async () => {
  const [rice, beans] = await manyGoods(2, 100);
  const latest = await fill((open) => `2001:db8:1:2::${open}`, rice!);
  const address = "2001:db8:1:2:ffff::1";
  expect(await isOpen(ctx, startInput([[beans!, 11]]), { address })).toBe("too_many_holds");
  expect(await isOpen(ctx, latest, { address })).toBe(true);
  expect(await isOpen(ctx, { ...latest, lines: [{ id: rice!, quantity: 2 }] }, { address })).toBe(true);
  expect(await isOpen(ctx, startInput([[beans!, 11]]), { address: "2001:db8:1:3::1" })).toBe(true);
});

test("an address at its limit allows small first carts of guests, and one cart per customer", async () => {
  const [rice, beans, oil] = await manyGoods(3, 100);
  const few = await makeGoods(database, { stock: 20, min_order: 5 });
  const who = { address: "198.51.100.30" };
  await fill(() => who.address, rice!);
  const cart = startInput([
    [beans!, 10],
    [few, 5],
  ]);
  expect(await isOpen(ctx, cart, who)).toBe(true);
  expect(await isOpen(ctx, startInput([[beans!, 1]], { contact: cart.contact }), who)).toBe("too_many_holds");
  const customer = { ...who, user_id: await makeUser() };
  expect(await isOpen(ctx, startInput([[oil!, 100]]), customer)).toBe(true);
  expect(await isOpen(ctx, startInput([[beans!, 1]]), customer)).toBe("too_many_holds");
});

test("small carts of one address leave half of a product to others", async () => {
  const [rice, beans] = await manyGoods(2, 100);
  const who = { address: "198.51.100.31" };
  await fill(() => who.address, rice!);
  let open = 0;
  while (open < 100 && (await isOpen(ctx, startInput([[beans!, 5]]), who)) === true) open += 1;
  const [left] = await stockNow(database, [beans!]);
  expect([open > 0, left! >= 50]).toEqual([true, true]);
});

test("a contact that a stranger writes into carts elsewhere is not locked out", async () => {
  const rice = await makeGoods(database);
  const { contact } = startInput([]);
  const start = (address: string) => isOpen(ctx, startInput([[rice, 1]], { contact }), { address });
  for (let open = 0; open < 5; open += 1) expect(await start("198.51.100.40")).toBe(true);
  expect(await start("198.51.100.40")).toBe("too_many_holds");
  expect(await start("198.51.100.41")).toBe(true);
});

test("a guest can hold most of 20 products, more are refused by name, and a customer can hold more", async () => {
  const goods = await manyGoods(22, 4);
  const plenty = await makeGoods(database);
  const lines = [...all(goods, 3), [plenty, 1] as [string, number]];
  const result = await startCheckout(ctx, startInput(lines), { address: "198.51.100.50" });
  expect(result).toMatchObject({ ok: false, reason: "too_many_holds", retry_after: null });
  const message = !result.ok && "message" in result ? result.message : "";
  expect(message).toContain("at most 20 products");
  expect(goods.filter((id) => message.includes(`Goods ${id.slice(0, 8)}`))).toHaveLength(2);
  expect(message).not.toContain(`Goods ${plenty.slice(0, 8)}`);
  expect(await stockNow(database, goods)).toEqual(goods.map(() => 4));
  expect(await isOpen(ctx, startInput(lines), { user_id: await makeUser() })).toBe(true);
});

test.each([
  ["address", { address: "198.51.100.9" }, {}],
  ["contact", {}, { contact: { ...CONTACT, email: "grabber@example.com" } }],
])("one %s buys out what it likes at once, but not the shop piece by piece", async (_, who, more) => {
  const [first, second] = [await manyGoods(20, 4), await manyGoods(3, 4)];
  expect(await isOpen(ctx, startInput(all(first, 4), more), who)).toBe(true);
  const before = await stockNow(database, second);
  expect(await isOpen(ctx, startInput(all(second, 4), more), who)).toBe("too_many_holds");
  expect(await stockNow(database, second)).toEqual(before);
  // Holds that leave enough for others are allowed and do not limit others.
  expect(await isOpen(ctx, startInput(all(second, 1), more), who)).toBe(true);
  expect(await isOpen(ctx, startInput(all(second, 3)), { address: "198.51.100.10" })).toBe(true);
});

test("the address is stored for as long as it holds stock", async () => {
  const rice = await makeGoods(database);
  const { reference } = await started([[rice, 1]]);
  const paid = await startCheckout(ctx, startInput([[rice, 1]]), { address: "203.0.113.5" });
  if (!paid.ok) throw new Error("not started");
  const visitors = () =>
    database.db
      .select({ visitor: payment_attempts.visitor })
      .from(payment_attempts)
      .where(inArray(payment_attempts.reference, [reference, paid.payment.reference]))
      .orderBy(payment_attempts.visitor);
  expect(await visitors()).toEqual([{ visitor: "203.0.113.5" }, { visitor: null }]);
  ctx.payments.set(paid.payment.reference, { status: "success" });
  await settlePayment(ctx, paid.payment.reference);
  expect(await visitors()).toEqual([{ visitor: null }, { visitor: null }]);
});

test("a guest's transfers may hold a third of what a window may, because they hold it three times as long", async () => {
  const goods = await Promise.all(Array.from({ length: 7 }, () => makeGoods(database, { stock: 4 })));
  const input = startInput(goods.map((id) => [id, 3]));
  const result = await startCheckout(ctx, { ...input, channel: "transfer" });
  expect(result).toMatchObject({ ok: false, reason: "too_many_holds" });
  expect((await startCheckout(ctx, input)).ok).toBe(true);
});

test("twenty starts by transfer from one address do not take twenty products off sale", async () => {
  const goods = await Promise.all(Array.from({ length: 20 }, () => makeGoods(database, { stock: 10 })));
  const results = [];
  for (const id of goods)
    results.push(
      await startCheckout(ctx, { ...startInput([[id, 10]]), channel: "transfer" }, { address: "198.51.100.99" }),
    );
  expect(results.filter(({ ok }) => ok)).toHaveLength(7);
});

async function makeUser(): Promise<string> {
  const [user] = await database.db
    .insert(users)
    .values({ name: "Ada", email: `${crypto.randomUUID()}@example.com` })
    .returning({ id: users.id });
  return user!.id;
}
