import { expect, test } from "vitest";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { refreshStems, startStems } from "./refresh-stems.server.ts";

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
  await database.sql("select 1");
  expect(notices).toEqual([]);
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
