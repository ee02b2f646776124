import { expect, test } from "vitest";
import { variantName } from "#app/features/products/rules/variants.ts";
import { BRANDS } from "./brands.ts";
import { TOP_CATEGORIES } from "./categories.ts";
import { distributorCount, makeDistributors } from "./distributors.ts";
import { CATALOGUE } from "./goods/catalogue.ts";
import { nameOne, packsOf, supplierPicker } from "./names.ts";
import { pictureAddress, picturePlan } from "./pictures/plan.ts";
import { type DemoProduct, demoProducts } from "./products.ts";
import { randomFrom } from "./random.ts";
import { TakenTexts } from "./taken-texts.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const COUNT = 20_000;
const shop = [...demoProducts(COUNT, NOW)];
const goods = CATALOGUE.flatMap((top) => top.goods);
const share = (of: (product: DemoProduct) => boolean) => shop.filter(of).length / COUNT;

test("the same input gives the same shop, another date moves the dates only", () => {
  const first = [...demoProducts(500, NOW)];
  expect([...demoProducts(500, NOW)]).toEqual(first);
  const later = [...demoProducts(500, new Date(NOW.getTime() + 60_000))];
  const undated = (product: DemoProduct) => ({ ...product, created_at: "", best_before: "" });
  expect(later.map(undated)).toEqual(first.map(undated));
  expect(Date.parse(later[7]?.created_at ?? "") - Date.parse(first[7]?.created_at ?? "")).toBe(60_000);
});

test.each<[string, (product: DemoProduct) => string]>([
  ["id", (product) => product.id],
  ["slug", (product) => product.slug],
  ["name, unit and distributor", (product) => `${product.name}|${product.unit}|${product.distributor}`],
])("no two products share %s", (_, key) => {
  expect(new Set(shop.map(key)).size).toBe(COUNT);
});

test("goods whose names have run out get names with a batch, so a demo can have a million products", () => {
  const [{ goods: [first], slug } = { goods: [], slug: "" }] = CATALOGUE;
  if (!first) throw new Error("There are no goods.");
  const random = randomFrom(7);
  const supplier = supplierPicker(random, 20);
  const one = { ...first, names: ["{kind} of {brand}"], kinds: first.kinds.slice(0, 1) };
  const taken = { names: new TakenTexts() };
  const names = Array.from(
    { length: 2_000 },
    () => nameOne(random, { goods: one, top: slug }, supplier, taken, null).name,
  );
  expect(taken.names.size).toBe(2_000);
  expect(names.filter((name) => /, batch [2-9]/.test(name)).length).toBeGreaterThan(100);
});

test("ids are version 4 uuids in no order of time", () => {
  expect(shop.every(({ id }) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(new Set(shop.slice(0, 200).map(({ id }) => id.slice(0, 8))).size).toBe(200);
});

test.each<[string, (product: DemoProduct) => boolean, number, number]>([
  ["without stock", (p) => p.stock_quantity === 0, 0.05, 0.07],
  ["with low stock", (p) => p.stock_quantity > 0 && p.stock_quantity <= 10, 0.09, 0.11],
  ["with a discount", (p) => p.discount_price_kobo !== null, 0.27, 0.33],
  ["featured", (p) => p.featured, 0.008, 0.012],
  ["best sellers", (p) => p.best_seller, 0.013, 0.017],
  ["new arrivals", (p) => p.new_arrival, 0.012, 0.016],
  ["with rice in the name", (p) => /\brice\b/.test(p.name) && p.unit.includes("bag"), 0.03, 0.09],
  ["with a long name", (p) => p.name.length > 60, 0.002, 0.05],
])("the share of products %s is in its range", (_, of, least, most) => {
  expect(share(of)).toBeGreaterThan(least);
  expect(share(of)).toBeLessThan(most);
});

test("every product satisfies the table's checks and the pricing rules", () => {
  const wrong = shop.filter((product) => {
    const off = product.discount_price_kobo === null ? 0.1 : 1 - product.discount_price_kobo / product.price_kobo;
    return (
      product.name.length > 90 ||
      /[{}]|undefined|, ,|\(\)/.test(product.name + product.description + product.unit) ||
      product.price_kobo % 1000 !== 0 ||
      off < 0.049 ||
      off > 0.251 ||
      product.min_order < 1 ||
      product.min_order > 50 ||
      product.description.split(/[.] /).length < 2
    );
  });
  expect(wrong.slice(0, 3)).toEqual([]);
});

test("the newest twelve show every top category, and dates fall from now over two years", () => {
  const topOf = new Map(TOP_CATEGORIES.flatMap((top) => top.subs.map(([slug]) => [slug, top.slug] as const)));
  expect(new Set(shop.slice(0, 12).map((product) => topOf.get(product.category))).size).toBe(10);
  for (const flag of ["featured", "best_seller"] as const) {
    const first = shop.filter((product) => product[flag]).slice(0, 8);
    expect(new Set(first.map((product) => topOf.get(product.category))).size).toBe(8);
  }
  const times = shop.map((product) => Date.parse(product.created_at));
  expect(times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0))).toBe(true);
  expect(NOW.getTime() - (times.at(-1) ?? 0)).toBeGreaterThan(729 * 86_400_000);
});

test("a shop of 50,000 has 1,000 distinct suppliers, and any shop has one for every sub-category", () => {
  const many = makeDistributors(randomFrom(1), distributorCount(50_000));
  expect(new Set(many.map(({ name }) => name)).size).toBe(1000);
  const few = new Set(makeDistributors(randomFrom(1), distributorCount(10)).flatMap(({ subs }) => subs));
  expect(TOP_CATEGORIES.flatMap((top) => top.subs).filter(([slug]) => !few.has(slug))).toEqual([]);
});

test("lists of invented names hold no duplicates", () => {
  const twice = (list: readonly string[]) => list.filter((name, at) => list.indexOf(name) !== at);
  for (const brands of Object.values(BRANDS)) expect(twice(brands)).toEqual([]);
  expect(twice(goods.map(({ key }) => key))).toEqual([]);
  const slugs = TOP_CATEGORIES.flatMap((top) => [top.slug, ...top.subs.map(([slug]) => slug)]);
  expect(twice(slugs)).toEqual([]);
});

test("every type of goods belongs to a sub-category of its top, and each of its kinds has a pack", () => {
  for (const top of CATALOGUE) {
    const subs = TOP_CATEGORIES.find(({ slug }) => slug === top.slug)?.subs.map(([slug]) => slug) ?? [];
    expect(new Set(top.goods.map(({ sub }) => sub))).toEqual(new Set(subs));
  }
  const unpacked = goods.flatMap((one) => one.kinds.filter((kind) => packsOf(one, kind).length === 0));
  expect(unpacked).toEqual([]);
  const named = goods.filter(({ names }) => names.some((name) => name.includes("{size}")));
  expect(named.filter(({ packs }) => packs.some((pack) => !pack[3])).map(({ key }) => key)).toEqual([]);
});

test("every picture of a product is in the plan, the front first", () => {
  const planned = new Set(picturePlan().map(({ name }) => pictureAddress(name)));
  expect(shop.flatMap(({ images }) => images).filter((image) => !planned.has(image))).toEqual([]);
  expect(
    shop.every(({ images }) => images.length >= 1 && images.length <= 4 && /-\d\.webp$/.test(images[0] ?? "")),
  ).toBe(true);
  expect(planned.size).toBe(picturePlan().length);
});

const groups = Map.groupBy(
  shop.filter(({ group }) => group !== null),
  ({ group }) => group?.id,
);

test("some 6,000 groups of 2 to 24 variants in 50,000 products, each variant once and named after its options", () => {
  expect(groups.size / COUNT).toBeGreaterThan(0.1);
  expect(groups.size / COUNT).toBeLessThan(0.13);
  const wrong = [...groups.values()].filter((variants) => {
    const options = new Set(variants.map(({ option_values }) => JSON.stringify(option_values)));
    return (
      variants.length < 2 ||
      variants.length > 24 ||
      options.size !== variants.length ||
      variants.some(
        ({ name, group, option_values }) =>
          name !== variantName(group?.name ?? "", group?.option_names ?? [], option_values),
      ) ||
      // Steps that count together are identical.
      (variants[0]?.group?.mixed_price_breaks === true &&
        new Set(variants.map((one) => JSON.stringify(one.price_steps))).size > 1)
    );
  });
  expect(wrong.slice(0, 2)).toEqual([]);
  const small = [...demoProducts(400, NOW)].filter(({ group }) => group !== null);
  expect(new Set(small.map(({ group }) => group?.id)).size).toBeGreaterThan(20);
});

test("price steps fall from more than the minimum, multiples and larger units come out even, costs lie below every price", () => {
  const wrong = shop.filter((product) => {
    const { min_order, order_multiple, pieces, larger_units, cost_kobo } = product;
    const steps = [
      { from: min_order, unit_kobo: product.discount_price_kobo ?? product.price_kobo },
      ...product.price_steps,
    ];
    return (
      min_order % order_multiple !== 0 ||
      steps.some(
        (step, at) =>
          at > 0 && (step.from <= (steps[at - 1]?.from ?? 0) || step.unit_kobo >= (steps[at - 1]?.unit_kobo ?? 0)),
      ) ||
      steps.some(({ from, unit_kobo }) => from % order_multiple !== 0 || unit_kobo <= cost_kobo) ||
      larger_units.some((unit) => unit.pieces <= pieces || unit.pieces % (pieces * order_multiple) !== 0)
    );
  });
  expect(wrong.slice(0, 2)).toEqual([]);
  expect(share(({ price_steps }) => price_steps.length > 0)).toBeGreaterThan(0.7);
  expect(share(({ order_multiple }) => order_multiple > 1)).toBeGreaterThan(0.2);
  expect(share(({ pieces }) => pieces > 1)).toBeGreaterThan(0.7);
});

test("facts fit the goods: own numbers, valid codes, NAFDAC numbers on what people eat or put on their skin", () => {
  expect(new Set(shop.map(({ sku }) => sku)).size).toBe(COUNT);
  const coded = shop.flatMap(({ barcode }) => barcode ?? []);
  expect(new Set(coded).size).toBe(coded.length);
  expect(coded.length).toBeGreaterThan(COUNT * 0.8);
  const top = (product: DemoProduct) =>
    TOP_CATEGORIES.find(({ subs }) => subs.some(([slug]) => slug === product.category))?.slug;
  expect(shop.filter((one) => top(one) === "grocery-gourmet-food" && !(one.nafdac_number && one.best_before))).toEqual(
    [],
  );
  expect(shop.filter((one) => top(one) === "automotive" && (one.nafdac_number || one.best_before))).toEqual([]);
  expect(new Set(shop.map(({ country_of_origin }) => country_of_origin)).size).toBeGreaterThan(5);
});
