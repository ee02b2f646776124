import { expect, test } from "vitest";
import { fieldErrors } from "#app/lib/forms.ts";
import { calendarForm, methodForm, zoneForm } from "./schema.ts";

const METHOD = {
  kind: "park",
  name: "Upper Iweka",
  carrier: "GUO",
  address: "",
  bands: "10 = 2,500\n50 kg: ₦4,500.50\n\n1,000 = 20000",
  extra_kg_kobo: "",
  free_from_kobo: "500,000",
  min_days: "1",
  max_days: "3",
  cutoff_minute: "14:30",
  active: "1",
};
const DAYS = { day_1: "1", day_6: "1" };

test("a method is read from its form", () => {
  expect(methodForm.parse(METHOD)).toEqual({
    ...METHOD,
    bands: [
      { upto_grams: 10_000, kobo: 250_000 },
      { upto_grams: 50_000, kobo: 450_050 },
      { upto_grams: 1_000_000, kobo: 2_000_000 },
    ],
    extra_kg_kobo: null,
    free_from_kobo: 50_000_000,
    min_days: 1,
    max_days: 3,
    cutoff_minute: 870,
    active: true,
  });
});

test.each([
  [
    "bands that do not ascend",
    { bands: "10 = 1\n10 = 2" },
    "bands",
    "Line 2: each weight must be above the one before.",
  ],
  ["a heavier band that costs less", { bands: "10 = 5\n20 = 4" }, "bands", "Line 2: a heavier cart may not cost less."],
  ["no bands", { bands: "\n" }, "bands", "at least one weight"],
  ["words for a weight", { bands: "ten = 5" }, "bands", "Line 1 is not a weight"],
  ["a band without a price", { bands: "10" }, "bands", "Line 1 is not a weight"],
  ["a last day before the first", { min_days: "4" }, "max_days", "cannot be before the first"],
  ["days that are no number", { min_days: "-1" }, "min_days", "working days from 0 to 90"],
  ["free from nothing", { free_from_kobo: "0" }, "free_from_kobo", "above 0"],
  ["an hour that is none", { cutoff_minute: "25:00" }, "cutoff_minute", "14:00"],
  ["an unknown kind", { kind: "drone" }, "kind", "choose a kind"],
  ["no name", { name: " " }, "name", "needs a name"],
])("a method with %s is refused", (_name, change, field, message) => {
  const parsed = methodForm.safeParse({ ...METHOD, ...change });
  expect(parsed.error && fieldErrors(parsed.error)[field]).toContain(message);
});

test("a zone without a place is refused, one with places has their codes", () => {
  expect(zoneForm.parse({ name: "East", places: "Abia\nOnitsha North, Anambra" }).places).toEqual(["AB", "AN-17"]);
  const parsed = zoneForm.safeParse({ name: "East", places: " \n" });
  expect(parsed.error && fieldErrors(parsed.error)).toEqual({ places: "A zone needs at least one place." });
});

test("a calendar has working days and closed dates in order", () => {
  expect(
    calendarForm.parse({ ...DAYS, closed_dates: "2026-12-26\n2026-12-25 2026-12-25", fallback_grams: "1,500" }),
  ).toEqual({
    working_days: [1, 6],
    closed_dates: ["2026-12-25", "2026-12-26"],
    fallback_grams: 1500,
  });
});

test.each([
  ["no working day", { closed_dates: "", fallback_grams: "1000" }, "day_1", "at least one day"],
  ["no weight", { ...DAYS, closed_dates: "", fallback_grams: "0" }, "fallback_grams", "grams above 0"],
  [
    "a date that does not exist",
    { ...DAYS, closed_dates: "2026-02-30", fallback_grams: "1000" },
    "closed_dates",
    "“2026-02-30” is not a date",
  ],
])("a calendar with %s is refused", (_name, input, field, message) => {
  const parsed = calendarForm.safeParse(input);
  expect(parsed.error && fieldErrors(parsed.error)[field]).toContain(message);
});
