import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { runById } from "#app/features/imports/queries.server.ts";
import { filledForm } from "#tests/fixtures/record-form.ts";
import { median, timed } from "../figures.ts";
import { startPriceRun } from "../killed-run.ts";
import { send } from "../mixed-load.ts";
import { CATEGORY, isCompared, patiently, type MeasuredShop } from "./shop.ts";

const EDITS = 5;
/** Shoppers ask a page this often. */
const VISIT_MS = 200;
const RUN_LIMIT_MS = 20 * 60_000;
const RELOAD_LIMIT_MS = 5 * 60_000;
/** Visits between two looks at whether a reload has ended, and at least: its notice arrives meanwhile. */
const VISITS = 5;

let filter = 0;

/** A listing with a filter that nobody has asked for. */
async function askListing({ process }: MeasuredShop): Promise<number> {
  filter += 1;
  const path = `/category/${CATEGORY}?maxPrice=${700_000 + filter}`;
  return await timed(() => send(process.url + path, filter, patiently()));
}

/** Blocks of the event loop by changes, and the listings asked after them, in ms; `usual` is the block by a listing alone. */
export type Blocking = { blocked: number; longest: number; usual: number; listing: number };

/** Prices changed in the admin, each followed by a listing. */
export async function afterPriceChange(shop: MeasuredShop): Promise<Blocking> {
  const usual = await usualBlock(shop);
  const { rows } = await shop.database.sql(
    "select id from products where discount_price_kobo is null order by md5(slug) limit $1",
    [EDITS],
  );
  const [blocks, listings]: [number[], number[]] = [[], []];
  for (const { id } of rows) {
    const address = `/admin/products/${String(id)}`;
    const { text } = await shop.admin.get(address);
    const was = /name="was\.price" value="([^"]*)"/.exec(text)?.[1] ?? "";
    const form = filledForm(text, { price: String(Number(was.replaceAll(/[^0-9.]/g, "")) + 1_000) });
    await shop.longestBlock();
    // As the browser sends it.
    const { status } = await shop.admin.form(`${address}.data`, form, { Accept: "*/*" });
    const kobo = await shop.database.sql("select price_kobo from products where id = $1", [id]);
    if (Number(kobo.rows[0]?.["price_kobo"]) !== Number(form["price"]) * 100)
      throw new Error(`The price was answered with ${status} and did not change.`);
    listings.push(await askListing(shop));
    blocks.push(await shop.longestBlock());
  }
  return { blocked: median(blocks), longest: Math.max(...blocks), usual, listing: median(listings) };
}

/** The median of the longest blocks by listings without a change. */
async function usualBlock(shop: MeasuredShop): Promise<number> {
  const blocks: number[] = [];
  for (let round = 0; round < EDITS; round += 1) {
    await shop.longestBlock();
    await askListing(shop);
    blocks.push(await shop.longestBlock());
  }
  return median(blocks);
}

/** The longest block and the longest wait for a listing in a reload of `ms`; `usual` is the block by a listing alone. */
export type Reload = { blocked: number; usual: number; listing: number; ms: number };

/** The notice that loads the whole index again, and a shopper who asks listings until everything is taken in. */
export async function duringReload(shop: MeasuredShop): Promise<Reload> {
  const usual = await usualBlock(shop);
  const started = performance.now();
  await shop.database.sql("select pg_notify('catalogue', 'all')");
  let listing = 0;
  do {
    if (performance.now() - started > RELOAD_LIMIT_MS) throw new Error("The reload did not end in time.");
    for (let visit = 0; visit < VISITS; visit += 1) {
      listing = Math.max(listing, await askListing(shop));
      await wait(VISIT_MS);
    }
  } while (!(await isCompared(shop.admin)));
  const ms = performance.now() - started;
  return { blocked: await shop.longestBlock(), usual, listing, ms };
}

/** How long each visit in a run of `ms` over `rows` products waited, in ms and in order. */
type Waited = { waits: number[]; rows: number; ms: number };

/** A run over `products` products without discount, and shoppers who ask listings and product pages meanwhile. */
export async function duringPriceRun(shop: MeasuredShop, products: number): Promise<Waited> {
  const { database } = shop;
  const some = sql`id in (select id from products where discount_price_kobo is null order by md5(slug) limit ${products})`;
  const id = await startPriceRun(database, some);
  const state = async () => await runById(database.db, id);
  const started = performance.now();
  const waits: number[] = [];
  for (let turn = 0; (await state())?.state !== "done"; turn += 1) {
    if (performance.now() - started > RUN_LIMIT_MS) throw new Error("The run did not end in time.");
    waits.push(await askListing(shop));
    const slug = shop.slugs[turn % shop.slugs.length] ?? "";
    waits.push(await timed(() => send(`${shop.process.url}/product/${slug}`, turn, patiently())));
    await wait(VISIT_MS);
  }
  return { waits, rows: (await state())?.counts.applied ?? 0, ms: performance.now() - started };
}

/** The longest wait in as many visits as `visits`, in ms: the median over the stretches of that length. */
export function longestOf(waits: readonly number[], visits: number): number {
  const stretches = Array.from({ length: Math.max(1, Math.floor(waits.length / visits)) }, (_, at) =>
    Math.max(...waits.slice(at * visits, (at + 1) * visits)),
  );
  return median(stretches);
}
