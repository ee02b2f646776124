// `node scripts/spec-map.ts`: checks that every file and test in docs/spec-map.md exists. With --write, updates the
// counts and the list of rows without a test.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countRows, countsText, problemsOf, readRows, withSummary } from "./spec-rows.ts";

const root = join(import.meta.dirname, "..");
const map = join(root, "docs", "spec-map.md");
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);

if (process.argv.includes("--write")) writeFileSync(map, withSummary(readFileSync(map, "utf8")));
const text = readFileSync(map, "utf8");
const problems = problemsOf(text, read);
for (const problem of problems) console.log(`docs/spec-map.md ${problem}`);
console.log(countsText(countRows(readRows(text))));
process.exitCode = problems.length > 0 ? 1 : 0;
