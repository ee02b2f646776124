import { expect, test } from "vitest";
import { STATE_NAMES } from "#app/lib/nigeria.ts";
import { factsOf } from "./facts.ts";

const ALL = Object.keys(STATE_NAMES);

test.each([
  ["every state and the capital", ALL, "all 36 states"],
  ["every state but the capital", ALL.filter((code) => code !== "FC"), "all 36 states"],
  ["all but one", ALL.filter((code) => code !== "KN"), "36 states"],
  ["four states, one by its areas", ["LA", "OG", "OY", "KN-01", "KN-02"], "4 states"],
  ["three states", ["OG", "LA", "OY"], "Lagos, Ogun and Oyo"],
  ["two states, one by an area", ["LA-11", "OG"], "parts of Lagos and Ogun"],
  ["a state and one of its areas", ["LA-11", "LA"], "Lagos"],
])("delivery to %s is to “%3$s”", (_name, places, states) => {
  expect(factsOf(places, 1, 4)).toEqual({ states, min_days: 1, max_days: 4 });
});

test("methods that reach no place make no text", () => {
  expect(factsOf([], 0, 3)).toBeNull();
});
