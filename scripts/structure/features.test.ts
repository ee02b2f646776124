import { expect, test } from "vitest";
import { features } from "./features.ts";

const FILES: Record<string, string> = {
  "app/a.ts": "",
  "db/b.ts": "",
  "app/a.test.ts": 'test("adds up", () => {});\ntest("says why", () => {});',
  "tests/e2e/a.test.ts": 'test("shows the sum", () => {});',
};
const read = (path: string) => FILES[path] ?? null;
const list = (...rows: string[]) => `# Shop\n\n| what | file | test |\n|---|---|---|\n${rows.join("\n")}\n`;
const messages = (text: string) => features(text, read).map(({ message }) => message);

test.each([
  ["a file and a test", '| It adds. | `app/a.ts` | `app/a.test.ts`: "adds up", "says why" |', []],
  ["a test file without a part", "| It adds. | `app/a.ts` | `app/a.test.ts` |", []],
  ["a test beside its file", '| It adds. | `app/a.ts` (`sum`), `db/b.ts` | `a.test.ts`: "adds up" |', []],
  ["a test in a folder of tests/", '| It adds. | `app/a.ts` | `e2e/a.test.ts`: "shows the sum" |', []],
  ["no test", "| It adds. | `app/a.ts` | no test |", []],
  ["code that is no path", "| `npm test` adds. | `app/a.ts` (`sum`) | no test |", []],
  ["a file that is gone", "| It adds. | `app/b.ts` | no test |", ["line 5 names app/b.ts, which does not exist"]],
  ["no file", "| It adds. | somewhere | no test |", ["line 5 names no file"]],
  [
    "a test file that is gone",
    "| It adds. | `app/a.ts` | `b.test.ts` |",
    ["line 5 names app/b.test.ts, which does not exist"],
  ],
  [
    "a test that is gone",
    '| It adds. | `app/a.ts` | `app/a.test.ts`: "adds", "no" |',
    ['line 5 names "no", which app/a.test.ts does not have'],
  ],
  ["a file as a test", "| It adds. | `app/a.ts` | `app/a.ts` |", ["line 5 names app/a.ts as a test"]],
  [
    "words instead of a test",
    "| It adds. | `app/a.ts` | looked at |",
    ["line 5 names no test: write a test file, or 'no test'"],
  ],
  ["a cell too many", "| It adds. | `app/a.ts` | no test | more |", ["line 5 needs three cells: what, file, test"]],
])("%s", (_, row, expected) => {
  expect(messages(list(row))).toEqual(expected);
});

test("a line is written once, and the list has lines", () => {
  const row = "| It adds. | `app/a.ts` | no test |";
  expect(messages(list(row, row))).toEqual(["line 6 is written twice"]);
  expect(messages("# Shop\n")).toEqual(["has no rows"]);
});

test("a list that is too long to read is a finding", () => {
  const row = `| ${"long ".repeat(18_000)} | \`a.ts\` | no test |`;
  const text = `| what | file | test |\n|---|---|---|\n${row}\n`;
  expect(features(text, () => "").map(({ message }) => message)).toEqual([
    expect.stringMatching(/^has \d+ bytes of at most 90000: merge lines$/),
  ]);
});
