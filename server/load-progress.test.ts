import { expect, test } from "vitest";
import { createLoadProgress } from "./load-progress.ts";

test("a line for every tenth and for every 15 seconds, with percent, rate and the time that is left at that rate", () => {
  let seconds = 0;
  const progress = createLoadProgress(15_000, () => seconds * 1_000);
  const after = (more: number, done: number) => {
    seconds += more;
    return progress(done, 1_000_000, "products");
  };
  expect(after(0, 500)).toBe("Loading the demo shop: products 500 of 1,000,000 (0 %)");
  expect(after(1, 4_000)).toBeNull();
  expect(after(14, 60_500)).toBe(
    "Loading the demo shop: products 60,500 of 1,000,000 (6 %, 4,000 a second, 4 min left)",
  );
  expect(after(10, 99_500)).toBeNull();
  expect(after(0.5, 100_500)).toBe(
    "Loading the demo shop: products 100,500 of 1,000,000 (10 %, 3,810 a second, 4 min left)",
  );
  expect(after(10, 800_500)).toBe(
    "Loading the demo shop: products 800,500 of 1,000,000 (80 %, 70,000 a second, 3 s left)",
  );
  expect(after(9, 1_000_000)).toBe("Loading the demo shop: products 1,000,000 of 1,000,000 (100 %)");
});

test("each part of the load has lines of its own, and a slow one no rate", () => {
  let seconds = 0;
  const progress = createLoadProgress(15_000, () => seconds * 1_000);
  expect(progress(1, 20, "indexes")).toBe("Loading the demo shop: indexes 1 of 20 (5 %)");
  expect(progress(13, 631, "pictures")).toBe("Loading the demo shop: pictures 13 of 631 (2 %)");
  seconds = 40;
  expect(progress(3, 20, "indexes")).toBe("Loading the demo shop: indexes 3 of 20 (15 %, 6 min left)");
  expect(progress(20, 20, "indexes")).toBe("Loading the demo shop: indexes 20 of 20 (100 %)");
});
