import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameSlug } from "#app/features/products/links.ts";
import { allCategories, type CategoryLink } from "#app/features/products/queries.server.ts";
import { pageCount } from "#app/features/products/rules.ts";
import type { Database } from "#db/client.server.ts";
import { makeGoods, type Made } from "#tests/fixtures/varied-goods.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING, facetValue, type ListingState } from "../rules/listing-links.ts";
import { allDistributors, distributorBySlug } from "./distributor.server.ts";
import { listFlagged, listingPage } from "./listing.server.ts";
import { homeProducts } from "./rails.server.ts";
import { suggest } from "./suggest.server.ts";
import { tilesByIds } from "./tiles.server.ts";

const PARENTS: Record<string, string> = { shirts: "clothes", shoes: "clothes", rice: "food" };
const goods = makeGoods();
let database: Database;
let tree: CategoryLink[];

beforeAll(async () => {
  database = await testDatabase();
  await database.sql("insert into categories (name, slug) values ('Clothes', 'clothes'), ('Food', 'food')");
  for (const [slug, parent] of Object.entries(PARENTS)) {
    await database.sql(
      "insert into categories (name, slug, parent_id) select $1, $1, id from categories where slug = $2",
      [slug, parent],
    );
  }
  await database.sql(
    `with rows as (select * from jsonb_to_recordset($1::jsonb) as r(name text, slug text, category text, price_kobo bigint,
        discount_price_kobo bigint, min_order int, stock_quantity int, pieces int, price_steps jsonb, distributor text,
        brand text, "group" int, option_values jsonb, featured boolean, sku text, barcode text, age int)),
      groups as (insert into product_groups (name, option_names)
        select 'Group ' || g, '["Size", "Colour"]' from (select distinct "group" as g from rows where "group" is not null) d
        returning id, name)
      insert into products (name, slug, category_id, price_kobo, discount_price_kobo, min_order, stock_quantity, pieces,
        price_steps, distributor, brand, group_id, option_values, featured, sku, barcode, created_at)
      select r.name, r.slug, c.id, r.price_kobo, r.discount_price_kobo, r.min_order, r.stock_quantity, r.pieces,
        r.price_steps, r.distributor, r.brand, g.id, r.option_values, r.featured, r.sku, r.barcode,
        '2026-01-01'::timestamptz - r.age * interval '1 minute'
      from rows r join categories c on c.slug = r.category left join groups g on g.name = 'Group ' || r."group"`,
    [JSON.stringify(goods)],
  );
  tree = await allCategories(database.db);
});
afterAll(() => database.close());

type Filters = Partial<ListingState>;
const today = (one: Made) => one.discount_price_kobo ?? one.price_kobo;
const priceOf = (one: Made, state: Filters) => (state.perPiece ? Math.round(today(one) / one.pieces) : today(one));
const buyable = (one: Made) => one.stock_quantity >= one.min_order;
const cardOf = (one: Made) => (one.group === null ? one.slug : `group ${one.group}`);

/** Whether a product passes all facets except `ignored`; an option facet is identified by its name ("option size"). */
function passes(one: Made, state: Filters, category: string | null, ignored = ""): boolean {
  const price = priceOf(one, state);
  const among = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value);
  const names = [...new Set((state.option ?? []).map((key) => key.split(":")[0] ?? ""))];
  const checks: Record<string, boolean> = {
    category: category === null || one.category === category || PARENTS[one.category] === category,
    sub: among(state.sub, one.category),
    distributor: among(state.distributor, nameSlug(one.distributor)),
    brand: among(state.brand, nameSlug(one.brand)),
    price: price >= (state.minPrice ?? 0) && price <= (state.maxPrice ?? Infinity),
    inStock: !state.inStock || buyable(one),
    discounted: !state.discounted || one.discount_price_kobo !== null,
    priceBreaks: !state.priceBreaks || one.price_steps.length > 0,
    maxOrder: one.min_order <= (state.maxOrder ?? Infinity),
    ...Object.fromEntries(
      names.map((name) => [
        `option ${name}`,
        Object.entries(one.option_values).some(
          ([key, value]) => nameSlug(key) === name && state.option?.includes(`${name}:${nameSlug(value)}`),
        ),
      ]),
    ),
  };
  return Object.entries(checks).every(([name, holds]) => holds || name === ignored);
}

/** Number of cards with a variant that passes and fits. */
function cards(state: Filters, category: string | null, ignored = "", fits: (one: Made) => boolean = () => true) {
  return new Set(goods.filter((one) => passes(one, state, category, ignored) && fits(one)).map(cardOf)).size;
}

const list = (state: Filters = {}, category: string | null = null, distributor: string | null = null) =>
  listingPage(
    database.db,
    { ...EMPTY_LISTING, ...state },
    tree.find(({ slug }) => slug === category) ?? null,
    tree,
    distributor,
  );

describe.each<[Filters, string | null]>([
  [{}, null],
  [{}, "clothes"],
  [{ brand: ["ada", "chi"] }, null],
  [{ distributor: ["kano-grain"], inStock: true }, null],
  [{ sub: ["shirts"], discounted: true }, "clothes"],
  [{ option: ["size:m", "size:xl"] }, "shirts"],
  [{ option: ["colour:no-1", "size:m"], brand: ["bola"] }, "clothes"],
  [{ minPrice: 50_000, maxPrice: 150_000, priceBreaks: true }, null],
  [{ minPrice: 1_000, maxPrice: 5_000, perPiece: true, maxOrder: 5 }, null],
  // Ranges that few products are outside of.
  [{ minPrice: 20_000, maxPrice: 190_000 }, null],
  [{ maxPrice: 180_000, inStock: true, option: ["size:s", "size:l"] }, "clothes"],
  [{ minPrice: 2_000, perPiece: true, brand: ["ada", "bola"] }, "shirts"],
  [{ brand: ["ada"], distributor: ["aba-foods", "eko-s-best", "ekos-best"], maxOrder: 12, inStock: true }, "food"],
])("cards of %o in %s", (asked, category) => {
  test("every number is that of counting one by one", async () => {
    const { listing, facets, choices, all, state } = await list(asked, category);
    expect(listing.total).toEqual({ count: cards(state, category), capped: false });
    expect(all).toBe(cards(state, null));
    for (const choice of choices) expect([choice.slug, choice.count]).toEqual([choice.slug, cards(state, choice.slug)]);
    for (const { name, count } of facets.switches) {
      const has = {
        inStock: buyable,
        discounted: (one: Made) => one.discount_price_kobo !== null,
        priceBreaks: (one: Made) => one.price_steps.length > 0,
      };
      expect([name, count]).toEqual([name, cards(state, category, name, has[name])]);
    }
    for (const found of facets.lists) {
      const { facet, title, values } = found;
      const ignored = facet === "option" ? `option ${nameSlug(title)}` : facet;
      for (const shown of values) {
        const [, count] = shown;
        const value = facetValue(found, shown);
        const has = (one: Made) =>
          facet === "sub"
            ? one.category === value
            : facet === "option"
              ? Object.entries(one.option_values).some(([k, v]) => `${nameSlug(k)}:${nameSlug(v)}` === value)
              : nameSlug(one[facet]) === value;
        expect([facet, value, count]).toEqual([facet, value, cards(state, category, ignored, has)]);
      }
    }
    const prices = goods.filter((one) => passes(one, state, category, "price")).map((one) => priceOf(one, state));
    expect(facets.price).toEqual({ from: Math.min(...prices), to: Math.max(...prices) });
    for (const { bound, count } of facets.orders.filter((one) => one.count >= 0)) {
      expect([bound, count]).toEqual([bound, cards(state, category, "maxOrder", (one) => one.min_order <= bound)]);
    }
  });

  test.each(["newest", "price-asc", "price-desc", "piece-price"] as const)(
    "sorted by %s the pages hold each card once, by its cheapest variant that can be bought",
    async (sort) => {
      const count = cards(asked, category);
      const pages = await Promise.all(
        Array.from({ length: pageCount(count) }, (_, i) => list({ ...asked, sort, page: i + 1 }, category)),
      );
      const shown = pages.flatMap(({ listing }) => listing.products);
      const made = shown.map(({ slug }) => goods[Number(slug.slice(6))]).filter((one) => one !== undefined);
      expect(new Set(made.map(cardOf)).size).toBe(count);
      expect(made).toHaveLength(count);
      const piece = sort === "piece-price" || asked.perPiece;
      const price = (one: Made) => (piece ? Math.round(today(one) / one.pieces) : today(one));
      for (const one of made) {
        const siblings = goods.filter((other) => cardOf(other) === cardOf(one) && passes(other, asked, category));
        const best = siblings.some(buyable) ? siblings.filter(buyable) : siblings;
        expect(buyable(one)).toBe(siblings.some(buyable));
        expect(price(one)).toBe(Math.min(...best.map(price)));
      }
      const key = {
        newest: (one: Made) => one.age,
        "price-asc": today,
        "price-desc": (one: Made) => -today(one),
        "piece-price": price,
      }[sort];
      const keys = made.map((one) => [buyable(one) ? 0 : 1, key(one)] as const);
      expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
    },
  );
});

test("a card says what its group has and whether variants cost more; a variant alone stands for itself", async () => {
  const grouped = goods.filter((one) => one.group !== null);
  const first = grouped[0];
  const siblings = grouped.filter((one) => one.group === first?.group);
  const tiles = await tilesByIds(database.db, await idsOf(siblings.map(({ slug }) => slug)));
  const sizes = new Set(siblings.map(({ option_values }) => option_values["Size"])).size;
  const colours = new Set(siblings.map(({ option_values }) => option_values["Colour"])).size;
  expect(tiles[0]?.group?.name).toBe(`Group ${first?.group}`);
  expect(tiles[0]?.group?.options).toBe(
    [sizes > 1 ? `${sizes} sizes` : "", `${colours} colours`].filter(Boolean).join(", "),
  );
  const prices = siblings.filter(buyable).map(today);
  for (const tile of tiles) {
    const own = tile.discount_price_kobo ?? tile.price_kobo;
    expect(tile.group?.from).toBe(own === Math.min(...prices) && own < Math.max(...prices));
  }
  const coded = goods.find((one) => one.sku !== null && one.group !== null);
  for (const text of [coded?.sku ?? "", coded?.sku?.toLowerCase() ?? ""]) {
    const { listing } = await list({ search: text });
    expect(listing.products.map(({ slug, group }) => [slug, group])).toEqual([[coded?.slug, undefined]]);
  }
  expect((await suggest(database.db, coded?.sku ?? "")).products.map(({ slug }) => slug)).toEqual([coded?.slug]);
  for (const text of ["4006381333931", "40170725"]) {
    const scanned = goods.filter(({ barcode }) => barcode === text).map(({ slug }) => slug);
    expect(scanned).toHaveLength(1);
    const { listing } = await list({ search: text });
    expect(listing.products.map(({ slug }) => slug)).toEqual(scanned);
    expect((await suggest(database.db, text)).products.map(({ slug }) => slug)).toEqual(scanned);
  }
});

test("a search shows one card a group, flags and home rails too", async () => {
  const { listing } = await list({ search: "thing" });
  expect(listing.total.count).toBe(cards({}, null));
  expect((await listFlagged(database.db, "featured", 1)).total.count).toBe(
    cards({}, null, "", ({ featured }) => featured),
  );
  const home = (await homeProducts(database.db)).featured;
  expect(home).toHaveLength(8);
  expect(new Set(home.map(({ group_id, id }) => group_id ?? id)).size).toBe(8);
});

test("unknown values are left out, each with a sentence", async () => {
  const { state, notices, listing } = await list({ brand: ["ada", "nobody"], option: ["size:999"], sub: ["nothing"] });
  expect(state).toMatchObject({ brand: ["ada"], option: [], sub: [] });
  expect(notices).toEqual([
    "We do not know the sub-category “nothing”, so it was left out.",
    "We do not know the brand “nobody”, so it was left out.",
    "We do not know the option “size:999”, so it was left out.",
  ]);
  expect(listing.total.count).toBe(cards({ brand: ["ada"] }, null));
});

test("a distributor has its own page however its name is written", async () => {
  const kano = await distributorBySlug(database.db, "kano-grain");
  expect(kano).toMatchObject({ slug: "kano-grain", place: null });
  const { listing, choices, facets } = await list({}, null, "kano-grain");
  expect(listing.total.count).toBe(cards({ distributor: ["kano-grain"] }, null));
  expect(choices.map(({ slug }) => slug).toSorted()).toEqual(["clothes", "food"]);
  expect(facets.lists.map(({ facet }) => facet)).not.toContain("distributor");
  const searched = await list({ search: "thing" }, null, "kano-grain");
  expect(searched.listing.total.count).toBe(listing.total.count);
  for (const slug of ["nobody", "", "-"]) expect(await distributorBySlug(database.db, slug)).toBeNull();
  expect((await allDistributors(database.db)).map(({ slug, products }) => [slug, products])).toEqual(
    ["aba-foods", "ekos-best", "kano-grain"].map((slug) => [slug, cards({ distributor: [slug] }, null)]),
  );
  await database.sql(
    `insert into suppliers (name, address, whatsapp_contact, email, status, distributor)
     values ('K', '5 Market Road, Kano', '+2348000000000', 'k@x.test', 'approved', 'KANO grain'),
       ('A', 'Not yet', '+2348000000000', 'a@x.test', 'pending', 'Aba Foods')`,
  );
  expect((await distributorBySlug(database.db, "kano-grain"))?.place).toBe("5 Market Road, Kano");
  expect((await distributorBySlug(database.db, "aba-foods"))?.place).toBeNull();
});

async function idsOf(slugs: readonly string[]): Promise<string[]> {
  const { rows } = await database.sql("select id from products where slug = any($1)", [slugs]);
  return (rows as { id: string }[]).map(({ id }) => id);
}
