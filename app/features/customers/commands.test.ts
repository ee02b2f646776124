import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Actor } from "#app/features/permissions/rules.ts";
import { saveShippingAddress } from "#app/features/users/commands.server.ts";
import { deleteAccount } from "#app/flows/delete-account.server.ts";
import type { Database } from "#db/client.server.ts";
import { accounts, profiles, sessions, users, verifications } from "#db/schema/auth.ts";
import { mails } from "#db/schema/mail.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { adminContext } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { updateProfile } from "./commands.server.ts";
import { exportCustomer, profileOf } from "./queries.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

type Person = NonNullable<Actor> & { email: string };

async function makePerson(change: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const id = randomUUID();
  const email = change.email ?? `${id}@example.com`;
  await database.db.insert(users).values({
    id,
    name: "Ada Okafor",
    firstName: "Ada",
    lastName: "Okafor",
    emailVerified: true,
    staffRole: change.role === "admin" ? "owner" : null,
    ...change,
    email,
  });
  return { ...actorOf(id, change.role === "admin" ? "admin" : "customer"), email };
}

async function makeSession(userId: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  await database.db.insert(sessions).values({ token: randomUUID(), userId, expiresAt, userAgent: "curl/8" });
}

async function makeOrder(person: Person, address = "1 Market Road, Kano, Kano"): Promise<string> {
  const id = randomUUID();
  await database.db.insert(orders).values({
    id,
    user_id: person.id,
    payment_method: "paystack",
    payment_reference: `WH${id}`,
    payment_status: "paid",
    total_amount_kobo: 500_000,
    customer_name: "Ada Okafor",
    customer_email: person.email,
    customer_phone: "08031234567",
    shipping_address: address,
    access_token: randomUUID(),
  });
  await database.db.insert(order_items).values({
    order_id: id,
    product_name: "Rice",
    product_price_kobo: 250_000,
    quantity: 2,
    subtotal_kobo: 500_000,
  });
  return id;
}

const FORM = {
  first_name: "Chidi",
  last_name: "Eze",
  phone: "08030000001",
  address: "2 Road",
  city: "Aba",
  state: "Abia",
};
const SHIPPING = {
  phone: "08030000002",
  address: "3 Street",
  city: "Jos",
  state: "Plateau",
  lga_code: "PL-05",
  postal_code: "930001",
};
const count = async (table: typeof sessions | typeof accounts, userId: string) =>
  (await database.db.select().from(table).where(eq(table.userId, userId))).length;

describe("the profile", () => {
  test("falls back to the account's names, phone and Nigeria until it has its own", async () => {
    const person = await makePerson({ phoneNumber: "+2348031112222" });
    expect(await profileOf(database.db, person.id)).toMatchObject({
      first_name: "Ada",
      last_name: "Okafor",
      phone: "+2348031112222",
      country: "Nigeria",
      email: person.email,
      role: "customer",
    });
    await database.db.insert(profiles).values({ id: person.id, first_name: "Adaeze" });
    expect(await profileOf(database.db, person.id)).toMatchObject({ first_name: "Adaeze", last_name: "Okafor" });
  });

  test("of an account with only a phone number has no email; an unknown id has no profile", async () => {
    const person = await makePerson({ email: "2348030000009@phone.invalid" });
    expect(await profileOf(database.db, person.id)).toMatchObject({ email: null });
    expect(await profileOf(database.db, randomUUID())).toBeNull();
    expect(await exportCustomer(database.db, randomUUID())).toBeNull();
  });

  test("is written with the names of the account, the first time and again", async () => {
    const person = await makePerson();
    expect(await updateProfile({ db: database.db }, person, FORM)).toEqual({ ok: true });
    expect(await updateProfile({ db: database.db }, person, { ...FORM, city: "Owerri" })).toEqual({ ok: true });
    expect(await profileOf(database.db, person.id)).toMatchObject({ ...FORM, city: "Owerri", postal_code: "" });
    const [user] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(user).toMatchObject({ firstName: "Chidi", lastName: "Eze", name: "Chidi Eze", role: "customer" });
  });

  test("of another user cannot be changed by any form field", async () => {
    const [actor, victim] = [await makePerson(), await makePerson()];
    const result = await updateProfile({ db: database.db }, actor, {
      ...FORM,
      id: victim.id,
      user_id: victim.id,
      role: "admin",
    });
    expect(result).toEqual({ ok: true });
    expect(await profileOf(database.db, victim.id)).toMatchObject({ first_name: "Ada", phone: "" });
    expect(await profileOf(database.db, actor.id)).toMatchObject({ first_name: "Chidi", role: "customer" });
  });

  test("is not saved for a guest, for a deleted user, or with errors", async () => {
    const person = await makePerson();
    const gone = actorOf(randomUUID());
    expect(await updateProfile({ db: database.db }, null, FORM)).toEqual({ ok: false, reason: "forbidden" });
    expect(await updateProfile({ db: database.db }, gone, FORM)).toEqual({ ok: false, reason: "forbidden" });
    expect(await updateProfile({ db: database.db }, person, { ...FORM, first_name: "C" })).toMatchObject({
      ok: false,
      reason: "invalid",
    });
    expect(await profileOf(database.db, person.id)).toMatchObject({ first_name: "Ada", address: "" });
  });

  test("takes the address of an order and keeps the names", async () => {
    const [known, fresh] = [await makePerson(), await makePerson()];
    await updateProfile({ db: database.db }, known, FORM);
    for (const person of [known, fresh]) await saveShippingAddress(database.db, person.id, SHIPPING);
    expect(await profileOf(database.db, known.id)).toMatchObject({ ...SHIPPING, first_name: "Chidi" });
    expect(await profileOf(database.db, fresh.id)).toMatchObject({ ...SHIPPING, first_name: "Ada" });
  });
});

test("the export has the user's orders, addresses and consents, and no other user's", async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  await updateProfile({ db: database.db }, person, FORM);
  const mine = await makeOrder(person);
  await makeOrder(person);
  await makeOrder(other, "9 Foreign Lane");
  await database.db.insert(newsletter_subscribers).values({ email: person.email });
  const data = await exportCustomer(database.db, person.id);
  expect(data).toMatchObject({
    profile: { ...FORM, email: person.email },
    addresses: ["2 Road, Aba, Abia", "1 Market Road, Kano, Kano"],
    consents: { newsletter: { subscribed: true } },
  });
  expect(data?.orders).toHaveLength(2);
  expect(data?.orders.find((order) => order.id === mine)?.items).toEqual([
    {
      product_name: "Rice",
      product_price_kobo: 250_000,
      quantity: 2,
      saved_kobo: 0,
      unit: "",
      pieces: 1,
      subtotal_kobo: 500_000,
    },
  ]);
  expect(JSON.stringify(data)).not.toContain("9 Foreign Lane");
  expect(await exportCustomer(database.db, other.id)).toMatchObject({
    consents: { newsletter: { subscribed: false, since: null } },
  });
});

describe("deletion", () => {
  test("runs once more after a deadlock", async () => {
    const person = await makePerson();
    const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    vi.spyOn(database.db, "transaction").mockRejectedValueOnce(deadlock);
    expect(await deleteAccount(adminContext(database), person)).toEqual({ ok: true, pictures: [] });
  });

  test("deletes profile, sessions, sign-in methods, open codes and consent, and anonymizes orders", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const order = await makeOrder(person);
    for (const { id } of [person, other]) {
      await makeSession(id);
      await database.db.insert(accounts).values({ userId: id, accountId: id, providerId: "credential", password: "x" });
      await database.db
        .insert(verifications)
        .values({ identifier: `hash-${id}`, value: id, expiresAt: new Date(Date.now() + 60_000) });
    }
    await database.db.insert(mails).values([
      { kind: "email_code", to_address: person.email },
      { kind: "email_code", to_address: other.email },
      { kind: "order_confirmation", to_address: person.email, order_id: order },
    ]);
    await updateProfile({ db: database.db }, person, FORM);
    await database.db.insert(newsletter_subscribers).values({ email: person.email });

    expect(await deleteAccount(adminContext(database), person)).toEqual({ ok: true, pictures: [] });
    expect(await profileOf(database.db, person.id)).toBeNull();
    expect([await count(sessions, person.id), await count(accounts, person.id)]).toEqual([0, 0]);
    expect([await count(sessions, other.id), await count(accounts, other.id)]).toEqual([1, 1]);
    const codes = await database.db.select({ value: verifications.value }).from(verifications);
    expect(codes.map((code) => code.value)).toEqual([other.id]);
    expect(
      await database.db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.email, person.email)),
    ).toEqual([]);
    const about = inArray(mails.to_address, [person.email, other.email]);
    const columns = { kind: mails.kind, to: mails.to_address };
    expect(await database.db.select(columns).from(mails).where(about).orderBy(mails.kind)).toEqual([
      { kind: "account_deleted", to: person.email },
      { kind: "email_code", to: other.email },
      { kind: "order_confirmation", to: person.email },
    ]);
    const [retained] = await database.db.select().from(orders).where(eq(orders.id, order));
    expect(retained).toMatchObject({ user_id: null, total_amount_kobo: 500_000, customer_name: "Ada Okafor" });
    expect(await deleteAccount(adminContext(database), person)).toEqual({ ok: false, reason: "forbidden" });
  });

  test("keeps the newsletter consent of an unverified address, which may belong to another person", async () => {
    const person = await makePerson({ emailVerified: false });
    await database.db.insert(newsletter_subscribers).values({ email: person.email });
    expect(await deleteAccount(adminContext(database), person)).toEqual({ ok: true, pictures: [] });
    expect(
      await database.db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.email, person.email)),
    ).toHaveLength(1);
  });

  test("is refused to guests and to the last owner", async () => {
    const first = await makePerson({ role: "admin" });
    expect(await deleteAccount(adminContext(database), null)).toEqual({ ok: false, reason: "forbidden" });
    expect(await deleteAccount(adminContext(database), first)).toEqual({ ok: false, reason: "last_admin" });
    const packer = await makePerson({ role: "admin", staffRole: "packer" });
    expect(await deleteAccount(adminContext(database), first)).toEqual({ ok: false, reason: "last_admin" });
    expect(await deleteAccount(adminContext(database), packer)).toEqual({ ok: true, pictures: [] });
    await makePerson({ role: "admin" });
    expect(await deleteAccount(adminContext(database), first)).toEqual({ ok: true, pictures: [] });
  });
});
