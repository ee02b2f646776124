import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { count, information, notMeasured, type Figure } from "./figures.ts";
import { mixedLoad, prepareMixedLoad } from "./mixed-load.ts";
import { endAll, residentMemory, SANDBOX_KEYS, shopWithSandbox, spawnShop } from "./processes.ts";
import { closing, setDemo, type World } from "./world.ts";

const PRODUCTS = 10_000;
const REQUESTS = 12_000;
const CONNECTIONS = 16;
/** The number of different pages, which nearly fill the page cache; after the first round they are cache hits. */
const ADDRESSES = 3_000;
const LISTED = 400;
/** The idle shop collects the garbage of its start within a few looks, one in 2 s. */
const SETTLE_MS = 8_000;
/** A guard: the load ends after REQUESTS, also on a busy machine. The result includes the number of answered requests. */
const LOAD_MS = 15 * 60_000;
const ANSWER_MS = 60_000;
const MIXED_MS = 120_000;
/** Mails and webhooks of the load are worked through before the process is idle. */
const MIXED_SETTLE_MS = 20_000;
const MEBIBYTE = 1_048_576;

type Case = { what: string; settings: Record<string, string>; idle: number | null; loaded: number | null };

/**
 * Resident memory of the shop's process when ready, and after many different pages, without PostgreSQL. A failing case
 * does not stop the others.
 */
export async function memory(world: World): Promise<Figure[]> {
  const base = { DEMO_PRODUCTS: String(PRODUCTS), DATA_DIR: world.folder(), FILES_DIR: world.folder() };
  const url = await filled(world);
  const figures = await measure({
    what: `PostgreSQL, ${count(PRODUCTS)} products, no demo`,
    settings: { ...base, DATABASE_URL: url, DEMO: "0" },
    idle: 180,
    loaded: 300,
  });
  await setDemo(url, PRODUCTS);
  const demo = {
    what: `PostgreSQL, ${count(PRODUCTS)} products, demo`,
    settings: { ...base, DATABASE_URL: url },
    idle: null,
    loaded: 350,
  };
  const embedded = {
    what: `embedded database in the process, ${count(PRODUCTS)} products, demo`,
    settings: base,
    idle: null,
    loaded: null,
  };
  for (const one of [demo, embedded]) figures.push(...(await measure(one)));
  return figures;
}

/** The same for a mix of what shoppers and staff do, at its peak and once the process rests. */
export async function mixedMemory(world: World): Promise<Figure[]> {
  const base = { DEMO_PRODUCTS: String(PRODUCTS), DATA_DIR: world.folder(), FILES_DIR: world.folder() };
  const url = await filled(world);
  const what = `PostgreSQL, ${count(PRODUCTS)} products, no demo`;
  const sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...SANDBOX_KEYS, webhookUrl: null });
  try {
    const mixed = await prepareMixedLoad(url);
    const shop = await spawnShop({ ...base, ...shopWithSandbox(url, sandbox.url) });
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, residentMemory(shop.pid) ?? 0)), 250);
    const answered = await mixedLoad(shop.url, mixed, MIXED_MS).finally(() => clearInterval(watch));
    await wait(MIXED_SETTLE_MS);
    const after = residentMemory(shop.pid);
    await shop.stop();
    return [
      figure(`memory at the peak of ${count(answered)} mixed requests: ${what}`, peak || null, null),
      figure(`memory after ${count(answered)} mixed requests: ${what}`, after, 300),
    ];
  } catch (error) {
    await endAll();
    return [notMeasured(`memory of a mixed load: ${what}`, error)];
  } finally {
    await sandbox.close();
  }
}

/** A database whose products are the shop's own. */
async function filled(world: World): Promise<string> {
  const url = await world.emptyPostgres();
  await closing(await openDatabase({ url, folder: "" }), (database) =>
    seedDemo({ database, products: PRODUCTS, filesDir: "", pictures: false }),
  );
  await setDemo(url, null);
  return url;
}

async function measure({ what, settings, idle, loaded }: Case): Promise<Figure[]> {
  try {
    // The first start creates pictures or products, unlike later ones.
    await (await spawnShop(settings)).stop();
    const shop = await spawnShop(settings);
    await wait(SETTLE_MS);
    const before = residentMemory(shop.pid);
    const { answered, pages } = await load(shop.url);
    await wait(SETTLE_MS);
    const after = residentMemory(shop.pid);
    await shop.stop();
    return [
      figure(`memory when ready: ${what}`, before, idle),
      figure(`memory after ${count(answered)} requests for ${count(pages)} pages: ${what}`, after, loaded),
    ];
  } catch (error) {
    await endAll();
    return [notMeasured(`memory: ${what}`, error)];
  }
}

function figure(what: string, bytes: number | null, goal: number | null): Figure {
  const used = bytes === null ? "not known on this system" : `${count(bytes / MEBIBYTE)} MiB`;
  if (goal === null || bytes === null) return information(what, used);
  return { what, goal: `<= ${goal} MiB`, figure: used, met: bytes / MEBIBYTE <= goal };
}

/** Alternating listings and products in a loop; returns the number of answered requests and of pages. */
async function load(url: string): Promise<{ answered: number; pages: number }> {
  const slugs = await productSlugs(url);
  const addresses = Array.from({ length: ADDRESSES }, (_, at) =>
    at % 4 === 0 ? listing(at / 4) : `/product/${slugs[at % slugs.length]}`,
  );
  const end = performance.now() + LOAD_MS;
  let next = 0;
  const visitor = async () => {
    while (next < REQUESTS && performance.now() < end) {
      const path = addresses[next % ADDRESSES] ?? "/";
      next += 1;
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(url + path, { headers: { "Accept-Encoding": "br" }, signal });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return { answered: next, pages: Math.min(next, ADDRESSES) };
}

/** Pages that exist independently of groups, in two orders. */
function listing(at: number): string {
  return at < LISTED ? `/products?page=${at + 1}` : `/products?sort=price-asc&page=${at - LISTED + 1}`;
}

/** Every product's slug, as in the sitemap. */
async function productSlugs(url: string): Promise<string[]> {
  const text = async (path: string) => await (await fetch(url + path)).text();
  const index = await text("/sitemap.xml");
  const parts = [...index.matchAll(/<loc>([^<]*sitemap[^<]*)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
  const pages = await Promise.all(parts.map(text));
  return [index, ...pages].flatMap((page) =>
    [...page.matchAll(/\/product\/([^<]+)<\/loc>/g)].map(([, slug = ""]) => slug),
  );
}
