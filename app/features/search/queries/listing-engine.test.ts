import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nameSlug } from "#app/features/products/links.ts";
import type { Database } from "#db/client.server.ts";
import { catalogue, edit, emptyShop, makeEdit, query, writeProducts } from "#tests/fixtures/generated-goods.ts";
import { describeListingEngine } from "#tests/fixtures/listing-engine.ts";
import { plainEngine } from "#tests/fixtures/plain-engine.ts";
import { embeddedDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING, facetValue } from "../rules/listing-links.ts";
import { listingEngine } from "./index-engine.server.ts";
import type { FoundListing, ListingEngine, ListingQuery } from "./listing-engine.server.ts";
import { newestRows } from "./newest-rows.server.ts";
import { productIndex, productsChanged } from "./product-index/current-index.server.ts";
import { Turns } from "./product-index/turns.server.ts";

let database: Database;
beforeAll(async () => {
  database = await embeddedDatabase();
  // As the server follows the notifications of triggers.
  await database.listen("catalogue", (payload) => {
    const [kind, ids] = payload.split(":");
    productsChanged(ids?.split(",") ?? null, kind === "stock");
  });
});
afterAll(() => database.close());

/** An answer without what is free: which of the spellings of a name is shown, and the order of the options. */
function plain({ facets, alone, categories, shelf, ...found }: FoundListing) {
  const lists = facets.lists.map((list) => ({
    ...list,
    values: list.values.map((value) => [
      list.facet === "option" ? value[0] : nameSlug(value[0]),
      value[1],
      facetValue(list, value),
    ]),
  }));
  return {
    ...found,
    isMissing: shelf !== undefined,
    facets: { ...facets, lists: lists.toSorted((a, b) => (a.title < b.title ? -1 : 1)) },
    alone: [...alone].toSorted(),
    categories: Object.fromEntries([...categories].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

describeListingEngine("the index", ({ db }) => ({ engine: listingEngine(db), changed: productsChanged }));
describeListingEngine("plain SQL", ({ db }) => ({ engine: plainEngine(db), changed: () => {} }));

/** A failure is made smaller for so many milliseconds. */
const RUNS = { numRuns: 8, interruptAfterTimeLimit: 60_000 };
const queries = fc.array(query, { minLength: 6, maxLength: 6 });

/** What else than pages an engine answers. */
async function others({ count, newest, facets }: ListingEngine, [asked]: readonly ListingQuery[]) {
  const scope = asked?.scope ?? {};
  const brands = (await facets("brand")).map(([slug, , cards]) => [slug, cards]);
  return [await count(scope), await newest(scope, 5), brands];
}

test("the index and plain SQL find the same products, in the same order, with the same counts, also after edits", async () => {
  const [index, sql] = [listingEngine(database.db), plainEngine(database.db)];
  await fc.assert(
    fc.asyncProperty(catalogue, queries, fc.array(edit, { maxLength: 3 }), async (goods, asked, edits) => {
      await emptyShop(database.sql);
      await writeProducts(database.sql, goods);
      for (const made of [null, ...edits]) {
        if (made) await makeEdit(database, made);
        for (const one of asked) expect(plain(await index.find(one))).toEqual(plain(await sql.find(one)));
        expect(await others(index, asked)).toEqual(await others(sql, asked));
        const rows = await productIndex(database.db);
        for (const { scope } of asked)
          expect(newestRows(rows, scope, 5)).toEqual(newestRows(rows, scope, 5, undefined, 0));
      }
    }),
    RUNS,
  );
});

test("while an edit is made, each answer is that of before or of after it, never a mix", async () => {
  const [index, sql] = [listingEngine(database.db), plainEngine(database.db)];
  // Other requests are answered wherever a change of the index may rest.
  vi.spyOn(Turns.prototype, "rest").mockImplementation(() => nextTurn());
  const answers = async (asked: readonly ListingQuery[]) => {
    const found: unknown[] = [];
    for (const one of asked) found.push(plain(await sql.find(one)));
    return found;
  };
  await fc.assert(
    fc.asyncProperty(
      catalogue,
      queries,
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      async (goods, asked, edits) => {
        await emptyShop(database.sql);
        await writeProducts(database.sql, goods);
        let before = await answers(asked);
        for (const made of edits) {
          // Of an edit that comes while products are read for others, some may be read with them.
          await index.count({});
          const during: Promise<{ at: number; found: unknown }>[] = [];
          const ask = async (one: ListingQuery, at: number) => ({ at, found: plain(await index.find(one)) });
          // A search reads the text before the index, so an edit of texts may come between the two.
          const isText = made.kind === "write" || made.kind === "delete";
          const isOf = ({ state }: ListingQuery) => !isText || state.search === "";
          const progress = { isMade: false };
          const making = makeEdit(database, made).finally(() => (progress.isMade = true));
          for (let turn = 0; !progress.isMade; turn += 1) {
            const at = turn % asked.length;
            const one = asked[at];
            if (one && isOf(one)) during.push(ask(one, at));
            await nextTurn();
          }
          await making;
          const after = await answers(asked);
          for (const { at, found } of await Promise.all(during)) expect([before[at], after[at]]).toContainEqual(found);
          before = after;
        }
      },
    ),
    RUNS,
  );
});

test("the newest of a small part of the catalogue are found among its own products", async () => {
  await emptyShop(database.sql);
  await writeProducts(database.sql, fc.sample(catalogue, { numRuns: 1, seed: 7 })[0] ?? []);
  const rows = await productIndex(database.db);
  const all = vi.spyOn(rows.orders, "of");
  newestRows(rows, { flag: "featured" }, 8);
  newestRows(rows, { distributor: "nobody" }, 8);
  expect(all).not.toHaveBeenCalled();
  newestRows(rows, {}, 8, undefined, 0);
  expect(all).toHaveBeenCalledOnce();
});

test("thousands of products that SQL renames behind the shop's back are found by their names after a reload", async () => {
  const [index, sql] = [listingEngine(database.db), plainEngine(database.db)];
  await emptyShop(database.sql);
  await database.sql(`insert into products (name, slug, price_kobo, brand, created_at)
    select 'Bowl ' || n, 'bowl-' || n, n, 'Kano', '2026-01-01' from generate_series(1, 2500) n`);
  const byName = { ...EMPTY_LISTING, sort: "name-asc" as const, page: 100 };
  const asked = [byName, { ...EMPTY_LISTING, brand: ["aba"] }, { ...EMPTY_LISTING, search: "soap 24", exact: true }];
  const questions = asked.map((state): ListingQuery => ({ scope: {}, state, subs: [] }));
  await Promise.all(questions.map((one) => index.find(one)));
  await database.sql("set session_replication_role = replica");
  await database.sql("update products set name = 'Soap ' || 5000 - price_kobo, brand = 'Aba' where price_kobo > 500");
  await database.sql("set session_replication_role = default");
  productsChanged();
  for (const one of questions) expect(plain(await index.find(one))).toEqual(plain(await sql.find(one)));
  expect((await index.find({ scope: {}, state: { ...EMPTY_LISTING, brand: ["aba"] }, subs: [] })).total.count).toBe(
    2_000,
  );
});
