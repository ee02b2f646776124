import { expect, test } from "vitest";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { refreshSearchWords, startSearchWords } from "./jobs.server.ts";
import { suggest } from "./queries/suggest.server.ts";

test("a refresh loads changed names and distributors, and runs only after such changes", async () => {
  const { db, sql } = await testDatabase();
  const { id } = await makeProduct(db, { name: "Zobo leaves", distributor: "Kano Leaf House" });
  expect((await suggest(db, "zob")).words).toEqual([]);
  expect(await refreshSearchWords(db)).toBe(true);
  expect(await suggest(db, "zob")).toMatchObject({ words: ["zobo"] });
  expect(await suggest(db, "leaf h")).toMatchObject({ distributors: ["Kano Leaf House"] });
  expect(await refreshSearchWords(db)).toBe(false);

  await sql("update products set stock_quantity = 3, price_kobo = 5, description = 'Dried' where id = $1", [id]);
  expect(await refreshSearchWords(db)).toBe(false);
  await sql("update products set name = 'Ọ̀gbọ̀nọ̀' where id = $1", [id]);
  expect(await refreshSearchWords(db)).toBe(true);
  expect((await suggest(db, "ogb")).words).toEqual(["ogbono"]);
  await sql("delete from products");
  expect(await refreshSearchWords(db)).toBe(true);
  expect(await suggest(db, "ogb")).toMatchObject({ words: [], distributors: [] });
});

test("the job runs every minute", async () => {
  const { db } = await testDatabase();
  const scheduled: string[] = [];
  const jobs = {
    everyMinute: async (queue: string, handle: () => Promise<void>) => {
      scheduled.push(queue);
      await handle();
    },
  };
  await makeProduct(db, { name: "Zobo leaves" });
  await startSearchWords({ db, jobs: jobs as never });
  expect(scheduled).toEqual(["search-words"]);
  expect((await suggest(db, "zob")).words).toEqual(["zobo"]);
});
