import { expect, test } from "vitest";
import { contentPriceText } from "./net-content.ts";
import { netContent } from "./read-net-content.ts";

const NONE = { name: "Goods", unit: "", pieces: 1, weight_grams: null };

test.each([
  ["its unit", { unit: "50 kg bag", weight_grams: 50_300 }, 50, "kilo"],
  ["a keg", { unit: "25 L keg", weight_grams: 23_400 }, 25, "litre"],
  ["its unit before its name", { name: "Rice, 5 kg", unit: "5 kg bag" }, 5, "kilo"],
  ["a count in its unit", { unit: "carton of 10 x 1 kg", pieces: 10, weight_grams: 10_600 }, 10, "kilo"],
  ["grams of each piece", { name: "Milk powder, 400 g", unit: "carton of 12", pieces: 12 }, 4.8, "kilo"],
  ["litres of each piece", { name: "Groundnut oil, 3 L", unit: "carton of 6", pieces: 6 }, 18, "litre"],
  ["centilitres", { name: "Drink, 35 cl, Zobo", unit: "crate of 24", pieces: 24 }, 8.4, "litre"],
  ["millilitres", { name: "Insect spray (600 ml)", unit: "carton of 12", pieces: 12 }, 7.2, "litre"],
  ["yards", { name: "Ankara wax print, 6 yards", unit: "bundle of 10 pcs", pieces: 10 }, 54.864, "metre"],
  ["a roll", { name: "Electric cable 2.5 mm", unit: "100 m roll" }, 100, "metre"],
  ["a bottled drink", { name: "Bottle water 75cl", unit: "pack of 12", pieces: 12 }, 9, "litre"],
  ["a bag after the size", { name: "MAMA GOLD RICE 50KG BAG" }, 50, "kilo"],
  ["a decimal comma", { name: "Water 1,5 litres" }, 1.5, "litre"],
  ["a thousands comma", { name: "Sugar, 1,000 g" }, 1, "kilo"],
  ["a count that is its pieces", { name: "Water 6 x 1.5 L", pieces: 6 }, 9, "litre"],
  ["a count in a single unit", { name: "Water 6 x 1.5 L" }, 9, "litre"],
  ["a count in each piece", { name: "Juice 6 x 1 L", pieces: 4 }, 24, "litre"],
  ["the net weight among its attributes", { stated: "900 g", unit: "carton of 6", pieces: 6 }, 5.4, "kilo"],
  ["a viscosity beside the size", { name: "Engine oil 10W-40, 4 L", pieces: 4, weight_grams: 15_100 }, 16, "litre"],
] as const)("the net content is read from %s", (_, product, amount, measure) => {
  const content = netContent({ ...NONE, ...product });
  expect(content?.measure).toBe(measure);
  expect(content?.amount).toBeCloseTo(amount, 6);
});

test.each([
  ["nothing is stated", { name: "Men's polo, Navy", unit: "bundle of 12", pieces: 12, weight_grams: 2_400 }],
  ["a range is the baby's weight", { name: "Diapers, size 4 maxi, 7-18 kg" }],
  ["a load", { name: "Plastic chair, up to 120 kg" }],
  ["a vessel holds it", { name: "Feeding bottles (250 ml)", pieces: 24, weight_grams: 3_600 }],
  ["a flask", { name: "Vacuum flask, 1 L" }],
  ["the weight of paper", { name: "Copy paper, A4 80 g", pieces: 5, weight_grams: 12_800 }],
  ["the length of a cable", { name: "USB-C to USB-C cable, 2 m", pieces: 20 }],
  ["a mobile network", { name: "4G pocket router", weight_grams: 500 }],
  ["two sizes", { name: "Shampoo 500 ml with conditioner 200 ml" }],
  ["the gross weight denies it", { name: "Wash basin 10 L", pieces: 12, weight_grams: 5_100 }],
  ["dimensions", { name: "Towels, 70 x 140 cm", weight_grams: 1_000 }],
] as const)("there is no net content: %s", (_, product) => {
  expect(netContent({ ...NONE, ...product })).toBeNull();
});

test.each([
  [9_900_000, { amount: 50, measure: "kilo" }, "₦1,980.00 a kilo"],
  [1_000, { amount: 3, measure: "litre" }, "₦3.33 a litre"],
  [2_100_000, { amount: 54.864, measure: "metre" }, "₦382.76 a metre"],
] as const)("%i kobo for %o is %s", (unit_kobo, content, text) => {
  expect(contentPriceText(unit_kobo, content)).toBe(text);
});
