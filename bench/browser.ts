import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "#tests/setup/browser.global.ts";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
];

/** A common phone: 360 px wide with a device pixel ratio of 3, so that it requests the larger pictures. */
export const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

/** Starts the browser of the tests; `debugPort` is for Lighthouse. */
export async function launchBrowser(debugPort?: number): Promise<Browser> {
  const { path, env } = await findBrowser();
  const args = debugPort ? [...ARGUMENTS, `--remote-debugging-port=${debugPort}`] : ARGUMENTS;
  return await chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } });
}

/** The first address on a page that matches `pattern`. */
export async function linkOn(url: string, page: string, pattern: RegExp): Promise<string> {
  const path = pattern.exec(await (await fetch(url + page)).text())?.[1];
  if (!path) throw new Error(`${page} has no such link.`);
  return path;
}
