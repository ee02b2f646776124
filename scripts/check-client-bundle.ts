// `node scripts/check-client-bundle.ts [folder]`, after a build: fails on server code in it or too large a first page.
import { join, resolve } from "node:path";
import { BUDGET, firstPages, serverCodeIn } from "./client-bundle.ts";

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "..", "build", "client"));
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const pages = firstPages(folder);
const tooLarge = pages.filter(({ bytes }) => bytes > BUDGET);
const leaks = serverCodeIn(folder);

for (const { route, bytes } of pages) {
  console.log(
    `${bytes > BUDGET ? "too much" : "ok"}: ${route} loads ${kilobytes(bytes)} of at most ${kilobytes(BUDGET)}`,
  );
}
for (const leak of leaks) console.log(leak);
if (pages.length === 0) console.log("There is no page in the manifest: nothing was checked.");
process.exitCode = tooLarge.length > 0 || leaks.length > 0 || pages.length === 0 ? 1 : 0;
