import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LIGHTHOUSE_PAGES, UNLISTED_PAGES } from "./lighthouse.ts";

const results = readFileSync(join(import.meta.dirname, "RESULTS.md"), "utf8");

const rowOf = (name: string) => results.split("\n").find((line) => line.startsWith(`| Lighthouse mobile: ${name} |`));

test.each(Object.keys(LIGHTHOUSE_PAGES))("%s has 100 in each category other than performance", (name) => {
  expect(rowOf(name)).toContain("accessibility 100, best-practices 100, seo 100 (");
});

test.each(Object.keys(UNLISTED_PAGES))("%s has 100 for accessibility and best practices", (name) => {
  expect(rowOf(name)).toContain("accessibility 100, best-practices 100 (");
});
