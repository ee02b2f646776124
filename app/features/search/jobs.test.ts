import fc from "fast-check";
import { expect, test } from "vitest";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";
import { refreshStems } from "#db/stems.server.ts";
import { makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { refreshSearchWords, startSearchWords, startStems } from "./jobs.server.ts";
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

test("counting the changes gives what counting all products gives", async () => {
  const { db, sql } = await testDatabase();
  const name = fc
    .array(fc.constantFrom("Rice", "rice", "Ọ̀gbọ̀nọ̀", "50kg", "tin", "of"), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(" "));
  const product = fc.record({ name, distributor: fc.constantFrom("", "Kano", "Ọjà") });
  const edit = fc.record({ at: fc.nat({ max: 59 }), to: fc.option(product) });
  const counted = async () => {
    const { rows: words } = await sql("select word, products from search_words order by word");
    return [words, (await sql("select * from search_distributors order by name")).rows];
  };
  const rows = await makeProducts(db, 60, () => ({ name: "Rice", distributor: "Kano" }));
  const ids = rows.map(({ id }) => id);
  await refreshSearchWords(db);
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), fc.array(product, { maxLength: 2 }), async (edits, added) => {
      for (const { at, to } of edits) {
        if (to === null) await sql("delete from products where id = $1", [ids[at]]);
        else
          await sql("update products set name = $2, distributor = $3 where id = $1", [
            ids[at],
            to.name,
            to.distributor,
          ]);
      }
      await makeProducts(db, added.length, (i) => added[i] ?? {});
      // More would be counted by counting all.
      const { rows: changes } = await sql("select from search_changes");
      expect(changes.length * 4).toBeLessThanOrEqual((await sql("select from products")).rows.length);
      await refreshSearchWords(db);
      const byDifference = await counted();
      await sql("insert into search_changes default values");
      await refreshSearchWords(db);
      expect(byDifference).toEqual(await counted());
    }),
    { numRuns: 12 },
  );
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

/** A shop whose stems are those of another stemmer: the text search dictionary is swapped while they are written. */
async function shopOfOtherStemmer() {
  const database = await testDatabase();
  const { db } = database;
  await makeProducts(db, 3);
  const stems = async () =>
    (await database.sql("select id, search::text from products order by id")).rows.map(({ search }) => String(search));
  const right = await stems();
  await database.sql("alter text search configuration english alter mapping for asciiword, word with simple");
  await database.sql("update products set name = name");
  const other = await stems();
  await database.sql("alter text search configuration english alter mapping for asciiword, word with english_stem");
  return { database, db, stems, right, other };
}

test("stems that another stemmer wrote are written again, also in several batches, and no page is dropped", async () => {
  const { database, db, stems, right, other } = await shopOfOtherStemmer();
  expect(other).not.toEqual(right);
  const notices: string[] = [];
  await database.listen("catalogue", (notice) => notices.push(notice));
  expect(await refreshStems(db, 2)).toEqual({ products: 3, synonyms: 0 });
  expect(await stems()).toEqual(right);
  expect(await refreshStems(db, 2)).toEqual({ products: 0, synonyms: 0 });
  await database.sql("select pg_notify('catalogue', 'mark')");
  await expect.poll(() => notices.at(-1)).toBe("mark");
  expect(notices).toEqual(["mark"]);
});

test("a start with another fingerprint than the stored one refreshes the search once, in the background", async () => {
  const { database, db, stems, right } = await shopOfOtherStemmer();
  const log = createLogger("silent");
  const jobs = await createJobs(database, log);
  const queued = async () => (await database.sql("select from pgboss.job where name = 'stems'")).rows.length;
  try {
    await startStems({ db, jobs, log });
    const first = await readShopState(db, "stemmer");
    expect([first, await queued()]).toEqual([expect.any(String), 0]);
    await writeShopState(db, "stemmer", "of PostgreSQL 15");
    await startStems({ db, jobs, log });
    await expect.poll(stems, { timeout: 30_000 }).toEqual(right);
    await expect.poll(() => readShopState(db, "stemmer"), { timeout: 30_000 }).toBe(first);
    await startStems({ db, jobs, log });
    expect(await queued()).toBe(1);
  } finally {
    await jobs.close();
  }
});
