import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { makeAttempt } from "../../../../tests/fixtures/checkout.ts";
import { makeOrder } from "../../../../tests/fixtures/orders.ts";
import { testDatabase } from "../../../../tests/setup/database.ts";
import { claimGuestOrders } from "./claim.server.ts";

let database: Database;
let people = 0;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function makeUser(person: Partial<typeof users.$inferInsert> = {}) {
  people += 1;
  const [user] = await database.db
    .insert(users)
    .values({ name: "Ada", email: `ada-${people}@example.com`, ...person })
    .returning();
  if (!user) throw new Error("no user");
  return user;
}

/** A guest's order with these contacts; what `createOrder` writes down of them. */
const guestOrder = (guest_email: string | null, guest_phone: string | null = null) =>
  makeOrder(database, null, { guest_email, guest_phone });

async function ownerOf(id: string): Promise<unknown> {
  return (await database.sql("select user_id from orders where id = $1", [id])).rows[0]?.["user_id"];
}

const newPhone = () => `+23480312${String(10_000 + (people += 1))}`;

test("a confirmed address gets its guest orders, once, and none of others", async () => {
  const me = await makeUser({ emailVerified: true, email: "Mixed.Case@example.com" });
  const [mine, other] = [await guestOrder("mixed.case@example.com"), await guestOrder("somebody@example.com")];
  expect(await claimGuestOrders(database.db, me.id)).toBe(1);
  expect([await ownerOf(mine), await ownerOf(other)]).toEqual([me.id, null]);
  expect(await claimGuestOrders(database.db, me.id)).toBe(0);
});

test("an unconfirmed address or number gets nothing", async () => {
  const phoneNumber = newPhone();
  const me = await makeUser({ phoneNumber });
  const orders = [await guestOrder(me.email), await guestOrder("x@example.com", phoneNumber)];
  expect(await claimGuestOrders(database.db, me.id)).toBe(0);
  for (const order of orders) expect(await ownerOf(order)).toBeNull();
});

test("a confirmed number gets its guest orders; the unconfirmed address beside it still does not", async () => {
  const phoneNumber = newPhone();
  const me = await makeUser({ phoneNumber, phoneNumberVerified: true });
  const [byPhone, byEmail] = [await guestOrder("x@example.com", phoneNumber), await guestOrder(me.email)];
  expect(await claimGuestOrders(database.db, me.id)).toBe(1);
  expect([await ownerOf(byPhone), await ownerOf(byEmail)]).toEqual([me.id, null]);
});

test("a number does not claim what was ordered with another account's confirmed address", async () => {
  const phoneNumber = newPhone();
  const owner = await makeUser({ emailVerified: true });
  const me = await makeUser({ phoneNumber, phoneNumberVerified: true });
  const order = await guestOrder(owner.email, phoneNumber);
  expect(await claimGuestOrders(database.db, me.id)).toBe(0);
  expect(await claimGuestOrders(database.db, owner.id)).toBe(1);
  expect(await ownerOf(order)).toBe(owner.id);
});

test("an order that is or was a customer's is never moved", async () => {
  const [owner, me] = [await makeUser(), await makeUser({ emailVerified: true })];
  const theirs = await makeOrder(database, owner.id, { customer_email: me.email });
  const left = await makeOrder(database, owner.id, { customer_email: me.email });
  await database.sql("update orders set user_id = null where id = $1", [left]);
  expect(await claimGuestOrders(database.db, me.id)).toBe(0);
  expect([await ownerOf(theirs), await ownerOf(left)]).toEqual([owner.id, null]);
  const claim = makeOrder(database, owner.id, { guest_email: me.email });
  await expect(claim).rejects.toMatchObject({ cause: { constraint: "orders_guest_check" } });
});

test("where the last order went fills an empty profile and changes none that is filled in", async () => {
  const attempt = { address: "12 Allen Avenue", city: "Ikeja", state: "Lagos", postal_code: "100001" };
  for (const known of [{}, { phone: "0900", address: "1 Marina", city: "", state: "Abia" }]) {
    const me = await makeUser({ emailVerified: true });
    await database.db.insert(profiles).values({ id: me.id, ...known });
    const order = await guestOrder(me.email);
    await makeAttempt(database, { ...attempt, order_id: order, status: "settled", hold: "sold" });
    await claimGuestOrders(database.db, me.id);
    const { rows } = await database.sql("select phone, address, city, state, postal_code from profiles where id = $1", [
      me.id,
    ]);
    expect(rows[0]).toEqual({
      phone: "08031234567",
      ...attempt,
      ...("address" in known && { ...known, postal_code: "" }),
    });
  }
});
