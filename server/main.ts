import { join } from "node:path";
import { readEnv, SettingsError } from "#app/lib/env.server.ts";
import type { startShop as StartShop } from "./start.server.ts";

const root = join(import.meta.dirname, "..");
const shown = new Map<string, number>();

/** One line that moves on a terminal; elsewhere a line for every tenth. */
function showProgress(done: number, total: number, what: string): void {
  const text = `Loading the demo shop: ${what} ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  if (process.stdout.isTTY) {
    process.stdout.write(`\r${text.padEnd(70)}`);
    return;
  }
  const tenth = Math.floor((done / total) * 10);
  if (shown.get(what) === tenth) return;
  shown.set(what, tenth);
  console.log(text);
}
