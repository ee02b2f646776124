import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sort } from "../rules/listing-links.ts";
import { ProductIndex } from "./product-index.server.ts";
import { ORDERS } from "./sort-orders.server.ts";

const SORTS = Object.keys(ORDERS) as Sort[];
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A row as the database gives it; few different values, so that many are equal. */
const edit = fc.record({
  name: fc.constantFrom("Rice", "Beans 2 kg", "Soap", "Garri 5 kg"),
  price: fc.integer({ min: 1, max: 5 }),
  minOrder: fc.integer({ min: 1, max: 3 }),
  buyable: fc.boolean(),
  brand: fc.constantFrom("", "Kano", "Aba"),
  size: fc.constantFrom("S", "M", "L"),
  weight: fc.constantFrom("", "500", "2000"),
  flags: fc.integer({ min: 0, max: 63 }),
});
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

function rowOf(n: number, { name, price, minOrder, buyable, brand, size, weight, flags }: Edit): string[] {
  // Every third product is one of a group with a size.
  const group = n % 3 === 0 ? idOf(9_000 + (n % 4)) : "";
  const options = group ? JSON.stringify({ Size: size }) : "";
  const numbers = [String(1_000 + (n % 5)), String(price * 100), String(price * 50), String(minOrder)];
  const names = [idOf(70), idOf(71), "Kano Grain", brand, group, group && "Family", group && '["Size"]', options];
  return [idOf(n), name, ...numbers, buyable ? "t" : "f", ...names, String(flags), "bag", "2", weight, ""];
}

/** What a listing can see of an index, without the numbers of its codes. */
function seen(index: ProductIndex) {
  const { columns } = index;
  const all = [...columns.products.keys()];
  const orders = SORTS.map((sort) =>
    index.sortedRows(all, sort).map((rows) => index.productsAt(rows).map(({ id }) => id)),
  );
  const products = Object.fromEntries(
    columns.products.map((product, row) => [
      product.id,
      {
        values: [columns.price, columns.piecePrice, columns.contentPrice, columns.minOrder, columns.flags].map(
          (of) => of[row],
        ),
        brand: index.brands.keys[columns.brand[row] ?? -1],
        options: [...columns.options.subarray(columns.optionStart[row], columns.optionStart[row + 1])].map(
          (code) => index.options.keys[code],
        ),
        card: product.card.variants
          .map(({ id, name, price }) => `${id} ${name} ${price}`)
          .toSorted((a, b) => (a < b ? -1 : 1)),
        isInPlace: product.row === row && index.products.get(product.id) === product,
        isOfItsCard: product.card.variants.includes(product),
      },
    ]),
  );
  return { orders, products };
}

test("an index that follows edits has what one has that is read anew, in every order", () => {
  const products = fc.array(edit, { minLength: 1, maxLength: 40 });
  const batches = fc.array(fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(products, batches, (first, edits) => {
      const stored = first.map((one, n) => rowOf(n, one));
      const followed = new ProductIndex();
      followed.add(stored);
      followed.complete();
      seen(followed);
      for (const batch of edits) {
        const ids = new Set<string>();
        for (const [at, one] of batch) {
          const n = at % stored.length;
          stored[n] = rowOf(n, one);
          ids.add(idOf(n));
        }
        const { columns } = followed;
        const before = columns.products.map(({ price, row }) => [price, row, columns.price[row]]);
        followed.update(
          stored.filter(([id = ""]) => ids.has(id)),
          [...ids],
        );
        // A search that goes on reads what it began with.
        expect(columns.products.map(({ price, row }) => [price, row, columns.price[row]])).toEqual(before);
        expect(followed.columns.cardStart).toBe(columns.cardStart);
      }
      const anew = new ProductIndex();
      anew.add(stored);
      anew.complete();
      expect(seen(followed)).toEqual(seen(anew));
    }),
    { numRuns: 200 },
  );
});

test("a new product, a deleted one and another group make the rows anew", () => {
  const one: Edit = { name: "Rice", price: 2, minOrder: 1, buyable: true, brand: "", size: "S", weight: "", flags: 0 };
  const stored = [0, 1, 2, 3].map((n) => rowOf(n, { ...one, price: n + 1 }));
  const index = new ProductIndex();
  index.add(stored);
  index.complete();
  const ids = () =>
    index.productsAt(index.sortedRows([...index.columns.products.keys()], "price-asc")[0]).map(({ id }) => id);
  expect(ids()).toEqual([0, 1, 2, 3].map(idOf));
  index.update([rowOf(4, one)], [idOf(4), idOf(2)]);
  expect(ids()).toEqual([0, 1, 4, 3].map(idOf));
  const moved = rowOf(3, { ...one, price: 4 }).with(11, "");
  index.update([moved], [idOf(3)]);
  expect(index.products.get(idOf(0))?.card.variants.map(({ id }) => id)).toEqual([idOf(0)]);
});
