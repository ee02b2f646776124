import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { EMPTY_LISTING, facetValue, SORTS, type Sort } from "../../rules/listing-links.ts";
import { facetsOf } from "../facets.server.ts";
import { newestRows } from "../newest-rows.server.ts";
import { selectCards } from "../select-cards.server.ts";
import { cardGroup } from "../tiles.server.ts";
import type { Codes } from "./codes.server.ts";
import { distributorNames } from "./distributor-rows.server.ts";
import { readIndexFile, writeIndexFile } from "./index-file.server.ts";
import { ProductIndex } from "./product-index.server.ts";
import { Turns } from "./turns.server.ts";

const folder = mkdtempSync(join(tmpdir(), "oja-index-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const CATEGORY = { id: idOf(70), parent_id: idOf(71) };

/** A row as the database gives it; few different values, so that many are equal. */
const edit = fc.record({
  name: fc.constantFrom("Rice", "Beans 2 kg", "Soap", "Garri 5 kg"),
  price: fc.integer({ min: 1, max: 5 }),
  minOrder: fc.integer({ min: 1, max: 3 }),
  buyable: fc.boolean(),
  brand: fc.constantFrom("", "Kano", "Aba"),
  distributor: fc.constantFrom("", "Kano Grain", "kano grain", "Aba Stores"),
  group: fc.constantFrom("", idOf(91), idOf(92)),
  size: fc.constantFrom("", "S", "M", "L"),
  weight: fc.constantFrom("", "500", "2000"),
  flags: fc.integer({ min: 0, max: 63 }),
});
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

/** Where a row says whether it can be bought. */
const BUYABLE = 6;

function rowOf(n: number, { name, price, minOrder, buyable, distributor, brand, group, size, weight, flags }: Edit) {
  const numbers = [String(1_000 + (n % 5)), String(price * 100), String(price * 50), String(minOrder)];
  const names = [CATEGORY.id, CATEGORY.parent_id, distributor, brand, group, group && "Family", group && '["Size"]'];
  const options = size ? JSON.stringify({ Size: size }) : "";
  return [idOf(n), name, ...numbers, buyable ? "t" : "f", ...names, options, String(flags), "bag", "2", weight, ""];
}

async function indexOf(rows: readonly string[][], keptFrom = 1): Promise<ProductIndex> {
  const index = new ProductIndex(keptFrom);
  index.add(rows);
  await index.complete();
  return index;
}

/** What listings see of an index, without the numbers of its codes and rows. */
function seen(index: ProductIndex) {
  const { table, orders, brands, options, distributors } = index;
  const ids = (rows: Iterable<number>) => [...rows].map((row) => table.ids.idOf(row));
  const named = ({ keys }: Codes, counts: Int32Array) =>
    Object.fromEntries(keys.flatMap((key, code) => (counts[code] ? [[key, counts[code]]] : [])));
  const states = SORTS.flatMap((sort) =>
    [
      {},
      { brand: ["kano"] },
      { option: ["size:s"], inStock: true },
      { maxPrice: 300, perPiece: true },
      { minPrice: 200 },
      { maxPrice: 400, discounted: true },
      { maxOrder: 2 },
    ].map((filters) => ({ ...EMPTY_LISTING, ...filters, sort })),
  );
  const listings = states.map((state) => {
    const { count, tallies, rows, isAlone } = selectCards(index, { category: CATEGORY }, state, []);
    const cards = rows(0, count);
    for (const at of [0, 1, count - 1]) expect(rows(at, at + 1)).toEqual(cards.slice(at, at + 1));
    return {
      cards: ids(cards),
      alone: ids(cards.filter(isAlone)),
      tallies: {
        ...tallies,
        category: named(index.categories, tallies.category),
        sub: named(index.categories, tallies.sub),
        brand: named(brands, tallies.brand),
        distributor: named(distributors, tallies.distributor),
        option: named(options, tallies.option),
      },
    };
  });
  const rowsBy = (sort: Sort) => {
    const { count, at } = orders.of(sort);
    return Array.from({ length: count }, (_, place) => at(place));
  };
  const rows = rowsBy("newest");
  return {
    size: table.size,
    cards: table.cards,
    orders: SORTS.map((sort) => ids(rowsBy(sort))),
    listings,
    newest: ids(newestRows(index, { distributor: "kano-grain" }, 4)),
    featured: ids(table.postings.flagged("featured")).toSorted(),
    spellings: distributorNames(index, "kano-grain"),
    groups: Object.fromEntries(ids(rows).map((id) => [id, cardGroup(index, id)])),
    contents: rows.map((row) => table.contentOf(row)),
  };
}

const products = fc.array(edit, { minLength: 1, maxLength: 40 });
const product = fc.nat({ max: 50 });
const batch = fc.array(fc.tuple(product, fc.option(edit, { freq: 4 })), { minLength: 1, maxLength: 6 });

test("an index that follows edits has what one has that is read anew, in every order", async () => {
  const counted = fc.array(fc.tuple(product, fc.boolean()), { maxLength: 3 });
  const batches = fc.array(fc.record({ edits: batch, stock: counted }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(products, batches, async (first, changes) => {
      const stored = new Map(first.map((one, n) => [idOf(n), rowOf(n, one)]));
      const followed = await indexOf([...stored.values()]);
      // Counts that are asked for are kept, and follow the edits.
      seen(followed);
      for (const { edits, stock } of changes) {
        const ids = new Set(edits.map(([n]) => idOf(n)));
        for (const [n, one] of edits) {
          if (one) stored.set(idOf(n), rowOf(n, one));
          else stored.delete(idOf(n));
        }
        const lent = followed.orders.lend("price-asc");
        const read = () => Array.from({ length: lent.count }, (_, place) => lent.at(place));
        const before = read();
        await followed.update(
          [...ids].flatMap((id) => [stored.get(id) ?? []]).filter(({ length }) => length > 0),
          [...ids],
        );
        // A search that goes on reads the order that it began with.
        expect(read()).toEqual(before);
        for (const [n, isBuyable] of stock) {
          const row = stored.get(idOf(n));
          if (row) stored.set(idOf(n), row.with(BUYABLE, isBuyable ? "t" : "f"));
        }
        followed.updateStock(new Map(stock.map(([n, isBuyable]) => [idOf(n), isBuyable])));
      }
      expect(seen(followed)).toEqual(seen(await indexOf([...stored.values()])));
    }),
    { numRuns: 150 },
  );
});

test("a range of prices that is counted by one near it has the numbers of its own rows, also after edits", async () => {
  const many = edit.chain((one) => fc.integer({ min: 1, max: 400 }).map((price) => ({ ...one, price })));
  const end = fc.option(fc.integer({ min: 50, max: 45_000 }));
  const range = fc.record({ minPrice: end, maxPrice: end, perPiece: fc.boolean(), inStock: fc.boolean() });
  const edits = fc.array(fc.tuple(product, fc.option(many, { freq: 4 })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(many, { minLength: 1, maxLength: 40 }),
      fc.array(range, { minLength: 3, maxLength: 8 }),
      edits,
      async (first, ranges, changes) => {
        const stored = first.map((one, n) => rowOf(n, one));
        const [near, direct] = await Promise.all([indexOf(stored), indexOf(stored, Infinity)]);
        const compare = () => {
          for (const asked of ranges) {
            const of = (index: ProductIndex) =>
              selectCards(index, { category: CATEGORY }, { ...EMPTY_LISTING, ...asked }, []);
            expect([asked, of(near).count, of(near).tallies]).toEqual([asked, of(direct).count, of(direct).tallies]);
          }
        };
        compare();
        const rows = changes.flatMap(([n, one]) => (one ? [rowOf(n, one)] : []));
        const last = [...new Map(rows.map((row) => [row[0], row])).values()];
        for (const index of [near, direct]) await index.update(last, [...new Set(changes.map(([n]) => idOf(n)))]);
        compare();
      },
    ),
    { numRuns: 150 },
  );
});

test("a stored index that is compared with edited products has what one has that is read anew", async () => {
  const file = join(folder, "index");
  /** As they are shown: of several spellings the one that was read first. */
  const names = ({ distributors, table }: ProductIndex) =>
    Object.fromEntries(
      distributors.keys.flatMap((key, code) =>
        table.postings.distributor.of(code).length > 0 ? [[key, distributors.names[code]]] : [],
      ),
    );
  await fc.assert(
    fc.asyncProperty(products, fc.array(batch, { maxLength: 5 }), async (first, [early = [], ...late]) => {
      const stored = new Map(first.map((one, n) => [idOf(n), rowOf(n, one)]));
      const before = await indexOf([...stored.values()]);
      const take = (edits: (typeof late)[number]) => {
        for (const [n, one] of edits) {
          if (one) stored.set(idOf(n), rowOf(n, one));
          else stored.delete(idOf(n));
        }
        return [...new Set(edits.map(([n]) => idOf(n)))];
      };
      const ids = take(early);
      const rows = ids.map((id) => stored.get(id) ?? []).filter(({ length }) => length > 0);
      await before.update(rows, ids);
      await writeIndexFile(file, before.stored(), new Turns());
      const restored = await ProductIndex.restored(await readIndexFile(file, new Turns()), new Turns(), 1);
      expect(seen(restored)).toEqual(seen(before));

      const gone = late.flatMap(take).filter((id) => !stored.has(id));
      restored.renew();
      await restored.refresh([...stored.values()]);
      await restored.update([], gone);
      const anew = await indexOf([...stored.values()]);
      expect(seen(restored)).toEqual(seen(anew));
      expect(names(restored)).toEqual(names(anew));
      expect(await restored.refresh([...stored.values()])).toBe(0);
    }),
    { numRuns: 100 },
  );
});

const PLAIN: Edit = {
  name: "Rice",
  price: 2,
  minOrder: 1,
  buyable: true,
  brand: "",
  distributor: "",
  group: "",
  size: "",
  weight: "",
  flags: 0,
};

test("more ranges of prices than are kept have the numbers of their own rows, also when they are asked again", async () => {
  const stored = Array.from({ length: 300 }, (_, n) =>
    rowOf(n, { ...PLAIN, price: 1 + ((n * 37) % 400), group: n % 3 ? "" : idOf(900 + (n % 20)) }),
  );
  const [near, direct] = await Promise.all([indexOf(stored), indexOf(stored, Infinity)]);
  // 200 ends, so that none of the first is kept when they are asked again.
  const ends = Array.from({ length: 200 }, (_, n) => 5_000 + n * 173);
  for (const maxPrice of [...ends, ...ends]) {
    const of = (index: ProductIndex) => selectCards(index, {}, { ...EMPTY_LISTING, maxPrice }, []);
    expect([maxPrice, of(near).count, of(near).tallies]).toEqual([maxPrice, of(direct).count, of(direct).tallies]);
  }
});

test("more rows than are sorted at once stand in order", async () => {
  const count = 20_000;
  const prices = Array.from({ length: count }, (_, n) => (n * 7_919) % 10_007);
  const index = await indexOf(prices.map((price, n) => rowOf(n, { ...PLAIN, price })));
  const expected = [...prices.keys()].toSorted((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0) || a - b);
  const { at } = index.orders.of("price-asc");
  expect(Array.from({ length: count }, (_, place) => at(place))).toEqual(expected);
  const { rows } = selectCards(index, {}, { ...EMPTY_LISTING, sort: "price-asc" }, []);
  expect(rows(12_000, 12_012)).toEqual(expected.slice(12_000, 12_012));
});

test("the range of prices is that of a piece or of the unit, whichever was asked before", async () => {
  const stored = [1, 2, 4].map((price, n) => rowOf(n, { ...PLAIN, price }));
  const index = await indexOf(stored);
  const rangeOf = (perPiece: boolean) =>
    selectCards(index, {}, { ...EMPTY_LISTING, maxPrice: 200, perPiece }, []).tallies.price;
  expect([rangeOf(false), rangeOf(true), rangeOf(false)]).toEqual([
    { from: 100, to: 400 },
    { from: 50, to: 200 },
    { from: 100, to: 400 },
  ]);
});

test("an option in two lines is listed by the first, and leads to both", async () => {
  const optionsAt = 14;
  const stored = ["Red\nLarge", "S"].map((size, n) =>
    rowOf(n, { ...PLAIN, size: "S" }).with(optionsAt, JSON.stringify({ Size: size })),
  );
  const index = await indexOf(stored);
  const { tallies } = selectCards(index, { category: CATEGORY }, EMPTY_LISTING, []);
  const { lists } = facetsOf(index, { category: CATEGORY }, EMPTY_LISTING, [], tallies, false);
  const size = lists.find(({ facet }) => facet === "option");
  expect(size?.values.map((value) => [value[0], facetValue(size, value)]).toSorted()).toEqual([
    ["Red", "size:red-large"],
    ["S", "size:s"],
  ]);
});
