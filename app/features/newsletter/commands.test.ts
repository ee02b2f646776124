import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { testDatabase } from "../../../tests/setup/database.ts";
import { subscribe } from "./commands.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.delete(newsletter_subscribers);
});

async function stored(): Promise<string[]> {
  const rows = await database.db.select({ email: newsletter_subscribers.email }).from(newsletter_subscribers);
  return rows.map((row) => row.email);
}

test("an address is recorded once, however it is written, and the repeat gets the same answer", async () => {
  expect(await subscribe(database.db, { email: "Ada@Shop.example" })).toEqual({ ok: true });
  expect(await subscribe(database.db, { email: "  ada@shop.EXAMPLE " })).toEqual({ ok: true });
  expect(await stored()).toEqual(["ada@shop.example"]);
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
  expect(await subscribe(database.db, input)).toEqual({ ok: false, reason: "invalid_email" });
  expect(await stored()).toEqual([]);
});
