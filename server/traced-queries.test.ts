import { expect, onTestFinished, test } from "vitest";
import { observeSpans, type FinishedSpan } from "#app/platform/tracing/trace.server.ts";
import { embeddedDatabase } from "#tests/setup/database.ts";
import { queryKind, traceQueries, withoutLiterals } from "./traced-queries.ts";

test.each([
  ["select 1", "select"],
  ["  INSERT into x", "insert"],
  ["with a as (select 1) select * from a", "select"],
  ["begin", "begin"],
  ["listen orders", "other"],
  ["", "other"],
])("the kind of %j is %s", (text, kind) => {
  expect(queryKind(text)).toBe(kind);
});

test.each([
  ["select\n  1", "select 1"],
  ["select 'Ada' , $1", "select '?' , $1"],
  ["select 'O''Hara'", "select '?''?'"],
  [`select 'begins ${"x".repeat(2_000)}`, "select '?'"],
])("the statement %# has no values", (text, expected) => {
  expect(withoutLiterals(text)).toBe(expected);
});

test("statements of the pool, of transactions and failing ones are observed, and answer as before", async () => {
  const database = await embeddedDatabase();
  traceQueries(database.pool);
  const seen: FinishedSpan[] = [];
  onTestFinished(observeSpans((span) => void seen.push(span)));
  expect((await database.sql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.db.transaction((tx) => tx.execute("select 2"));
  await expect(database.sql("select no_column")).rejects.toThrow("no_column");
  expect(await database.withConnection(async (client) => (await client.query("select 3 as n")).rows)).toEqual([
    { n: 3 },
  ]);
  await expect.poll(() => seen.length).toBe(6);
  expect(seen.map(({ attributes }) => attributes["kind"])).toEqual([
    "select",
    "begin",
    "select",
    "commit",
    "select",
    "select",
  ]);
  expect(seen.map(({ error }) => error !== null)).toEqual([false, false, false, false, true, false]);
});
