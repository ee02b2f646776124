import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser, linkOn, PHONE } from "./browser.ts";
import { information, kilobytes, median, time, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { followReceived, receivedParts, totalBytes } from "./received.ts";
import { warm } from "./warm.ts";
import type { World } from "./world.ts";

const LIVE_MS = 4_800;
const ANSWER_MS = 200;
const PAID_MS = 19_000;
const JOURNEY_BYTES = 280_000;
const TRANSFER_MS = 15_000;
const TRANSFER_BYTES = 220_000;
/** The page of a transfer, opened from a message by the person who pays. */
const PAY_PAGE_MS = 4_000;
const JOURNEY_REQUESTS = 55;
const PRODUCTS = 400;
const PAGES = ["home", "listing", "product"] as const;
/** 400 kbit/s and 400 ms per request, with a processor four times slower than this one. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 4;
/** Without feedback for this long a shopper taps again. */
const PATIENCE_MS = 1_000;

/** Loading times and bytes for a guest on a slow connection: first taps, and the path from home to a paid order. */
export async function slowLine(world: World): Promise<Figure[]> {
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  const first = await warmShop(world);
  for (const name of PAGES) figures.push(...(await firstTap(browser, name, first.url + first.paths[name])));
  figures.push(...(await journey(browser, first.url)));
  await first.stop();
  // An order drops cached pages: the other way to pay begins with the same ones.
  const second = await warmShop(world);
  figures.push(...(await transferJourney(browser, second.url)));
  figures.push(...(await payPage(browser, second.url)));
  await browser.close();
  await second.stop();
  return figures;
}

/** A new shop whose pages of the journeys are cached in their smallest form; `paths` are those with a first tap. */
async function warmShop(world: World) {
  const { url, stop } = await spawnShop({ DATA_DIR: world.folder(), DEMO_PRODUCTS: String(PRODUCTS) });
  for (const path of ["/cart", "/checkout"]) await (await fetch(url + path)).bytes();
  const paths = { home: "/", listing: "/products", product: await linkOn(url, "/", /href="(\/product\/[^"]+)"/) };
  for (const path of Object.values(paths)) await warm(url + path);
  return { url, paths, stop };
}

/** The page of a transfer, opened with an empty cache by the person who pays: its account number, and its buttons. */
async function payPage(browser: Browser, url: string): Promise<Figure[]> {
  const page = await openTransfer(browser, url);
  return [
    timeFigure("slow line: account number shown, page of a transfer", await shownAfter(browser, page), PAY_PAGE_MS),
    timeFigure("slow line: live without taps, page of a transfer", await liveAfter(browser, page), LIVE_MS),
  ];
}

/** Milliseconds until the page of a transfer shows its account number: the median of three empty caches. */
async function shownAfter(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < 3; load += 1) {
    const { page, close } = await slowPage(browser);
    const started = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.getByText(/^\d{10}$/).waitFor();
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    times.push(performance.now() - started);
    await close();
  }
  return median(times);
}

/** Milliseconds until the header's menu button is interactive, without taps: the median of three empty caches. */
async function liveAfter(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < 3; load += 1) {
    const { page, close } = await slowPage(browser);
    // An observer, because polling takes the throttled processor's time.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('button[aria-label="Menu"]')) return;
        performance.mark("live");
        observer.disconnect();
      });
      observer.observe(document, { subtree: true, childList: true });
    });
    await page.goto(url, { waitUntil: "commit" });
    const live = () => performance.getEntriesByName("live")[0]?.startTime;
    times.push((await (await page.waitForFunction(live, null, { polling: 500 })).jsonValue()) ?? Number.NaN);
    await close();
  }
  return median(times);
}

/** An empty cache, and a tap on the first "Add to cart" as soon as it is visible. */
async function firstTap(browser: Browser, name: string, url: string): Promise<Figure[]> {
  const { page, close } = await slowPage(browser);
  const started = performance.now();
  const since = () => performance.now() - started;
  await page.goto(url, { waitUntil: "commit" });
  const add = page
    .getByRole("button", { name: /^Add .*to cart/i, disabled: false })
    .filter({ visible: true })
    .first();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await add.waitFor();
  const visible = since();
  const { taps, answer } = await tapUntilAnswered(page, add);
  await page.waitForFunction(() => /"count":[1-9]/.test(localStorage.getItem("cart-storage") ?? ""));
  const counted = since();
  await close();
  return [
    information(`slow line: add button of ${name}`, `seen after ${time(visible)}, in the cart after ${time(counted)}`),
    {
      what: `slow line: first tap answered, ${name}`,
      goal: `<= ${time(ANSWER_MS)}`,
      figure: `${time(answer)}${taps > 1 ? ` (tap ${taps})` : ""}`,
      met: taps === 1 && answer <= ANSWER_MS,
    },
    timeFigure(`slow line: live without taps, ${name}`, await liveAfter(browser, url), LIVE_MS),
  ];
}

/** A shopper whose tap has no effect taps again. */
async function tapUntilAnswered(page: Page, button: Locator): Promise<{ taps: number; answer: number }> {
  for (let taps = 1; ; taps += 1) {
    const answered = answerTime(page);
    await button.tap();
    const answer = await answered;
    if (answer !== null) return { taps, answer };
  }
}

/**
 * Milliseconds from the next click until its button is busy or the cart's badge changes; null if neither happens for
 * PATIENCE_MS.
 */
async function answerTime(page: Page): Promise<number | null> {
  return await page.evaluate(
    (patience) =>
      new Promise<number | null>((resolve) => {
        addEventListener(
          "click",
          ({ timeStamp }) => {
            const poll = () => {
              const waited = performance.now() - timeStamp;
              const answered =
                document.querySelector('button[aria-busy="true"]') ?? /Cart, \d/.exec(document.body.innerText);
              if (answered || waited > patience) resolve(answered ? waited : null);
              else requestAnimationFrame(poll);
            };
            requestAnimationFrame(poll);
          },
          { capture: true, once: true },
        );
      }),
    PATIENCE_MS,
  );
}

/** From home to the press of the pay button, with a name for each stage. */
async function toPayButton(page: Page, url: string, stage: (name: string) => void): Promise<Locator> {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator('article a[href^="/product/"]').first().tap();
  await page.waitForURL(/\/product\//, { waitUntil: "commit" });
  stage("product");
  await tapUntilAnswered(page, page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true }));
  await page.getByRole("link", { name: /^Cart, \d/ }).tap();
  await page.getByRole("link", { name: "Checkout", exact: true }).filter({ visible: true }).tap();
  stage("cart");
  const form = page.getByRole("group", { name: "Shipping information" });
  await form.getByLabel("Full name").fill("Adaeze Obi");
  stage("checkout");
  await form.getByLabel("Email").fill("adaeze@example.com");
  await form.getByLabel(/^Phone/).fill("0803 123 4567");
  await form.getByLabel("Address").fill("12 Allen Avenue");
  await form.getByLabel("City").fill("Ikeja");
  await form.getByLabel("State").selectOption("Lagos");
  return page.getByRole("button", { name: /^Pay ₦/ });
}

async function journey(browser: Browser, url: string): Promise<Figure[]> {
  const { page, received, close } = await slowPage(browser);
  const started = performance.now();
  const stages: string[] = [];
  const stage = (name: string) => stages.push(`${name} ${time(performance.now() - started)}`);
  const pay = await toPayButton(page, url, stage);
  await page.getByRole("radio", { name: /^Card or USSD/ }).check();
  await pay.tap();
  const popup = page.frameLocator('iframe[src*="/popup"]');
  await popup.getByLabel("Card number").fill("4084 0840 8408 4081");
  stage("payment window");
  await popup.getByLabel("Expiry").fill("12/40");
  await popup.getByLabel("CVV").fill("408");
  await popup.getByRole("button", { name: /^Pay ₦/ }).tap();
  await page.getByRole("heading", { level: 1, name: "Thank you for your order" }).waitFor();
  stage("paid");
  const paid = performance.now() - started;
  const figures = journeyFigures("a paid order", { url, received: received(), paid, stages }, PAID_MS, JOURNEY_BYTES);
  await close();
  return figures;
}

/** The same by transfer: the money is sent in the sandbox's bank app on a line of its own, once the account is shown. */
async function transferJourney(browser: Browser, url: string): Promise<Figure[]> {
  const { page, received, close } = await slowPage(browser);
  const started = performance.now();
  const stages: string[] = [];
  const stage = (name: string) => stages.push(`${name} ${time(performance.now() - started)}`);
  await (await toPayButton(page, url, stage)).tap();
  const bankApp = page.getByRole("link", { name: "Open the demo’s bank app" });
  await bankApp.waitFor();
  stage("account number");
  const address = new URL((await bankApp.getAttribute("href")) ?? "");
  const body = new URLSearchParams({ account: address.searchParams.get("account") ?? "", way: "right" });
  await fetch(`${address.origin}/bank`, { method: "POST", body });
  while (!(await (await fetch(`${page.url()}/state`)).text()).includes("paid")) await page.waitForTimeout(100);
  stage("money reported");
  // The buyer comes back from the bank app.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("heading", { level: 1, name: "Thank you for your order" }).waitFor();
  stage("paid");
  const paid = performance.now() - started;
  const what = "an order paid by transfer";
  const figures = journeyFigures(what, { url, received: received(), paid, stages }, TRANSFER_MS, TRANSFER_BYTES);
  await close();
  return figures;
}

/** Starts a transfer on a fast line and returns the address of its page. */
async function openTransfer(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await (await toPayButton(page, url, () => {})).tap();
  await page.waitForURL("**/checkout/pay/*");
  const address = page.url();
  await context.close();
  return address;
}

type Journey = { url: string; received: Parameters<typeof totalBytes>[0]; paid: number; stages: string[] };

function journeyFigures(
  what: string,
  { url, received, paid, stages }: Journey,
  most_ms: number,
  most: number,
): Figure[] {
  const { ours = [], others = [] } = Object.groupBy(received, (one) => (one.url.startsWith(url) ? "ours" : "others"));
  if (process.env["BENCH_DETAILS"])
    console.table(ours.map((one) => ({ ...one, url: one.url.slice(url.length, url.length + 70) })));
  const bytes = totalBytes(ours);
  return [
    timeFigure(`slow line: from home to ${what}`, paid, most_ms, stages.join(", ")),
    {
      what: `slow line: received from home to ${what}, empty cache, 360 px`,
      goal: `<= ${kilobytes(most)}`,
      figure: `${kilobytes(bytes)} (${receivedParts(ours)}); the provider's own ${kilobytes(totalBytes(others))} in ${others.length} requests`,
      met: bytes <= most,
    },
    {
      what: `slow line: requests from home to ${what}`,
      goal: `<= ${JOURNEY_REQUESTS}`,
      figure: String(ours.length),
      met: ours.length <= JOURNEY_REQUESTS,
    },
  ];
}

const timeFigure = (what: string, ms: number, most: number, details?: string): Figure => ({
  what,
  goal: `<= ${time(most)}`,
  figure: details ?? time(ms),
  met: ms <= most,
});

/** Without the service worker, whose own requests the page's session neither counts nor slows down. */
async function slowPage(browser: Browser) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const received = await followReceived(session);
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { page, received, close: () => context.close() };
}
