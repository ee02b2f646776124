import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LIGHTHOUSE_PAGES } from "./lighthouse.ts";

const results = readFileSync(join(import.meta.dirname, "RESULTS.md"), "utf8");

test.each(Object.keys(LIGHTHOUSE_PAGES))("%s has 100 in each category other than performance", (name) => {
  const row = results.split("\n").find((line) => line.startsWith(`| Lighthouse mobile: ${name} |`));
  expect(row).toContain("accessibility 100, best-practices 100, seo 100 (");
});
