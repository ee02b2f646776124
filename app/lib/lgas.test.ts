import { expect, test } from "vitest";
import { isPlace, lgaName, lgasOf, placeName } from "./lgas.ts";
import { STATE_NAMES, stateCode, stateOf, type StateCode } from "./nigeria.ts";

const CODES = Object.keys(STATE_NAMES) as StateCode[];

test("there are 37 states and 774 areas, and no area twice in a state", () => {
  expect(CODES).toHaveLength(37);
  const areas = CODES.flatMap((state) => lgasOf(state));
  expect(areas).toHaveLength(774);
  expect(new Set(areas.map(({ code }) => code)).size).toBe(774);
  for (const state of CODES)
    expect(new Set(lgasOf(state).map(({ name }) => name)).size, state).toBe(lgasOf(state).length);
});

test.each([
  ["LA", 20],
  ["KN", 44],
  ["BY", 8],
  ["FC", 6],
  ["OS", 30],
] as const)("%s has %i areas", (state, count) => {
  expect(lgasOf(state)).toHaveLength(count);
});

test.each([
  ["LA", "Lagos", true],
  ["LA-11", "Ikeja, Lagos", true],
  ["AN-17", "Onitsha North, Anambra", true],
  ["LA-21", "Lagos", false],
  ["LA-1", "Lagos", false],
  ["XX", "XX", false],
  ["XX-01", "XX-01", false],
])("%s is %s", (code, name, known) => {
  expect([placeName(code), isPlace(code)]).toEqual([name, known]);
});

test("a state has its code by name", () => {
  expect([stateCode("Akwa Ibom"), stateCode("akwa ibom"), stateOf("AK-01"), lgaName("AK")]).toEqual([
    "AK",
    null,
    "AK",
    null,
  ]);
});
