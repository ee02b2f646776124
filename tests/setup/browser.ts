import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { recordMessages } from "./messages.ts";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  // A page lives for seconds: optimizing its scripts and axe costs more than it saves.
  "--js-flags=--no-maglev,--no-turbofan",
  // Pages may not load anything from other hosts: such a request fails at once and is a console error.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
/** In a container this memory may be 64 MB, and a page crashes for lack of it; files cost 5 % more processor time. */
const SHARED_MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;
/** `CPU_SLOWDOWN=4 npx vitest run --project e2e` finds tests that fail for being slow. Of the first page of a test. */
const SLOWDOWN = Number(process.env["CPU_SLOWDOWN"] ?? 1);
const PICTURES = join(import.meta.dirname, "..", "..", "test-results");

type PageOptions = BrowserContextOptions & {
  /** CSS pixels; 360 is the phone. */
  width?: number;
  height?: number;
  /** Console errors that this test provokes. Any other fails it. */
  allow?: RegExp[];
};

/** One browser for all files of a worker; it ends with the worker's process. */
let launching: Promise<Browser> | null = null;

/**
 * A page in a new profile, for the running test: it closes with the test, and the test fails if the page threw, wrote a
 * console error or violated its Content-Security-Policy. A failed test leaves a screenshot in test-results/.
 */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = width < 600 ? 780 : 800, allow = [], ...rest } = options;
  const browser = await runningBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 600,
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    // Frames of transitions are half of the processor time of filling a field. `MOVING` in e2e/steps.ts has them.
    reducedMotion: "reduce",
    // Many tests intercept requests themselves. Shoppers with a cart, who pay, have the worker: `SHOPPER` in e2e/steps.ts.
    serviceWorkers: "block",
    ...rest,
  });
  if (rest.javaScriptEnabled !== false) recordMessages(context);
  const page = await context.newPage();
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  }
  const errors: string[] = [];
  const note = (text: string) => {
    if (!allow.some((pattern) => pattern.test(text))) errors.push(text);
  };
  context.on("weberror", (error) => note(String(error.error().stack ?? error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
  });
  // Failure hooks run after those that close the page.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await takePicture(page);
    await context.close();
    expect(errors, `the page's console: ${errors.join("; ")}`).toEqual([]);
  });
  return page;
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
];

/** Runs `check` on a wide screen and on a phone, resizing the open page; then restores its size. */
export async function atBothWidths(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await check(size.width);
  }
  if (before) await page.setViewportSize(before);
}

/** The worker's browser, started again if the previous one has crashed. */
async function runningBrowser(): Promise<Browser> {
  launching ??= launch();
  const browser = await launching;
  if (browser.isConnected()) return browser;
  launching = launch();
  return await launching;
}

async function launch(): Promise<Browser> {
  const { path, env } = inject("browser");
  return await chromium.launch({
    executablePath: path,
    args: ARGUMENTS,
    ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
}

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}

async function takePicture(page: Page): Promise<void> {
  if (page.isClosed()) return;
  mkdirSync(PICTURES, { recursive: true });
  const name = (expect.getState().currentTestName ?? "test").replace(/[^\w-]+/g, "-").slice(0, 120);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true }).catch(() => {});
}
