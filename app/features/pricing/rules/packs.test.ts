import { expect, test } from "vitest";
import {
  bareUnit,
  buyableUnits,
  chosenUnit,
  countingUnits,
  countOf,
  packHint,
  multipleText,
  packText,
} from "./packs.ts";

const stock = { min_order: 24, order_multiple: 12, stock_quantity: 100 };
const soap = {
  unit: "piece",
  pieces: 1,
  larger_units: [
    { unit: "dozen", pieces: 12 },
    { unit: "carton of 24", pieces: 24 },
    { unit: "pallet", pieces: 480 },
  ],
};
const milk = { unit: "carton of 24", pieces: 24, larger_units: [{ unit: "pallet", pieces: 960 }] };
const plain = { unit: "50 kg bag", pieces: 1, larger_units: [] };

test.each([
  [soap, 72, "3 cartons (72 pieces)"],
  [soap, 36, "3 dozen (36 pieces)"],
  [soap, 480, "1 pallet (480 pieces)"],
  [soap, 7, "7 pieces"],
  [milk, 3, "3 cartons (72 pieces)"],
  [milk, 1, "1 carton (24 pieces)"],
  [milk, 80, "2 pallets (1,920 pieces)"],
  [{ ...plain, larger_units: [{ unit: "pallet", pieces: 40 }] }, 80, "2 pallets (80 × 50 kg bag)"],
  [plain, 1_200, "1,200 × 50 kg bag"],
  [{ unit: "", pieces: 10, larger_units: [] }, 3, "3 (30 pieces)"],
])("%j: %i are %s", (product, quantity, text) => {
  expect(packText(product, quantity)).toBe(text);
});

test("units without a whole number of sold units are ignored", () => {
  expect(countingUnits({ ...milk, larger_units: [{ unit: "half", pieces: 30 }] })).toEqual([
    { name: "carton", size: 1 },
  ]);
  expect(countingUnits(milk)).toEqual([
    { name: "carton", size: 1 },
    { name: "pallet", size: 40 },
  ]);
});

test("a unit is offered when one of it is available", () => {
  expect(buyableUnits({ ...soap, ...stock }).map(({ name }) => name)).toEqual(["piece", "dozen", "carton"]);
});

test("the selected unit is used for whole multiples, else the sold unit", () => {
  const product = { ...soap, ...stock };
  const name = (quantity: number, wanted: number) => chosenUnit(product, quantity, wanted).name;
  expect([name(48, 24), name(36, 24), name(48, 12), name(48, 7)]).toEqual(["carton", "piece", "dozen", "piece"]);
  expect(chosenUnit({ ...product, stock_quantity: 12 }, 24, 24).size).toBe(1);
  expect([packText(soap, 48, 12), packText(soap, 48), packText(soap, 30, 12)]).toEqual([
    "4 dozen (48 pieces)",
    "2 cartons (48 pieces)",
    "30 pieces",
  ]);
});

test("the hint adds to quantity and unit, or is null", () => {
  expect(packHint(soap, 24)).toBe("1 carton (24 pieces)");
  expect(packHint(milk, 1)).toBe("1 carton (24 pieces)");
  expect([packHint(soap, 7), packHint(plain, 12)]).toEqual([null, null]);
});

test.each([
  [{ ...soap, larger_units: [{ unit: "carton", pieces: 12 }] }, stock, 30, "This is sold in cartons of 12: 24 or 36?"],
  [soap, stock, 30, "This is sold in dozens of 12: 24 or 36?"],
  [soap, stock, 99, "This is sold in dozens of 12: 96?"],
  [milk, { ...stock, min_order: 5, order_multiple: 5 }, 7, "This is sold in multiples of 5 cartons: 5 or 10?"],
  [plain, stock, 25, "This is sold in multiples of 12: 24 or 36?"],
  [{ ...plain, unit: "" }, stock, 25, "This is sold in multiples of 12: 24 or 36?"],
])("%j of %j: %i", (product, stocked, quantity, text) => {
  expect(multipleText({ ...product, ...stocked }, quantity)).toBe(text);
});

test.each([
  ["carton of 24", "carton"],
  ["bale of 60 pcs", "bale"],
  ["carton of 12 pairs", "carton"],
  ["25 L keg", "25 L keg"],
  ["", ""],
])("%j is called %j", (unit, name) => {
  expect(bareUnit(unit)).toBe(name);
});

test.each([
  [2, "box", "2 boxes"],
  [2, "tray", "2 trays"],
  [2, "ply", "2 plies"],
  [1, "carton", "1 carton"],
  [1_500, "gross", "1,500 gross"],
  [5, "25 L keg", "5 × 25 L keg"],
])("%i %s: %s", (count, unit, text) => {
  expect(countOf(count, unit)).toBe(text);
});
