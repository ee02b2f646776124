import { expect, test } from "vitest";
import { matchingOptions } from "./matching-options.ts";

const OPTIONS = ["All", "Kano Grain Union", "Ṣóyínká & Sons", "Grain Depot Kano"].map((label) => ({
  value: label.slice(0, 2),
  label,
}));

test.each([
  ["", ["All", "Kano Grain Union", "Ṣóyínká & Sons", "Grain Depot Kano"]],
  ["kano", ["Kano Grain Union", "Grain Depot Kano"]],
  [" GRAIN  dep", ["Grain Depot Kano"]],
  ["soyinka", ["Ṣóyínká & Sons"]],
  ["nobody", []],
])("%j finds %j", (query, labels) => {
  expect(matchingOptions(OPTIONS, query)).toEqual({
    shown: OPTIONS.filter(({ label }) => labels.includes(label)),
    more: 0,
  });
});

test("of 1,000 options 50 are shown, and the others counted", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ value: String(at), label: `Supplier ${at}` }));
  const { shown, more } = matchingOptions(many, "supplier");
  expect([shown.length, more]).toEqual([50, 950]);
});
