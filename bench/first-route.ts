import { gzipSync } from "node:zlib";
import type { Browser, CDPSession } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { kilobytes, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import type { World } from "./world.ts";

const SCRIPT_BYTES = 150_000;
const VIEW_BYTES = 500_000;
const PAGES = [
  ["home", "/"],
  ["listing", "/products"],
] as const;
/** A common phone: 360 px wide, three pixels to each, so that it asks for the larger pictures. */
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

type Loaded = { url: string; type: string; bytes: number };

/** What a phone with an empty cache receives, as the browser counts it on the wire, until nothing more loads. */
export async function firstRoute(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  for (const [name, path] of PAGES) {
    const loaded = await load(browser, shop.url + path);
    const scripts = await gzipBytes(loaded.filter(({ type }) => type === "Script"));
    const view = sum(loaded);
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
        figure: `${kilobytes(view)} in ${loaded.length} requests (${parts(loaded)})`,
        met: view <= VIEW_BYTES,
      },
    );
  }
  await browser.close();
  await shop.stop();
  return figures;
}

async function load(browser: Browser, url: string): Promise<Loaded[]> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = await follow(session);
  await page.goto(url, { waitUntil: "networkidle" });
  await context.close();
  return [...loaded.values()].filter(({ bytes }) => bytes > 0);
}

async function follow(session: CDPSession): Promise<Map<string, Loaded>> {
  const loaded = new Map<string, Loaded>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.url.startsWith("http")) loaded.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  return loaded;
}

/** The browser asks for brotli; the budget is in gzip. */
async function gzipBytes(scripts: readonly Loaded[]): Promise<number> {
  const sizes = scripts.map(async ({ url }) => gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

function parts(loaded: readonly Loaded[]): string {
  const types = Map.groupBy(loaded, ({ type }) => type.toLowerCase());
  return [...types].map(([type, ones]) => `${type} ${kilobytes(sum(ones))}`).join(", ");
}

function sum(loaded: readonly Loaded[]): number {
  return loaded.reduce((total, { bytes }) => total + bytes, 0);
}
