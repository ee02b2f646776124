import { join } from "node:path";
import { readEnv } from "#app/platform/env.server.ts";
import { applyMigrations, openDatabase, type Database } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import type { RunningShop, startShop as StartShop } from "#server/start.server.ts";
import { median, ratioFigure, time, type Figure } from "./figures.ts";
import { createStopwatch, type Stopwatch } from "./timing.ts";
import { PRODUCTS, type World } from "./world.ts";

const FEW = 1_000;
const CATEGORY = "grocery-gourmet-food";
const SUB_CATEGORY = "rice-grains";
const PAGE = 12;
const WARM_UP = 25;
const ROUNDS = 60;
/** Of eight consecutive products, six are variants of one group. */
const IN_GROUP = 6;
const PER_GROUP = 8;
const CARDS = (PRODUCTS / PER_GROUP) * (PER_GROUP - IN_GROUP + 1);
const OVERHEAD = 2;
/** With facets chosen, the server also counts all others anew, which is neither SQL nor React. */
const FACETS_OVERHEAD = 3;
const FLAT = 1.5;
/** The changed product is read again and put into the index, in every order that listings have used. */
const AFTER_EDIT = 2;

type Page = { total: number; sql: number; react: number };

/**
 * Two shops on the embedded database with one full category, 1,000 and 50,000 products in groups and alone. Pages are
 * rendered like uncached ones: routing, queries, rendering, policy, compression. Facet addresses differ in every round,
 * so that no count is cached.
 */
export async function listing(world: World): Promise<Figure[]> {
  const watch = createStopwatch();
  const shops = await Promise.all([FEW, PRODUCTS].map((products) => openShop(world, products)));
  const [small, large] = shops;
  if (!small || !large) throw new Error("There are two shops.");
  for (const { shop } of shops) watch.watch(shop.database.pool);
  const last = Math.ceil(CARDS / PAGE);
  const half = Math.floor(last / 2);
  const variants = {
    small: [small, () => ""],
    first: [large, () => ""],
    far: [large, () => "?page=200"],
    middle: [large, () => `?page=${half}`],
    smallFacets: [small, facets],
    facets: [large, facets],
  } as const;
  const pages: Record<keyof typeof variants, Page[]> = {
    small: [],
    first: [],
    far: [],
    middle: [],
    smallFacets: [],
    facets: [],
  };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, [shop, query]] of Object.entries(variants)) {
      const made = await makePage(shop, watch, query(round));
      if (round >= 0) pages[name as keyof typeof variants].push(made);
    }
  }
  const edited: Page[] = [];
  const edit = await priceEditor(large);
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await edit();
    const made = await makePage(large, watch, "");
    if (round >= 0) edited.push(made);
  }
  for (const shop of shops) await shop.close();
  return [
    overhead("uncached page of a category with 50,000 products in groups, embedded database", OVERHEAD, pages.first),
    overhead("the same with facets of four kinds chosen, counted anew", FACETS_OVERHEAD, pages.facets),
    flat(`category page with 50,000 products against 1,000`, pages.small, pages.first),
    flat(`the same with facets`, pages.smallFacets, pages.facets),
    flat(`page 200 of 50,000 products against page 1`, pages.first, pages.far),
    ratioFigure(
      "page of 50,000 products after the price of one was changed, against before",
      medianTotal(edited) / medianTotal(pages.first),
      AFTER_EDIT,
      "",
      `${time(medianTotal(pages.first))} to ${time(medianTotal(edited))}`,
    ),
    {
      ...flat(`page ${half}, the farthest from both ends, against page 1`, pages.first, pages.middle),
      goal: "",
      met: null,
    },
  ];
}

/** Several values of one facet, switches and a price that no other round has; a third of the products or more. */
function facets(round: number): string {
  return `?option=size%3Al&option=size%3Am&maxPrice=${90_000 + round}&inStock=1&priceBreaks=1`;
}

function overhead(what: string, goal: number, pages: readonly Page[]): Figure {
  const ratio = median(pages.map(({ total, sql, react }) => total / (sql + react)));
  const of = (part: keyof Page) => time(median(pages.map((page) => page[part])));
  return ratioFigure(what, ratio, goal, "(SQL + React)", `page ${of("total")}, SQL ${of("sql")}, React ${of("react")}`);
}

function flat(what: string, base: readonly Page[], compared: readonly Page[]): Figure {
  const [from, to] = [medianTotal(base), medianTotal(compared)];
  return ratioFigure(what, to / from, FLAT, "", `${time(from)} to ${time(to)}`);
}

function medianTotal(pages: readonly Page[]): number {
  return median(pages.map(({ total }) => total));
}

/** Changes the price of another product at each call, and resolves when the shop was told of it. */
async function priceEditor({ shop: { database } }: RunningShop): Promise<() => Promise<void>> {
  let told = () => {};
  let edits = 0;
  await database.listen("catalogue", () => told());
  return async () => {
    const heard = new Promise<void>((resolve) => (told = resolve));
    edits += 1;
    await database.sql("update products set price_kobo = price_kobo + 100 where slug = $1", [`rice-${edits * 11}`]);
    await heard;
  };
}

async function makePage(shop: RunningShop, watch: Stopwatch, query: string): Promise<Page> {
  const url = `${shop.url}/category/${CATEGORY}${query}`;
  const request = new Request(url, { headers: { "Accept-Encoding": "br" } });
  shop.cache.drop();
  watch.start();
  const response = await shop.fetch(request);
  await response.arrayBuffer();
  const times = watch.stop();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  return times;
}

async function openShop(world: World, products: number): Promise<RunningShop> {
  const folder = world.folder();
  const database = await openDatabase({ folder: join(folder, "pg") });
  await applyMigrations(database);
  await seedDemo({ database, products: 0, filesDir: folder, pictures: false });
  await fillCategory(database, products);
  const root = join(import.meta.dirname, "..");
  const { startShop } = (await import(join(root, "build/server/index.js"))) as { startShop: typeof StartShop };
  return await startShop({
    env: readEnv({ PORT: "0", DATA_DIR: folder, DEMO: "1", LOG_LEVEL: "silent" }),
    clientDir: join(root, "build/client"),
    databaseDir: join(root, "db"),
    database,
  });
}

/** Search has its own benchmark: without its indexes the products are inserted faster. */
async function fillCategory(database: Database, products: number): Promise<void> {
  await database.sql("drop index if exists products_search_idx");
  await database.sql(
    `insert into product_groups (name, option_names)
     select 'Rice of lot ' || n, '["Size", "Colour"]' from generate_series(0, $1::int / $2::int) n`,
    [products, PER_GROUP],
  );
  await database.sql(
    `insert into products (name, slug, category_id, price_kobo, discount_price_kobo, min_order, stock_quantity, unit,
       pieces, price_steps, brand, group_id, option_values, images, distributor, created_at)
     select 'Long grain rice ' || n, 'rice-' || n, category.id, price, case when n % 3 = 0 then price * 9 / 10 end,
       1 + n % 20, n % 300, '50 kg bag', 1 + n % 2 * 9,
       case when n % 5 = 0 then '[]' else jsonb_build_array(jsonb_build_object('from', 100, 'unit_kobo', price * 8 / 10)) end,
       'Mill ' || n % 200, product_groups.id,
       case when product_groups.id is null then '{}' else
         jsonb_build_object('Size', (array['S', 'M', 'L'])[1 + n % $4::int % 3], 'Colour', 'No ' || n % $4::int / 3) end,
       jsonb_build_array('/files/demo/rice-' || n % 40 || '.webp'),
       'Kano Grain House ' || n % 1000, now() - n * interval '1 minute'
     from generate_series(1, $1::int) n
       cross join lateral (select 500000 + n::bigint * 7919 % 9000000 as price) prices
       join categories category on category.slug = $2
       left join product_groups on n % $4::int < $3::int and product_groups.name = 'Rice of lot ' || n / $4::int`,
    [products, SUB_CATEGORY, IN_GROUP, PER_GROUP],
  );
  await database.sql("vacuum analyze products");
}
