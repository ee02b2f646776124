import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countRows, problemsOf, readRows, withSummary } from "./spec-rows.ts";

const FILES: Record<string, string> = {
  "app/a.ts": "",
  "app/a.test.ts": 'test("adds up", () => {});\ntest("says why", () => {});',
};
const read = (path: string) => FILES[path] ?? null;

const map = (...rows: string[]) =>
  withSummary(`# Map\n\n0 rows: none.\n\n| id | sentence | where | test |\n|---|---|---|---|\n${rows.join("\n")}\n`);

test.each([
  ["a file and a test", '| S1.01 | It adds. | `app/a.ts` | `app/a.test.ts`: "adds up", "says why" |', /^$/],
  ["a test file without a part", "| S1.01 | It adds. | `app/a.ts` | `app/a.test.ts` |", /^$/],
  ["no test", "| S1.01 | It adds. | `app/a.ts` | no test |", /^$/],
  ["not yet", "| S1.01 | It adds. | not yet | not yet |", /^$/],
  ["a decision", "| M3 | It adds. | `app/a.ts` | nothing to show |", /^$/],
  ["code that is no path", "| S1.01 | It adds. | `cart-storage` in `app/a.ts` | no test |", /^$/],
  ["a file that is gone", "| S1.01 | It adds. | `app/b.ts` | no test |", /app\/b\.ts, which does not exist/],
  ["a test file that is gone", "| S1.01 | It adds. | `app/a.ts` | `app/b.test.ts` |", /app\/b\.test\.ts, which does/],
  ["a test that is gone", '| S1.01 | It adds. | `app/a.ts` | `app/a.test.ts`: "adds" , "no" |', /"no", which/],
  ["words instead of a test", "| S1.01 | It adds. | `app/a.ts` | looked at |", /names no test/],
  ["not yet in one column", "| S1.01 | It adds. | not yet | no test |", /in one column only/],
  ["an id of its own", "| X1 | It adds. | `app/a.ts` | no test |", /is not an id/],
  ["a cell too few", "| S1.01 | It adds. | `app/a.ts` |", /needs four cells/],
  ["a cell too many", "| S1.01 | It adds. | `app/a.ts` | no test | more |", /needs four cells/],
])("%s", (_, row, problem) => {
  expect(problemsOf(map(row), read).join("\n")).toMatch(problem);
});

test("an id stands once, a map has rows, and its summary is fresh", () => {
  const row = "| S1.01 | It adds. | `app/a.ts` | no test |";
  expect(problemsOf(map(row, row), read)).toEqual(["line 8: S1.01 stands twice"]);
  expect(problemsOf("# Map\n", read)).toEqual(["the map has no rows"]);
  const old = map(row).replace("no test |", "`app/a.test.ts` |");
  expect(problemsOf(old, read).join()).toMatch(/run `node scripts\/spec-map\.ts --write`/);
  expect(problemsOf(withSummary(old), read)).toEqual([]);
});

test("rows are counted, and those without a test are listed at the end", () => {
  const text = map(
    "| S1.01 | It adds. | `app/a.ts` | no test |",
    "| S1.02 | It says. | `app/a.ts` | `app/a.test.ts` |",
    "| S1.03 | It asks. | not yet | not yet |",
  );
  expect(countRows(readRows(text))).toEqual({ rows: 3, tested: 1, untested: 1, notYet: 1, nothing: 0 });
  expect(text).toContain("\n3 rows: 1 with a test, 1 without, 1 not yet built, 0 with nothing to show.\n");
  expect(text).toMatch(/## Rows without a test\n\n- S1\.01: It adds\.\n$/);
});

test("the map of this repository names only what exists", () => {
  const root = join(import.meta.dirname, "..");
  const here = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  expect(problemsOf(here("docs/spec-map.md") ?? "", here)).toEqual([]);
});
