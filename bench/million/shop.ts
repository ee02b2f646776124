import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { nameSlug } from "#app/features/products/links.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { freePort } from "#tests/setup/postgres.global.ts";
import { makeOwner, send } from "../mixed-load.ts";
import { spawnShop, type ShopProcess } from "../processes.ts";
import { shopSettings, type LoadedCluster } from "./clusters.ts";
import { PROBE_PORT } from "./loop-probe.ts";

/** The category of the listings, and one whose products have options. */
export const CATEGORY = "grocery-gourmet-food";
export const WITH_OPTIONS = "women-clothing-fashion";
const CARDS_OF_PAGE = 12;
const PATIENCE_MS = 5 * 60_000;

/** For requests that may wait until the whole index is loaded. */
export const patiently = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

/** A running shop, and what is asked of it. */
export type MeasuredShop = {
  products: number;
  process: ShopProcess;
  database: Database;
  /** A signed-in owner. */
  admin: Visitor;
  /** Some products in no order, each another. */
  slugs: readonly string[];
  /** Cart lines with enough stock. */
  goods: readonly { id: string; quantity: number }[];
  /** Slugs of some distributors and brands, ids of the top categories, and names of buyers, in no order. */
  distributors: readonly string[];
  brands: readonly string[];
  categories: readonly string[];
  buyers: readonly string[];
  /** The first file of products of the sitemap: "products-0.xml". */
  sitemapFile: string;
  /** Pages of `CATEGORY` and of all products in the admin. */
  pages: { category: number; admin: number };
  /** Milliseconds from the start of the process to the first 200 of these pages. */
  first: { home: number; listing: number };
  /** The longest block of the event loop since the last call, in ms. */
  longestBlock: () => Promise<number>;
  close: () => Promise<void>;
};

/**
 * Milliseconds to the first page of the shop of `cluster` when no index is stored, as after its first start; stops it
 * when one is.
 */
export async function firstPageWithoutIndex(products: number, cluster: LoadedCluster): Promise<number> {
  const file = join(cluster.dataDir, "product-index");
  rmSync(file, { force: true });
  const started = performance.now();
  const process = await spawnShop(shopSettings(products, cluster.url, cluster.dataDir));
  await send(`${process.url}/`, 0, patiently());
  const ms = performance.now() - started;
  const { signal } = patiently();
  while (!existsSync(file)) await wait(100, undefined, { signal });
  await process.stop();
  return ms;
}

/** Starts the shop of `cluster`, and asks its first pages at once, as visitors do. */
export async function openMeasuredShop(products: number, cluster: LoadedCluster): Promise<MeasuredShop> {
  const port = await freePort();
  const probe = import.meta.resolve("./loop-probe.ts");
  const settings = { NODE_OPTIONS: `--import=${probe}`, [PROBE_PORT]: String(port) };
  const started = performance.now();
  const process = await spawnShop({ ...shopSettings(products, cluster.url, cluster.dataDir), ...settings });
  const since = async (path: string) => {
    await send(process.url + path, 0, patiently());
    return performance.now() - started;
  };
  const [home, listing] = await Promise.all([since("/"), since(`/category/${CATEGORY}`)]);
  const admin = new Visitor(process.url);
  const database = await openDatabase({ url: cluster.url, folder: "" });
  const { email, password } = await makeOwner(database.db);
  const { status, text } = await admin.signIn(email, password);
  if (status !== 200) throw new Error(`Signing in was answered with ${status}: ${text}`);
  await compared(admin);
  return {
    products,
    process,
    database,
    admin,
    ...(await readGoods(database)),
    ...(await readNames(database)),
    sitemapFile: await firstFile(process.url),
    first: { home, listing },
    longestBlock: async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text()),
    async close() {
      await process.stop();
      await database.close();
    },
  };
}

/** Waits until the index with which a start begins is compared with the database. */
async function compared(admin: Visitor): Promise<void> {
  const { signal } = patiently();
  while (!(await isCompared(admin))) await wait(500, undefined, { signal });
}

/** Whether the index of a shop with listings has taken in everything that it was told of, as Health says. */
export async function isCompared(admin: Visitor): Promise<boolean> {
  const { status, text } = await admin.get("/admin/health");
  if (status !== 200) throw new Error(`Health answered ${status}.`);
  return !text.includes("compared with the database");
}

/** The name of the sitemap's first file of products; empty if there is none. */
async function firstFile(url: string): Promise<string> {
  const index = await (await fetch(`${url}/sitemap.xml`, patiently())).text();
  return /\/sitemap\/(products[\w-]*\.xml)/.exec(index)?.[1] ?? "";
}

/** What the filters and searches of lists are asked with. */
export async function readNames({ sql }: Pick<Database, "sql">) {
  const texts = async (query: string) => (await sql(query)).rows.map(({ text }) => String(text));
  const some = (column: string, table: string) =>
    texts(
      `select ${column} as text from ${table} where ${column} <> '' group by ${column} order by md5(${column}) limit 40`,
    );
  return {
    distributors: (await some("distributor", "products")).map(nameSlug),
    brands: (await some("brand", "products")).map(nameSlug),
    buyers: await some("customer_name", "orders"),
    categories: await texts(
      `select id as text from categories c where parent_id is null
         and exists (select 1 from products p where p.top_category_id = c.id) order by md5(slug)`,
    ),
  };
}

async function readGoods({ sql, withConnection }: Database) {
  return await withConnection(async (client) => {
    const slugs = await client.query<{ slug: string }>("select slug from products order by md5(slug) limit 300");
    const goods = await client.query<{ id: string; quantity: number }>(
      `select id, min_order as quantity from products where stock_quantity >= 40 * min_order
         and effective_price_kobo * min_order <= 10000000 order by md5(slug) limit 60`,
    );
    const cards = await client.query<{ n: number }>(
      `select count(distinct coalesce(group_id, p.id))::int as n from products p
       join categories c on c.id = p.top_category_id where c.slug = $1`,
      [CATEGORY],
    );
    const all = await sql("select count(*)::int as n from products");
    return {
      slugs: slugs.rows.map(({ slug }) => slug),
      goods: goods.rows,
      pages: {
        category: Math.ceil((cards.rows[0]?.n ?? 0) / CARDS_OF_PAGE),
        admin: Math.ceil(Number(all.rows[0]?.["n"]) / 10),
      },
    };
  });
}
