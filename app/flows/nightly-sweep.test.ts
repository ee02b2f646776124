import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { auth_rate_limits, sessions, users, verifications } from "#db/schema/auth.ts";
import { rate_limits } from "#db/schema/limits.ts";
import { mails } from "#db/schema/mail.ts";
import { payment_attempts, payment_events, payment_reviews } from "#db/schema/payments.ts";
import { shipments } from "#db/schema/shipments.ts";
import { CONTACT, makeAttempt } from "#tests/fixtures/checkout.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { embeddedDatabase, sharedDatabase } from "#tests/setup/database.ts";
import { startNightlySweep, sweepPersonalData } from "./nightly-sweep.server.ts";

const NOW = new Date("2026-07-01T01:00:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const NONE = { trash: 0, sessions: 0, codes: 0, limits: 0, sign_in_limits: 0, messages: 0, payers: 0, reports: 0 };
const NOTHING = { ...NONE, searches: 0, driver_phones: 0 };

const shared = sharedDatabase();
let database: Database;
let userId: string;
beforeEach(async () => {
  database = shared();
  userId = randomUUID();
  await database.db.insert(users).values({ id: userId, name: "Ada", email: "ada@example.com" });
});

const sweep = (batch?: number) => sweepPersonalData(database.db, NOW, batch);
const expiring = (expiresAt: Date) => ({ token: randomUUID(), userId, expiresAt });

describe("deletes what has expired and keeps the rest", () => {
  test("sessions and unused codes", async () => {
    const [past, next] = [new Date(NOW.getTime() - 1000), new Date(NOW.getTime() + 1000)];
    await database.db.insert(sessions).values([expiring(past), expiring(next)]);
    await database.db.insert(verifications).values([
      { identifier: "a", value: `{"phone":"+2348031112222"}`, expiresAt: past },
      { identifier: "b", value: "open", expiresAt: next },
    ]);
    expect(await sweep()).toEqual({ ...NOTHING, sessions: 1, codes: 1 });
    expect((await database.db.select().from(sessions)).map((row) => row.expiresAt)).toEqual([next]);
    expect((await database.db.select().from(verifications)).map((row) => row.value)).toEqual(["open"]);
  });

  test("drivers' phone numbers after 90 days, and nothing else of the shipment", async () => {
    const order_id = await makeOrder(database, userId);
    const sent = { order_id, carrier: "GUO", status: "sent", sent_at: daysAgo(80) };
    await database.db.insert(shipments).values([
      { ...sent, number: 1, driver_phone: "08031112222", created_at: daysAgo(91) },
      { ...sent, number: 2, driver_phone: "08031113333", created_at: daysAgo(89) },
    ]);
    expect(await sweep()).toEqual({ ...NOTHING, driver_phones: 1 });
    const left = await database.db.select().from(shipments).orderBy(asc(shipments.number));
    expect(left.map(({ carrier, driver_phone, version }) => [carrier, driver_phone, version])).toEqual([
      ["GUO", "", 1],
      ["GUO", "08031113333", 1],
    ]);
  });

  test("rate-limit counters of both tables", async () => {
    await database.db.insert(rate_limits).values([
      { key: "checkout:1.2.3.4", points: 1, expire: NOW.getTime() - 1 },
      { key: "checkout:1.2.3.5", points: 1, expire: NOW.getTime() + 1 },
      { key: "checkout:1.2.3.6", points: 1, expire: null },
    ]);
    await database.db.insert(auth_rate_limits).values([
      { key: "1.2.3.4|/sign-in/email", count: 1, lastRequest: daysAgo(1.1).getTime() },
      { key: "1.2.3.5|/sign-in/email", count: 1, lastRequest: daysAgo(0.9).getTime() },
    ]);
    expect(await sweep()).toEqual({ ...NOTHING, limits: 1, sign_in_limits: 1 });
    const left = await database.db.select({ key: rate_limits.key }).from(rate_limits).orderBy(asc(rate_limits.key));
    expect(left.map(({ key }) => key)).toEqual(["checkout:1.2.3.5", "checkout:1.2.3.6"]);
    expect((await database.db.select().from(auth_rate_limits)).map((row) => row.key)).toEqual([
      "1.2.3.5|/sign-in/email",
    ]);
  });

  test("account messages after 30 days, sent or not; mails of orders are kept", async () => {
    const order_id = await makeOrder(database, null);
    await database.db.insert(mails).values([
      { kind: "sms_code", to_address: "+2348031112222", created_at: daysAgo(31), status: "sent" },
      { kind: "recovery", to_address: "gone@example.com", created_at: daysAgo(31) },
      { kind: "email_code", to_address: "ada@example.com", created_at: daysAgo(29) },
      { kind: "order_confirmation", to_address: "ada@example.com", created_at: daysAgo(400), order_id },
    ]);
    expect(await sweep()).toEqual({ ...NOTHING, messages: 2 });
    const left = await database.db.select({ kind: mails.kind }).from(mails).orderBy(asc(mails.created_at));
    expect(left.map(({ kind }) => kind)).toEqual(["order_confirmation", "email_code"]);
  });
});

describe("payer data", () => {
  const contactOf = async () =>
    await database.db
      .select({ reference: payment_attempts.reference, name: payment_attempts.customer_name })
      .from(payment_attempts)
      .orderBy(asc(payment_attempts.reference));

  test("is forgotten 30 days after an attempt that came to nothing, and in no other", async () => {
    const order_id = await makeOrder(database, userId);
    const unpaid = { created_at: daysAgo(31), user_id: userId };
    await makeAttempt(database, { ...unpaid, reference: "WH1", status: "closed", hold: "released", access_code: "x" });
    await makeAttempt(database, { ...unpaid, reference: "WH2", status: "closed", created_at: daysAgo(29) });
    await makeAttempt(database, { ...unpaid, reference: "WH3", status: "settled", order_id });
    await makeAttempt(database, { ...unpaid, reference: "WH4", status: "review" });
    await makeAttempt(database, { ...unpaid, reference: "WH5", status: "open" });
    const attempt_id = await makeAttempt(database, { ...unpaid, reference: "WH6", status: "closed" });
    await database.db.insert(payment_reviews).values({ attempt_id, reason: "dispute", details: {}, resolved: true });
    expect(await sweep()).toEqual({ ...NOTHING, payers: 1 });
    expect(await contactOf()).toEqual([
      { reference: "WH1", name: "Not kept" },
      ...["WH2", "WH3", "WH4", "WH5", "WH6"].map((reference) => ({ reference, name: CONTACT.name })),
    ]);
    const [anonymized] = await database.db.select().from(payment_attempts).orderBy(asc(payment_attempts.reference));
    expect(anonymized).toMatchObject({ user_id: null, customer_email: "", customer_phone: "", address: "", city: "" });
    expect(anonymized).toMatchObject({ substitute_phone: "" });
    expect(anonymized).toMatchObject({ state: "", postal_code: "", fingerprint: "", access_code: null });
    expect(anonymized).toMatchObject({ amount_kobo: 500_000, status: "closed", hold: "released" });
    expect(await sweep()).toEqual(NOTHING);
  });

  test("is removed from the provider's reports as well, unless the payment is kept", async () => {
    await makeAttempt(database, { reference: "WH1", status: "closed", created_at: daysAgo(40) });
    await makeAttempt(database, { reference: "WH2", status: "open", created_at: daysAgo(40) });
    const order_id = await makeOrder(database, null);
    await makeAttempt(database, { reference: "WH3", status: "settled", order_id, customer_email: "" });
    const payload = { customer: { email: CONTACT.email } };
    const report = (reference: string | null, days: number) => ({
      event: "charge.failed",
      dedupe_key: randomUUID(),
      reference,
      payload,
      created_at: daysAgo(days),
    });
    const reports = [report("WH1", 35), report("WH1", 29), report("WH2", 35), report("WH3", 35)];
    reports.push(report("WH-strange", 35), report(null, 35));
    await database.db.insert(payment_events).values(reports);
    expect(await sweep()).toEqual({ ...NOTHING, payers: 1, reports: 3 });
    const left = await database.db.select().from(payment_events);
    const isEmpty = (key: string) => JSON.stringify(left.find((row) => row.dedupe_key === key)?.payload) === "{}";
    expect(reports.map((row) => isEmpty(row.dedupe_key))).toEqual([true, false, false, false, true, true]);
  });
});

test("runs in small batches until nothing is left", async () => {
  const old = daysAgo(40);
  for (let made = 0; made < 5; made += 1) {
    const reference = `WH${made}`;
    await makeAttempt(database, { reference, status: "closed", created_at: old });
    await database.db.insert(sessions).values(expiring(old));
    const event = { event: "charge.failed", reference, payload: { made }, dedupe_key: reference };
    await database.db.insert(payment_events).values({ ...event, created_at: old });
  }
  expect(await sweep(2)).toEqual({ ...NOTHING, sessions: 5, payers: 5, reports: 5 });
  expect(await sweep(2)).toEqual(NOTHING);
});

test("the job runs every night in Lagos time, once for missed nights", async () => {
  const embedded = await embeddedDatabase();
  await embedded.db.insert(users).values({ id: userId, name: "Ada", email: "ada@example.com" });
  const log = createLogger("silent");
  const jobs = await createJobs(embedded, log, { pollSeconds: 0.5 });
  onTestFinished(() => jobs.close());
  await embedded.db.insert(sessions).values(expiring(new Date(Date.now() - 1000)));
  await jobs.enqueue(embedded.db, "nightly-sweep", {});
  await startNightlySweep({ database: embedded, db: embedded.db, jobs, log });
  await expect.poll(async () => await embedded.db.select().from(sessions)).toEqual([]);
  // The sweep vacuums the embedded database, which marks pages without dead rows as all-visible.
  const marked = "select relallvisible > 0 as marked from pg_class where oid = 'users'::regclass";
  await expect.poll(async () => (await embedded.sql(marked)).rows).toEqual([{ marked: true }]);
  const { rows } = await embedded.sql("select cron, timezone, options->>'missed' as missed from pgboss.schedule");
  expect(rows).toEqual([{ cron: "0 3 * * *", timezone: "Africa/Lagos", missed: "once" }]);
});
