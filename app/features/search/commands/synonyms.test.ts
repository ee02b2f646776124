import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { listingPage } from "../queries/listing.server.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { deleteSynonym, saveSynonym } from "./synonyms.server.ts";

let database: Database;
const OWNER = actorOf(crypto.randomUUID(), "admin");

beforeAll(async () => {
  database = await testDatabase();
  const names = ["Baby diapers", "Instant noodles"];
  await makeProducts(database.db, names.length, (i) => ({ name: names[i], description: "", distributor: "" }));
  await database.sql("select refresh_search_words()");
});
afterAll(() => database.close());

const found = async (search: string) =>
  (await listingPage(database.db, { ...EMPTY_LISTING, search }, null, [])).listing.products.map(({ name }) => name);

test("a synonym is added, searched, changed and deleted, each with an audit row", async () => {
  expect(await found("softcare")).toEqual([]);
  const added = await saveSynonym(database, OWNER, { phrase: " Softcare! ", kind: "diapers |  nappies" });
  expect(added).toEqual({ ok: true, phrase: "softcare" });
  expect(await found("softcare")).toEqual(["Baby diapers"]);
  const changed = await saveSynonym(database, OWNER, { was: "softcare", phrase: "soft care", kind: "noodles" });
  expect(changed).toEqual({ ok: true, phrase: "soft care" });
  expect([await found("soft care"), await found("softcare")]).toEqual([["Instant noodles"], []]);
  expect(await deleteSynonym(database, OWNER, "soft care")).toEqual({ ok: true });
  expect(await deleteSynonym(database, OWNER, "soft care")).toEqual({ ok: false, reason: "unknown" });
  expect(await found("soft care")).toEqual([]);
  const { rows } = await database.sql(
    "select action, subject, actor_id from audit_log where action like 'search_word.%' order by at, id",
  );
  expect(rows).toEqual([
    { action: "search_word.create", subject: "softcare", actor_id: OWNER.id },
    { action: "search_word.update", subject: "soft care", actor_id: OWNER.id },
    { action: "search_word.delete", subject: "soft care", actor_id: OWNER.id },
  ]);
});

test.each([
  ["nothing", { phrase: " ... ", kind: "rice" }, { phrase: "Please enter what shoppers type." }],
  ["a sentence", { phrase: "one two three four five", kind: "rice" }, { phrase: "At most 4 words." }],
  ["signs for goods", { phrase: "zzz", kind: "rice | !!" }, { kind: "Please use words." }],
  ["a known word in another form", { phrase: "Maggis", kind: "rice" }, { phrase: expect.stringContaining("“maggi”") }],
])("%s is refused at its field", async (_, form, errors) => {
  expect(await saveSynonym(database, OWNER, form)).toEqual({ ok: false, reason: "invalid", errors });
});

test("only those who may edit products do", async () => {
  for (const actor of [null, actorOf("a"), actorOf("b", "admin", "packer"), actorOf("c", "admin", "sales")]) {
    expect(await saveSynonym(database, actor, { phrase: "x", kind: "y" })).toEqual({
      ok: false,
      reason: "forbidden",
    });
    expect(await deleteSynonym(database, actor, "maggi")).toEqual({ ok: false, reason: "forbidden" });
  }
  expect(
    await saveSynonym(database, actorOf(crypto.randomUUID(), "admin", "manager"), { phrase: "xyz", kind: "" }),
  ).toMatchObject({ ok: true });
});
