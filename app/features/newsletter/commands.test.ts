import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { confirmSubscription, NEXT_CONFIRMATION_MS, subscribe, unsubscribe } from "./commands.server.ts";
import { subscriberByToken, subscriberTable } from "./queries.server.ts";

const NOON = new Date("2026-11-20T12:00:00Z");
const later = (ms: number) => new Date(NOON.getTime() + ms);

let database: Database;
let ctx: Parameters<typeof subscribe>[0];

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs: recordedJobs(), baseUrl: "https://shop.example" };
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(newsletter_subscribers);
  await database.db.delete(mails);
});

const stored = () => database.db.select().from(newsletter_subscribers);
const kinds = async () => (await database.db.select({ kind: mails.kind }).from(mails)).map(({ kind }) => kind);
const exported = async (onlyActive: boolean) => {
  const rows = [];
  for await (const part of subscriberTable(database.db, actorOf("owner", "admin"), { onlyActive }).rows)
    rows.push(...part);
  return rows;
};
const token = async () => (await stored())[0]?.token ?? "";

test("an address is stored once in any spelling, and a repeat gets the same response", async () => {
  expect(await subscribe(ctx, { email: "Ada@Shop.example", source: "home" }, NOON)).toEqual({ ok: true });
  expect(await subscribe(ctx, { email: "  ada@shop.EXAMPLE " }, later(1))).toEqual({ ok: true });
  expect(await stored()).toMatchObject([
    { email: "ada@shop.example", consent_at: later(1), consent_source: "footer", confirmed_at: null },
  ]);
});

test.each([
  ["nothing", {}],
  ["null", null],
  ["empty", { email: "" }],
  ["blank", { email: "   " }],
  ["no host", { email: "ada" }],
  ["no dot", { email: "ada@shop" }],
  ["two addresses", { email: "ada@shop.example,eve@shop.example" }],
  ["a header", { email: "ada@shop.example\nBcc: x@y.example" }],
  ["too long", { email: `${"a".repeat(250)}@shop.example` }],
  ["a file", { email: new Blob(["x"]) }],
])("refuses %s and stores nothing", async (_, input) => {
  expect(await subscribe(ctx, input)).toEqual({ ok: false, reason: "invalid_email" });
  expect(await stored()).toEqual([]);
});

test("an address is subscribed only after its owner confirms; the mail's link is for one address", async () => {
  await subscribe(ctx, { email: "ada@shop.example" }, NOON);
  expect(await exported(true)).toEqual([]);
  const [mail] = await database.db.select().from(mails);
  expect(mail).toMatchObject({ kind: "newsletter_confirm", to_address: "ada@shop.example" });
  expect(mail?.data).toEqual({
    shop_url: "https://shop.example",
    confirm_url: `https://shop.example/newsletter/confirm?token=${await token()}`,
    unsubscribe_url: `https://shop.example/newsletter/unsubscribe?token=${await token()}`,
  });
  expect(await confirmSubscription(ctx, "00000000-0000-4000-8000-000000000000")).toEqual({
    ok: false,
    reason: "not_found",
  });
  expect(await confirmSubscription(ctx, "nonsense")).toEqual({ ok: false, reason: "not_found" });
  expect(await confirmSubscription(ctx, await token())).toEqual({ ok: true });
  expect(await confirmSubscription(ctx, await token())).toEqual({ ok: true });
  expect(await kinds()).toEqual(["newsletter_confirm", "newsletter_welcome"]);
  expect(await exported(true)).toMatchObject([
    ["ada@shop.example", "subscribed", NOON.toISOString(), "footer", expect.any(String), null],
  ]);
});

test("repeated sign-ups do not flood the mailbox", async () => {
  for (const ms of [0, 1, NEXT_CONFIRMATION_MS - 1]) await subscribe(ctx, { email: "ada@shop.example" }, later(ms));
  expect(await kinds()).toEqual(["newsletter_confirm"]);
  await subscribe(ctx, { email: "ada@shop.example" }, later(NEXT_CONFIRMATION_MS));
  expect(await kinds()).toEqual(["newsletter_confirm", "newsletter_confirm"]);
  await confirmSubscription(ctx, await token());
  await subscribe(ctx, { email: "ada@shop.example" }, later(9 * NEXT_CONFIRMATION_MS));
  expect(await kinds()).toHaveLength(3);
});

test("unsubscribing is final until the address is confirmed again", async () => {
  await subscribe(ctx, { email: "ada@shop.example" }, NOON);
  await confirmSubscription(ctx, await token());
  expect(await unsubscribe(ctx, "nonsense")).toEqual({ ok: false, reason: "not_found" });
  expect(await unsubscribe(ctx, await token())).toEqual({ ok: true });
  const [first] = await stored();
  expect(await unsubscribe(ctx, await token())).toEqual({ ok: true });
  expect((await stored())[0]?.unsubscribed_at).toEqual(first?.unsubscribed_at);
  expect(await exported(true)).toEqual([]);
  expect(await exported(false)).toMatchObject([
    ["ada@shop.example", "unsubscribed", NOON.toISOString(), "footer", expect.any(String), expect.any(String)],
  ]);
  expect(() => subscriberTable(database.db, actorOf("sales", "admin", "sales"), { onlyActive: true })).toThrow(
    "export",
  );

  await subscribe(ctx, { email: "ada@shop.example" }, later(2 * NEXT_CONFIRMATION_MS));
  expect(await subscriberByToken(database.db, await token())).toEqual({
    email: "ada@shop.example",
    state: "unsubscribed",
  });
  await confirmSubscription(ctx, await token());
  expect(await subscriberByToken(database.db, await token())).toMatchObject({ state: "subscribed" });
});
