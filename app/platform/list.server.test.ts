import { gte, inArray, like, sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { embeddedDatabase, testDatabase } from "#tests/setup/database.ts";
import { listBatches, listIds, listPage, packedIds, type ListSource } from "./list.server.ts";

let database: Database;
const { email, created_at } = newsletter_subscribers;

/** 95 numbered subscribers; each ten share a day. */
beforeAll(async () => {
  database = await testDatabase();
  await database.sql(
    `insert into newsletter_subscribers (email, created_at)
     select 'n' || lpad(n::text, 3, '0') || '@example.com', '2026-01-01'::timestamptz + (n / 10) * interval '1 day'
     from generate_series(1, 95) n`,
  );
});
afterAll(() => database.close());

const source = (more: Partial<ListSource<{ id: string }>> = {}): ListSource<{ id: string }> => ({
  from: newsletter_subscribers,
  id: email,
  where: like(email, "n%"),
  sorts: { day: [created_at], email: [email] },
  read: async (db, ids) =>
    await db
      .select({ id: email })
      .from(newsletter_subscribers)
      .where(inArray(email, ids))
      .orderBy(sql`random()`),
  ...more,
});
const numbers = (rows: { id: string }[]) => rows.map(({ id }) => Number(id.slice(1, 4)));
const page = (sort: string, number: number, size: number, more = {}) =>
  listPage(database.db, { sort, page: number, size }, source(more));

test.each(["day", "-day", "email", "-email"])(
  "the pages by %s are the whole, in one order from both ends",
  async (sort) => {
    const whole = await listIds(database.db, { sort }, source());
    expect(whole).toHaveLength(95);
    const paged: string[] = [];
    for (let at = 1; at <= 10; at++) paged.push(...(await page(sort, at, 10)).rows.map(({ id }) => id));
    expect(paged).toEqual(whole);
    const exported: string[] = [];
    for await (const rows of listBatches(database.db, { sort }, source(), 30))
      exported.push(...rows.map(({ id }) => id));
    expect(exported).toEqual(whole);
  },
);

test.each([10, 19, 94, 95, 96])("an export has no limit, with its ids read %i at once", async (part) => {
  const low = like(email, "n0%");
  for (const more of [{}, { where: sql`false` }, { where: low, parts: [sql`${low}`, sql`${like(email, "n00%")}`] }]) {
    const packed = await database.db.transaction((tx) => packedIds(tx, { sort: "-day" }, source(more), part));
    expect(packed.flatMap((ids) => ids.toString().split("\n"))).toEqual(
      await listIds(database.db, { sort: "-day" }, source(more)),
    );
  }
});

test("the embedded database reads the ids of an export in parts", async () => {
  const { db } = await embeddedDatabase();
  await db
    .insert(newsletter_subscribers)
    .values(["n002@x.ng", "n001@x.ng", "other@x.ng"].map((one) => ({ email: one })));
  const packed = await db.transaction((tx) => packedIds(tx, { sort: "email" }, source(), 1));
  expect(packed.map(String)).toEqual(["n001@x.ng", "n002@x.ng"]);
});

test("a page beyond the last is the last, and knows how many there are", async () => {
  const last = await page("email", 500, 10);
  expect(last).toMatchObject({ page: 10, pages: 10, total: 95, isMore: false });
  expect(numbers(last.rows)).toEqual([91, 92, 93, 94, 95]);
  expect(await page("email", 3, 10, { where: gte(email, "x") })).toEqual({
    rows: [],
    page: 1,
    pages: 1,
    isOpen: false,
    total: 0,
    isMore: false,
  });
});

test("counting stops where it is told to; a page beyond is the last one, read from the end", async () => {
  const some = await page("email", 3, 10, { countUpTo: 30 });
  expect(some).toMatchObject({ page: 3, pages: 3, total: 30, isMore: true });
  expect(numbers(some.rows)[0]).toBe(21);
  const last = await page("email", 4, 10, { countUpTo: 30 });
  expect(last).toMatchObject({ page: -1, pages: 3, total: 30, isMore: true });
  expect(numbers(last.rows)).toEqual([86, 87, 88, 89, 90, 91, 92, 93, 94, 95]);
  expect(await page("email", -4, 10, { countUpTo: 30 })).toMatchObject({ page: -3 });
  expect(await page("-email", 1, 10, { countUpTo: 95 })).toMatchObject({ total: 95, isMore: false });
});

/** Reading it fails. */
const FAILING = sql`1 / (length(${email}) - length(${email})) = 1`;

test("a sample with more rows than are enough shows that there are more than are counted, else all are", async () => {
  const found = async (samples: SQL[], parts: SQL[], countUpTo: number, enough = countUpTo) => {
    const given = { countUpTo, samples: samples.map((one) => ({ where: one, enough })), parts };
    const { rows, total, isMore } = await page("email", 1, 5, given);
    return { first: numbers(rows)[0], total, isMore };
  };
  const [few, many] = [sql`${like(email, "n00%")}`, sql`${like(email, "n0%")}`];
  const more = { first: 1, total: 50, isMore: true };
  expect(await found([many, FAILING], [FAILING], 50)).toEqual(more);
  expect(await found([few, many], [FAILING], 50)).toEqual(more);
  expect(await found([few], [FAILING], 50, 8)).toEqual(more);
  await expect(found([few], [FAILING], 50)).rejects.toThrow("Failed query");
  expect(await found([few, many], [many], 95)).toEqual({ first: 1, total: 95, isMore: false });
});

test.each([["day"], ["-day"], ["-email"]])(
  "alternatives by %s are the list of their condition, each row once",
  async (sort) => {
    const [low, even] = [like(email, "n0%"), like(email, "n%2@%")];
    const where = sql`(${low} or ${even})`;
    const parts = [sql`${low}`, sql`${even}`];
    const whole = await listIds(database.db, { sort }, source({ where }));
    expect(await listIds(database.db, { sort }, source({ where, parts }))).toEqual(whole);
    for (const countUpTo of [20, 1_000]) {
      const paged: string[] = [];
      for (let at = 1; at <= Math.ceil(Math.min(countUpTo, whole.length) / 4); at += 1)
        paged.push(...(await page(sort, at, 4, { where, parts, countUpTo })).rows.map(({ id }) => id));
      expect(paged).toEqual(whole.slice(0, paged.length));
      expect((await page(sort, 1, 4, { where, parts, countUpTo })).total).toBe(Math.min(countUpTo, whole.length));
      expect((await page(sort, -1, 4, { where, parts, countUpTo })).rows.at(-1)?.id).toBe(whole.at(-1));
    }
  },
);

test("a stored number is not counted again", async () => {
  const stored = await page("email", 10, 10, { stored: sql`select 95 as n`, countUpTo: 30 });
  expect(stored).toMatchObject({ page: 10, pages: 10, isOpen: false, total: 95, isMore: false });
});

test.each([
  [200_000, 10_001, { page: 10_001, pages: 20_000, isOpen: false }],
  [200_001, 10_000, { page: 10_000, pages: 10_000, isOpen: true }],
  [200_001, 10_001, { page: -1, pages: 10_000, isOpen: true }],
  [200_001, -10_001, { page: -10_000, pages: 10_000, isOpen: true }],
])("of %i rows page %i is %o: no page passes more than 100,000", async (n, at, shown) => {
  const list = await page("email", at, 10, { stored: sql`select ${n}::int as n`, countUpTo: 30 });
  expect(list).toMatchObject({ ...shown, total: n, isMore: false });
});

test("a list with pages from both ends has the first rows, and the last", async () => {
  const stored = sql`select 200001 as n`;
  expect(numbers((await page("email", 3, 10, { stored })).rows)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(numbers((await page("email", -2, 10, { stored })).rows)).toEqual([76, 77, 78, 79, 80, 81, 82, 83, 84, 85]);
});

test.each([1, 3, 7, 10, 94, 95, 96])(
  "pages of %i rows are the whole list from its start and from its end",
  async (size) => {
    for (const sort of ["day", "-day", "-email"]) {
      const whole = await listIds(database.db, { sort }, source());
      const ids = async (at: number, more = {}) => (await page(sort, at, size, more)).rows.map(({ id }) => id);
      const pages = Math.ceil(95 / size);
      const counted: string[][] = [];
      for (let at = -pages; at < 0; at += 1) counted.push(await ids(at));
      expect(counted.flat()).toEqual(whole);
      // Uncounted: full pages from either end, as many as were counted.
      const countUpTo = 48;
      const each = Math.ceil(countUpTo / size);
      if (each * size > 95) continue;
      const [front, back]: string[][][] = [[], []];
      for (let at = 1; at <= each; at += 1) {
        front?.push(await ids(at, { countUpTo }));
        back?.unshift(await ids(-at, { countUpTo }));
      }
      expect(front?.flat()).toEqual(whole.slice(0, each * size));
      expect(back?.flat()).toEqual(whole.slice(-each * size));
    }
  },
);

test("a row that went between choosing and reading is left out", async () => {
  const read: ListSource<{ id: string }>["read"] = async (_, ids) => ids.slice(1).map((id) => ({ id }));
  expect(numbers((await page("email", 1, 10, { read })).rows)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
