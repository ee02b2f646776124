import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser, PHONE } from "./browser.ts";
import { kilobytes, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { followReceived, receivedParts, totalBytes, type Received } from "./received.ts";
import type { World } from "./world.ts";

const SCRIPT_BYTES = 165_000;
const VIEW_BYTES = 500_000;
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
  await browser.close();
  await shop.stop();
  return figures;
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
