import { expect, test } from "vitest";
import { USUAL_CALENDAR, type DeliveryMethod } from "../rules.ts";
import { deliveryText } from "./delivery-text.ts";
import { deliveryOptions, deliveryPrice, promisedDays } from "./quote.ts";

const DOOR: DeliveryMethod = {
  id: "m1",
  kind: "door",
  name: "Lagos vans",
  carrier: "GIG",
  address: "",
  bands: [
    { upto_grams: 10_000, kobo: 250_000 },
    { upto_grams: 50_000, kobo: 450_000 },
  ],
  extra_kg_kobo: 5_000,
  free_from_kobo: null,
  min_days: 1,
  max_days: 3,
  cutoff_minute: 14 * 60,
};
const goods = (grams: number, items_kobo = 0) => ({ grams, items_kobo, lead_days: 0 });

test.each([
  ["nothing weighed", 0, {}, 250_000],
  ["exactly the first band", 10_000, {}, 250_000],
  ["one gram above it", 10_001, {}, 450_000],
  ["exactly the last band", 50_000, {}, 450_000],
  ["a started kilogram above the last band", 50_001, {}, 455_000],
  ["thirty kilograms above it", 80_000, {}, 600_000],
  ["above the last band without a price for more", 50_001, { extra_kg_kobo: null }, null],
  ["above it, though the goods are worth free delivery", 50_001, { extra_kg_kobo: null, free_from_kobo: 1 }, null],
  ["extra kilograms at no charge", 90_000, { extra_kg_kobo: 0 }, 450_000],
  ["one kobo below free delivery", 1_000, { free_from_kobo: 20_000_001 }, 250_000],
  ["worth free delivery", 1_000, { free_from_kobo: 20_000_000 }, 0],
])("%s", (_name, grams, change, kobo) => {
  expect(deliveryPrice({ ...DOOR, ...change }, goods(grams, 20_000_000))).toBe(kobo);
});

test("a heavier cart of the same value is never cheaper", () => {
  for (const change of [{}, { extra_kg_kobo: 0 }, { free_from_kobo: 5 }, { free_from_kobo: 50 }]) {
    const prices = Array.from(
      { length: 400 },
      (_, n) => deliveryPrice({ ...DOOR, ...change }, goods(n * 333, 20)) ?? Infinity,
    );
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  }
});

// November 26, 2026 is a Thursday; Lagos is an hour ahead.
test.each([
  ["before the cut-off", "2026-11-26T12:59:59Z", 0, [1, 3], [], ["2026-11-27", "2026-11-30"]],
  ["at the cut-off", "2026-11-26T13:00:00Z", 0, [1, 3], [], ["2026-11-28", "2026-12-01"]],
  ["just after midnight in Lagos", "2026-11-26T23:30:00Z", 0, [1, 1], [], ["2026-11-28", "2026-11-28"]],
  ["on a Sunday", "2026-11-29T08:00:00Z", 0, [1, 2], [], ["2026-12-01", "2026-12-02"]],
  ["on the same day", "2026-11-26T08:00:00Z", 0, [0, 0], [], ["2026-11-26", "2026-11-26"]],
  [
    "on the same day after the cut-off of a Saturday",
    "2026-11-28T15:00:00Z",
    0,
    [0, 0],
    [],
    ["2026-11-30", "2026-11-30"],
  ],
  ["with two preparing days", "2026-11-26T08:00:00Z", 2, [1, 3], [], ["2026-11-30", "2026-12-02"]],
  ["over Christmas", "2026-12-23T08:00:00Z", 0, [2, 4], ["2026-12-25", "2026-12-26"], ["2026-12-28", "2026-12-30"]],
  ["on a closed date", "2026-12-25T08:00:00Z", 0, [0, 1], ["2026-12-25", "2026-12-26"], ["2026-12-28", "2026-12-29"]],
])("an order %s arrives in time", (_name, now, lead, [min_days = 0, max_days = 0], closed_dates, [from, to]) => {
  const days = { min_days, max_days, cutoff_minute: DOOR.cutoff_minute };
  expect(promisedDays(days, lead, new Date(now), { ...USUAL_CALENDAR, closed_dates })).toEqual({ from, to });
});

test("a promise never falls on a closed day, and never ends before it begins", () => {
  const calendar = { working_days: [1, 3, 5], fallback_grams: 1000, closed_dates: ["2026-12-25", "2027-01-01"] };
  for (let hour = 0; hour < 24 * 60; hour += 7) {
    const now = new Date(Date.UTC(2026, 10, 20, hour));
    const { from, to } = promisedDays(
      { min_days: hour % 4, max_days: (hour % 4) + 2, cutoff_minute: 600 },
      hour % 3,
      now,
      calendar,
    );
    expect(from <= to).toBe(true);
    for (const day of [from, to]) {
      expect(calendar.working_days).toContain(new Date(`${day}T12:00:00Z`).getUTCDay());
      expect(calendar.closed_dates).not.toContain(day);
    }
  }
});

test("a method that does not carry the goods is not offered, the others in the owner's order", () => {
  const park: DeliveryMethod = {
    ...DOOR,
    id: "m2",
    kind: "park",
    name: "Upper Iweka",
    carrier: "",
    extra_kg_kobo: null,
  };
  const now = new Date("2026-11-26T08:00:00Z");
  const offered = (grams: number) =>
    deliveryOptions([park, DOOR], goods(grams), now, USUAL_CALENDAR).map(({ name, kobo }) => [name, kobo]);
  expect(offered(50_000)).toEqual([
    ["Upper Iweka", 450_000],
    ["Lagos vans", 450_000],
  ]);
  expect(offered(50_001)).toEqual([["Lagos vans", 455_000]]);
});

test.each([
  [
    { kind: "park", name: "Upper Iweka", carrier: "GUO", address: "" },
    "AN-17",
    "Motor park: Upper Iweka (GUO), to Onitsha North, Anambra",
  ],
  [
    { kind: "pickup", name: "Our store", carrier: "", address: "12 Market Road" },
    "LA",
    "Pick-up: Our store, 12 Market Road",
  ],
] as const)("an order keeps its delivery in words", (option, place, text) => {
  expect(deliveryText(option, place)).toBe(text);
});
