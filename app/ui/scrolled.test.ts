import { expect, test } from "vitest";
import { isScrolled } from "./scrolled.ts";

test.each([
  [-20, false],
  [0, false],
  [70, false],
  [70.5, true],
  [71, true],
  [4000, true],
])("scrolled by %d px: %s", (y, expected) => expect(isScrolled(y)).toBe(expected));
