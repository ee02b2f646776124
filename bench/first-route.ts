import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser, linkOn, PHONE } from "./browser.ts";
import { kilobytes, ratioFigure, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { followReceived, receivedParts, totalBytes, type Received } from "./received.ts";
import type { World } from "./world.ts";

const SCRIPT_BYTES = 165_000;
const VIEW_BYTES = 500_000;
/** Of a page's bytes and scripts with delivery prices to those without: its line about delivery may load later. */
const DELIVERY_RATIO = 1.05;
const PAGES = [
  ["home", "/"],
  ["listing", "/products"],
] as const;

/** The bytes that a phone with an empty cache receives, as counted by the browser, until nothing more loads. */
export async function firstRoute(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  for (const [name, path] of PAGES) {
    const loaded = await load(browser, shop.url + path);
    const scripts = await gzipBytes(loaded.filter(({ type }) => type === "Script"));
    const view = totalBytes(loaded);
    figures.push(
      {
        what: `JavaScript of the first route: ${name}`,
        goal: `<= ${kilobytes(SCRIPT_BYTES)} gzip`,
        figure: kilobytes(scripts),
        met: scripts <= SCRIPT_BYTES,
      },
      {
        what: `whole first view at 360 px: ${name}`,
        goal: `<= ${kilobytes(VIEW_BYTES)} received`,
        figure: `${kilobytes(view)} in ${loaded.length} requests (${receivedParts(loaded)})`,
        met: view <= VIEW_BYTES,
      },
    );
  }
  await shop.stop();
  figures.push(...(await deliveryRatios(browser, world)));
  await browser.close();
  return figures;
}

/** The first pages of a shop with delivery prices against those of the same shop without. */
async function deliveryRatios(browser: Browser, world: World): Promise<Figure[]> {
  const without = await deliveryPages(browser, world, "0");
  const withPrices = await deliveryPages(browser, world, "1");
  return withPrices.flatMap((page, at) => {
    const plain = without[at] ?? page;
    const figure = (what: string, bytes: number, base: number) => {
      const details = `${kilobytes(base)} to ${kilobytes(bytes)}`;
      return ratioFigure(
        `${what} with delivery prices: ${page.name}`,
        bytes / base,
        DELIVERY_RATIO,
        "without",
        details,
      );
    };
    return [
      figure("JavaScript of a first page", page.scripts, plain.scripts),
      figure("whole first view", page.view, plain.view),
    ];
  });
}

async function deliveryPages(browser: Browser, world: World, delivery: "0" | "1") {
  const shop = await spawnShop({ DATA_DIR: world.folder(), DEMO_PRODUCTS: "400", DEMO_DELIVERY: delivery });
  const product = await linkOn(shop.url, "/", /href="(\/product\/[^"]+)"/);
  const pages = [];
  for (const [name, path] of [...PAGES, ["product", product] as const]) {
    const loaded = await load(browser, shop.url + path);
    const scripts = await gzipBytes(loaded.filter(({ type }) => type === "Script"));
    pages.push({ name, scripts, view: totalBytes(loaded) });
  }
  await shop.stop();
  return pages;
}

async function load(browser: Browser, url: string): Promise<Received[]> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const received = await followReceived(session);
  await page.goto(url, { waitUntil: "networkidle" });
  const loaded = received();
  await context.close();
  return loaded;
}

/** The browser requests brotli; the budget is in gzip. */
async function gzipBytes(scripts: readonly Received[]): Promise<number> {
  const sizes = scripts.map(async ({ url }) => gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
