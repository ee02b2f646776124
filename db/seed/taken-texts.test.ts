import { expect, test } from "vitest";
import { TakenTexts } from "./taken-texts.ts";

test("knows the texts that were added, and no other of a hundred thousand alike ones", () => {
  const taken = new TakenTexts();
  const texts = Array.from(
    { length: 100_000 },
    (_, n) => `Mama's Choice Rice ${n}|50 kg bag|Kano Grain House ${n % 7}`,
  );
  for (const text of texts) {
    expect(taken.has(text)).toBe(false);
    taken.add(text);
  }
  expect(texts.every((text) => taken.has(text))).toBe(true);
  expect(texts.some((text) => taken.has(`${text}s`) || taken.has(text.slice(1)))).toBe(false);
  taken.add("");
  expect([taken.size, taken.has("")]).toEqual([100_001, true]);
});
