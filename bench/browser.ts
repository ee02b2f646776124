import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "../tests/setup/browser.global.ts";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
];

/** Starts the browser of the tests; `debugPort` is for Lighthouse. */
export async function launchBrowser(debugPort?: number): Promise<Browser> {
  const { path, env } = await findBrowser();
  const args = debugPort ? [...ARGUMENTS, `--remote-debugging-port=${debugPort}`] : ARGUMENTS;
  return await chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } });
}
