import { expect, test } from "vitest";
import { percentChange } from "./labels.ts";

test.each([
  [1_800_000, 1_925_000, "+6.9%"],
  [18_550_000, 8_700, "−99.9%"],
  [100, 0, "−100%"],
  [100, 200, "+100%"],
  [8_700, 8_700_000, "+99,900%"],
  [100, 100, "+0%"],
  [0, 100, "+0%"],
])("from %i to %i kobo is %s", (from, to, text) => expect(percentChange(from, to)).toBe(text));
