import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "#db/client.server.ts";
import { DEMO_KEY, seedDemo } from "#db/seed/demo.ts";
import { count, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { closing, type World } from "./world.ts";

const PRODUCTS = 10_000;
const REQUESTS = 12_000;
const CONNECTIONS = 16;
/** So many different pages, which nearly fill the page cache; after the first round they come from it. */
const ADDRESSES = 3_000;
const LISTED = 400;
const SETTLE_MS = 5_000;
const MEBIBYTE = 1_048_576;

type Case = { what: string; settings: Record<string, string>; idle: number | null; loaded: number | null };

/** Resident memory of the shop's process when it is ready, and after many different pages; PostgreSQL has its own. */
export async function memory(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const one of await cases(world)) figures.push(...(await measure(one)));
  return figures;
}

async function cases(world: World): Promise<Case[]> {
  const [shopUrl, demoUrl] = [await filled(world, { demo: false }), await filled(world, { demo: true })];
  const base = { DEMO_PRODUCTS: String(PRODUCTS) };
  return [
    {
      what: `PostgreSQL, ${count(PRODUCTS)} products, no demo`,
      settings: { ...base, DATA_DIR: world.folder(), DATABASE_URL: shopUrl, DEMO: "0" },
      idle: 180,
      loaded: 300,
    },
    {
      what: `PostgreSQL, ${count(PRODUCTS)} products, demo`,
      settings: { ...base, DATA_DIR: world.folder(), DATABASE_URL: demoUrl },
      idle: null,
      loaded: 350,
    },
    {
      what: `embedded database in the process, ${count(PRODUCTS)} products, demo`,
      settings: { ...base, DATA_DIR: world.folder() },
      idle: null,
      loaded: null,
    },
  ];
}

/** A database with the goods; without `demo` they count as the shop's own. */
async function filled(world: World, { demo }: { demo: boolean }): Promise<string> {
  const url = await world.emptyPostgres();
  await closing(await openDatabase({ url, folder: "" }), async (database) => {
    await seedDemo({ database, products: PRODUCTS, filesDir: "", pictures: false });
    if (!demo) await database.sql("delete from shop_state where key = $1", [DEMO_KEY]);
  });
  return url;
}

async function measure({ what, settings, idle, loaded }: Case): Promise<Figure[]> {
  // The first start makes pictures, as no later one does.
  await (await spawnShop(settings)).stop();
  const shop = await spawnShop(settings);
  try {
    await wait(SETTLE_MS);
    const before = residentMemory(shop.pid);
    await load(shop.url);
    await wait(SETTLE_MS);
    const after = residentMemory(shop.pid);
    return [
      figure(`memory when ready: ${what}`, before, idle),
      figure(`memory after ${count(REQUESTS)} requests for ${count(ADDRESSES)} pages: ${what}`, after, loaded),
    ];
  } finally {
    await shop.stop();
  }
}

function figure(what: string, bytes: number | null, goal: number | null): Figure {
  const used = bytes === null ? "not known on this system" : `${count(bytes / MEBIBYTE)} MiB`;
  if (goal === null || bytes === null) return { what, goal: "", figure: used, met: null };
  return { what, goal: `<= ${goal} MiB`, figure: used, met: bytes / MEBIBYTE <= goal };
}

/** Listings and products by turns, over and over. */
async function load(url: string): Promise<void> {
  const slugs = await productSlugs(url);
  const addresses = Array.from({ length: ADDRESSES }, (_, at) =>
    at % 4 === 0 ? listing(at / 4) : `/product/${slugs[at % slugs.length]}`,
  );
  let next = 0;
  const visitor = async () => {
    while (next < REQUESTS) {
      const path = addresses[next % ADDRESSES] ?? "/";
      next += 1;
      const answer = await fetch(url + path, { headers: { "Accept-Encoding": "br" } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
}

/** Pages that exist whatever is grouped, in two orders. */
function listing(at: number): string {
  return at < LISTED ? `/products?page=${at + 1}` : `/products?sort=price-asc&page=${at - LISTED + 1}`;
}

/** Every product's slug, as search engines read them. */
async function productSlugs(url: string): Promise<string[]> {
  const text = async (path: string) => await (await fetch(url + path)).text();
  const index = await text("/sitemap.xml");
  const parts = [...index.matchAll(/<loc>([^<]*sitemap[^<]*)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
  const pages = await Promise.all(parts.map(text));
  return [index, ...pages].flatMap((page) =>
    [...page.matchAll(/\/product\/([^<]+)<\/loc>/g)].map(([, slug = ""]) => slug),
  );
}

/** Bytes of RAM that the process has; null where the system does not tell. */
function residentMemory(pid: number): number | null {
  try {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes ? Number(kibibytes) * 1_024 : null;
  } catch {
    return null;
  }
}
