import { expect, onTestFinished, test } from "vitest";
import { refreshSearchWords } from "#app/features/search/jobs.server.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { postgresDatabase } from "../setup/postgres.ts";

test("a product that is added while words are counted counts once", async () => {
  const database = await postgresDatabase();
  const { db } = database;
  const known = async () => (await database.sql("select products from search_words where word = 'moringa'")).rows;
  const add = () => makeProducts(db, 1, () => ({ name: "Moringa" }));
  await makeProducts(db, 8, () => ({ name: "Rice" }));
  await refreshSearchWords(db);
  const refreshing = await database.pool?.connect();
  if (!refreshing) throw new Error("no PostgreSQL");
  onTestFinished(() => refreshing.release());
  for (const [expected, before] of [
    // By difference.
    [1, "update products set name = 'Beans' where id in (select id from products where name = 'Rice' limit 1)"],
    // Counting all.
    [2, "insert into search_changes default values"],
  ] as const) {
    await database.sql(before);
    await refreshing.query("begin");
    await refreshing.query("select refresh_search_words()");
    await add();
    await refreshing.query("commit");
    expect(await refreshSearchWords(db)).toBe(true);
    expect(await known()).toEqual([{ products: expected }]);
    expect(await refreshSearchWords(db)).toBe(false);
  }
  // Added before, committed after.
  await refreshing.query("begin");
  await refreshing.query("insert into products (name, slug, price_kobo) values ('Moringa', 'moringa-late', 100)");
  await database.sql("insert into search_changes default values");
  await refreshSearchWords(db);
  await refreshing.query("commit");
  await refreshSearchWords(db);
  expect(await known()).toEqual([{ products: 3 }]);
});
