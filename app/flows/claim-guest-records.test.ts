import { beforeAll, expect, test } from "vitest";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Database } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { makeAttempt } from "#tests/fixtures/checkout.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { claimGuestRecords } from "./claim-guest-records.server.ts";

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

/** A guest order with this contact data, as `createOrder` stores it. */
const guestOrder = (guest_email: string | null, guest_phone: string | null = null) =>
  makeOrder(database, null, { guest_email, guest_phone });

const claimOrders = async (id: string, cookies: string | null = null) =>
  (await claimGuestRecords(database.db, id, cookies)).orders;

async function ownerOf(id: string): Promise<unknown> {
  return (await database.sql("select user_id from orders where id = $1", [id])).rows[0]?.["user_id"];
}

const newPhone = () => `+23480312${String(10_000 + (people += 1))}`;

test("a verified email claims its own guest orders, once", async () => {
  const me = await makeUser({ emailVerified: true, email: "Mixed.Case@example.com" });
  const [mine, other] = [await guestOrder("mixed.case@example.com"), await guestOrder("somebody@example.com")];
  expect(await claimOrders(me.id)).toBe(1);
  expect([await ownerOf(mine), await ownerOf(other)]).toEqual([me.id, null]);
  expect(await claimOrders(me.id)).toBe(0);
});

test("an unverified email or phone claims nothing", async () => {
  const phoneNumber = newPhone();
  const me = await makeUser({ phoneNumber });
  const orders = [await guestOrder(me.email), await guestOrder("x@example.com", phoneNumber)];
  expect(await claimOrders(me.id)).toBe(0);
  for (const order of orders) expect(await ownerOf(order)).toBeNull();
});

test("a verified phone claims its guest orders; the unverified email of the account does not", async () => {
  const phoneNumber = newPhone();
  const me = await makeUser({ phoneNumber, phoneNumberVerified: true });
  const [byPhone, byEmail] = [await guestOrder("x@example.com", phoneNumber), await guestOrder(me.email)];
  expect(await claimOrders(me.id)).toBe(1);
  expect([await ownerOf(byPhone), await ownerOf(byEmail)]).toEqual([me.id, null]);
});

test("a phone does not claim orders with another account's verified email", async () => {
  const phoneNumber = newPhone();
  const owner = await makeUser({ emailVerified: true });
  const me = await makeUser({ phoneNumber, phoneNumberVerified: true });
  const order = await guestOrder(owner.email, phoneNumber);
  expect(await claimOrders(me.id)).toBe(0);
  expect(await claimOrders(owner.id)).toBe(1);
  expect(await ownerOf(order)).toBe(owner.id);
});

test("an order that has or had a user is never claimed", async () => {
  const [owner, me] = [await makeUser(), await makeUser({ emailVerified: true })];
  const theirs = await makeOrder(database, owner.id, { customer_email: me.email });
  const left = await makeOrder(database, owner.id, { customer_email: me.email });
  await database.sql("update orders set user_id = null where id = $1", [left]);
  expect(await claimOrders(me.id)).toBe(0);
  expect([await ownerOf(theirs), await ownerOf(left)]).toEqual([owner.id, null]);
  const claim = makeOrder(database, owner.id, { guest_email: me.email });
  await expect(claim).rejects.toMatchObject({ cause: { constraint: "orders_guest_check" } });
});

const ADDRESS = { address: "12 Allen Avenue", city: "Ikeja", state: "Lagos", postal_code: "100001" };

async function profileOf(id: string): Promise<unknown> {
  return (await database.sql("select phone, address, city, state, postal_code from profiles where id = $1", [id]))
    .rows[0];
}

/** A guest order and the cookies of the browser that placed it. */
async function placedOrder(email: string | null): Promise<{ order: string; cookies: string }> {
  const order = await guestOrder(email);
  const access_token = randomToken();
  await makeAttempt(database, { ...ADDRESS, access_token, order_id: order, status: "settled", hold: "sold" });
  return { order, cookies: `other=1; ${placedCookie(access_token, "http://shop.test").split(";")[0]}` };
}

test("an order that another person placed with the email is claimed without changing the profile", async () => {
  const me = await makeUser({ emailVerified: true });
  await database.db.insert(profiles).values({ id: me.id });
  const { order } = await placedOrder(me.email);
  const elsewhere = await placedOrder("somebody-else@example.com");
  expect(await claimOrders(me.id, elsewhere.cookies)).toBe(1);
  expect(await claimOrders(me.id, null)).toBe(0);
  expect(await ownerOf(order)).toBe(me.id);
  expect(await profileOf(me.id)).toEqual({ phone: "", address: "", city: "", state: "", postal_code: "" });
});

test.each([
  [{}, { phone: "08031234567", ...ADDRESS }],
  [
    { phone: "0900", address: "1 Marina", city: "", state: "Abia" },
    { phone: "0900", address: "1 Marina", city: "", state: "Abia", postal_code: "" },
  ],
])("the browser that placed the order fills empty fields of the profile %j", async (known, filled) => {
  const me = await makeUser({ emailVerified: true });
  await database.db.insert(profiles).values({ id: me.id, ...known });
  const { cookies } = await placedOrder(me.email);
  // The order may have been claimed on another device already.
  await claimOrders(me.id);
  await claimOrders(me.id, cookies);
  expect(await profileOf(me.id)).toEqual(filled);
});

test("the cookie of a placed order is HttpOnly, and Secure for an https shop", () => {
  expect(placedCookie("token", "https://shop.test")).toMatch(
    /; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(placedCookie("token", "http://127.0.0.1:1")).not.toContain("Secure");
});
