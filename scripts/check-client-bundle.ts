// `node scripts/check-client-bundle.ts [folder]`, after a build: fails on server code in the browser bundle, on admin
// code in other pages, and on first pages of guest, profile or admin above their budgets.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { adminCodeForOthers, BUDGETS, firstPages, serverCodeIn } from "./client-bundle.ts";

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "..", "build", "client"));
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const pages = firstPages(folder);
const isTooLarge = ({ visitor, bytes }: (typeof pages)[number]) => bytes > BUDGETS[visitor];
const sources = JSON.parse(readFileSync(join(folder, "..", "client-sources.json"), "utf8")) as Record<string, string[]>;
const leaks = [...serverCodeIn(folder), ...adminCodeForOthers(folder, sources)];

for (const page of pages) {
  const { visitor, route, bytes } = page;
  const word = isTooLarge(page) ? "too much" : "ok";
  console.log(`${word}: ${visitor}, ${route} loads ${kilobytes(bytes)} of at most ${kilobytes(BUDGETS[visitor])}`);
}
for (const leak of leaks) console.log(leak);
const unchecked = Object.keys(BUDGETS).filter((visitor) => !pages.some((page) => page.visitor === visitor));
for (const visitor of unchecked)
  console.log(`No page in the manifest is a first page of ${visitor}: nothing was checked.`);
process.exitCode = pages.some(isTooLarge) || leaks.length > 0 || unchecked.length > 0 ? 1 : 0;
