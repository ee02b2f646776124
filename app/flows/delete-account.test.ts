import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { queueMail } from "#app/platform/outbox.server.ts";
import type { Database } from "#db/client.server.ts";
import { accounts, passkeys, profiles, sessions, two_factors, users, verifications } from "#db/schema/auth.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGoods, startInput, testCheckout, type TestCheckout } from "#tests/fixtures/checkout.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";

const THREE_DAYS = 72 * 60;

let database: Database;
let ctx: TestCheckout;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testCheckout(database);
  return () => database.close();
});

type Person = { id: string; email: string; phone: string; first: string; last: string; street: string };
type Payment = { reference: string; id: string };

const ZAINAB: Person = {
  id: randomUUID(),
  email: "zainab.ladipo@traders.example",
  phone: "+436641234567",
  first: "Zainabxyz",
  last: "Ladipoxyz",
  street: "77 Balogunxyz Lane",
};
/** A person whose email ends, and whose number begins, like hers: Austrian numbers differ in length. */
const OTHER: Person = {
  id: randomUUID(),
  email: `o${ZAINAB.email}`,
  phone: `${ZAINAB.phone}8`,
  first: "Oluxyz",
  last: "Otherxyz",
  street: "1 Elsewherexyz",
};

/** Rows of pending verifications in the format of the sign-in service. */
function openCodes({ id, email, phone, first, last }: Person): string[] {
  const ticket = { phone, code: "123456", hash: "$argon2id$v=19$ticket", firstName: first, lastName: last, tries: 3 };
  return [
    id,
    email,
    JSON.stringify(ticket),
    JSON.stringify({ value: `+1${phone.slice(4)}`, hash: "h", tries: 3, user: id }),
    JSON.stringify({ type: "registration", expectedChallenge: "c", userData: { id, name: email, displayName: first } }),
    JSON.stringify({ callbackURL: "/profile", codeVerifier: "v", expiresAt: 1, link: { email, userId: id } }),
    JSON.stringify({
      callbackURL: "/",
      codeVerifier: "v",
      expiresAt: 1,
      serverContext: { email: email.toUpperCase() },
    }),
  ];
}

async function makeAccount(person: Person): Promise<void> {
  const { id, email, phone, first, last } = person;
  const expiresAt = new Date(Date.now() + 300_000);
  const name = `${first} ${last}`;
  const image = `https://pictures.example/${first}.jpg`;
  const { db } = database;
  await db.insert(users).values({
    id,
    name,
    email,
    emailVerified: true,
    image,
    firstName: first,
    lastName: last,
    phoneNumber: phone,
    phoneNumberVerified: true,
    twoFactorEnabled: true,
  });
  await db.insert(profiles).values({ id, first_name: first, last_name: last, phone, address: person.street });
  await db.insert(sessions).values({ token: randomUUID(), userId: id, expiresAt, userAgent: first });
  for (const [providerId, accountId] of [
    ["credential", id],
    ["google", `google-${email}`],
  ] as const) {
    await db.insert(accounts).values({ userId: id, providerId, accountId, password: null });
  }
  const key = { publicKey: "key", counter: 0, deviceType: "singleDevice", backedUp: false };
  await db.insert(passkeys).values({ userId: id, name: `${first}'s phone`, credentialID: randomUUID(), ...key });
  await db.insert(two_factors).values({ userId: id, secret: "sealed", backupCodes: "sealed" });
  for (const value of openCodes(person)) {
    await db.insert(verifications).values({ identifier: randomUUID(), value, expiresAt });
  }
  await db.insert(newsletter_subscribers).values({ email });
  await db.transaction(async (tx) => {
    await queueMail(tx, ctx.jobs, { kind: "account_exists", to: email, data: { name } });
    await queueMail(tx, ctx.jobs, { kind: "sms_code", to: phone, data: { code: "123456" } });
  });
}

async function begin({ id, email, phone, first, last, street }: Person): Promise<Payment> {
  const contact = {
    name: `${first} ${last}`,
    email,
    phone: ZAINAB.phone,
    address: street,
    city: "Kano",
    state: "Kano",
    postal_code: "",
    substitute_phone: "",
  };
  const result = await startCheckout(ctx, startInput([[await makeGoods(database), 1]], { contact }), { user_id: id });
  if (!result.ok) throw new Error(JSON.stringify(result));
  const { reference } = result.payment;
  await receiveEvent(reference, "charge.failed", { customer: { email, phone, first_name: first } });
  // A number that begins like another is too long for a checkout.
  const stored = "update payment_attempts set customer_phone = $2 where reference = $1 returning id";
  const { rows } = await database.sql(stored, [reference, phone]);
  return { reference, id: String(rows[0]?.["id"]) };
}

async function receiveEvent(reference: string, event: string, data: object): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ event, data: { reference, status: "x", ...data } }));
  await receiveWebhook(ctx, body, "good");
}

type Payments = Record<"closed" | "review" | "paid" | "open", Payment>;

/** One payment in each state, created by the shop's commands. */
async function pay(person: Person): Promise<Payments> {
  const closed = await begin(person);
  for (const minutes of [16, THREE_DAYS]) {
    ctx.advance(minutes);
    await sweepPayments(ctx);
  }
  const [review, paid, open] = [await begin(person), await begin(person), await begin(person)];
  ctx.payments.set(review.reference, { status: "success", amount_kobo: 1 });
  ctx.payments.set(paid.reference, { status: "success" });
  expect(await settlePayment(ctx, closed.reference)).toMatchObject({ state: "closed" });
  expect(await settlePayment(ctx, review.reference)).toMatchObject({ state: "review", reason: "wrong_amount" });
  expect(await settlePayment(ctx, paid.reference)).toMatchObject({ state: "paid" });
  return { closed, review, paid, open };
}

/** Every database row that contains one of `words`, as "table: row text". */
async function mentions(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.sql(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { table_name: table } of tables) {
    const { rows } = await database.db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(String(table))} t
        where exists (select 1 from unnest(${sql.param(words)}::text[]) w where position(lower(w) in lower(t::text)) > 0)`,
    );
    found.push(...rows.map(({ row }) => `${String(table)}: ${row}`));
  }
  return found.toSorted();
}

const wordsOf = ({ id, email, phone, first, last, street }: Person) => [id, email, phone, first, last, street];

const TABLES = ["accounts", "mails", "newsletter_subscribers", "orders", "passkeys", "payment_attempts"].concat([
  "payment_events",
  "profiles",
  "sessions",
  "two_factors",
  "users",
  "verifications",
]);

test("nothing in any table names who is gone, but what the books keep and a payment that may still come", async () => {
  for (const person of [OTHER, ZAINAB]) await makeAccount(person);
  await pay(OTHER);
  const { closed, review, paid, open } = await pay(ZAINAB);
  const [order] = (await database.sql("select id from orders where user_id = $1", [ZAINAB.id])).rows;
  // Her identifiers are substrings of the other person's, whose rows therefore have to be excluded.
  const others = await mentions(wordsOf(OTHER));
  const hers = async () => (await mentions(wordsOf(ZAINAB))).filter((row) => !others.includes(row));
  expect([...new Set((await hers()).map((row) => row.split(":")[0]))]).toEqual(TABLES);

  expect(await deleteAccount(ctx, actorOf(ZAINAB.id))).toEqual({ ok: true, pictures: [] });

  const retained = [
    // The order, its mails, its payment and the provider's report on it.
    ["orders", order?.["id"]],
    ["mails", "order_confirmation"],
    ["mails", "welcome_email"],
    // Tells her that the account is gone; swept after 30 days like all account messages.
    ["mails", "account_deleted"],
    ["payment_attempts", paid.id],
    ["payment_events", paid.reference],
    // Paid and under review.
    ["payment_attempts", review.id],
    ["payment_events", review.reference],
    // May still be paid and must then be delivered.
    ["payment_attempts", open.id],
    ["payment_events", open.reference],
  ].map(([table, mark]) => [`${String(table)}: `, String(mark)] as const);
  const left = await hers();
  const isRetained = (row: string) => retained.some(([table, mark]) => row.startsWith(table) && row.includes(mark));
  expect(left.filter((row) => !isRetained(row))).toEqual([]);
  expect(left).toHaveLength(retained.length);
  expect(await mentions([ZAINAB.id])).toEqual([]);
  expect(await mentions(wordsOf(OTHER))).toEqual(others);

  // The open payment becomes an order with contact data; the closed one becomes an anonymous order.
  for (const { reference } of [open, closed]) ctx.payments.set(reference, { status: "success" });
  ctx.jobs.enqueued.length = 0;
  expect(await settlePayment(ctx, open.reference)).toMatchObject({ state: "paid", first: true });
  expect(ctx.jobs.enqueued.map(({ queue }) => queue)).toEqual(["mail"]);
  expect(await settlePayment(ctx, closed.reference)).toMatchObject({ state: "paid", first: true });
  expect(ctx.jobs.enqueued).toHaveLength(1);
  const { rows } = await database.sql(
    "select user_id, customer_name, customer_email, shipping_address, total_amount_kobo::int as total from orders where payment_reference = any($1) order by customer_email desc",
    [[open.reference, closed.reference]],
  );
  expect(rows).toEqual([
    {
      user_id: null,
      customer_name: "Zainabxyz Ladipoxyz",
      customer_email: ZAINAB.email,
      shipping_address: "77 Balogunxyz Lane, Kano, Kano",
      total: 100_000,
    },
    { user_id: null, customer_name: "Not kept", customer_email: "", shipping_address: "", total: 100_000 },
  ]);
});
