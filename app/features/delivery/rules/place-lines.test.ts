import { expect, test } from "vitest";
import { placeLines, readPlaceLines } from "./place-lines.ts";

test("places are read by name, each once, and written again", () => {
  const read = readPlaceLines(" lagos\n\nIkeja ,  Lagos\nLAGOS\nOnitsha North, Anambra\r");
  expect(read).toEqual({ ok: true, places: ["LA", "LA-11", "AN-17"] });
  expect(placeLines(["LA-11", "AN-17", "LA"])).toBe("Lagos\nOnitsha North, Anambra\nIkeja, Lagos");
});

test.each([
  ["an unknown place", "Lagos\nAbba", "Line 2: we know no place “Abba”."],
  ["an area without its state", "Ikeja", "Line 1: we know no place “Ikeja”."],
  ["an area of another state", "Ikeja, Ogun", "Line 1: we know no place “Ikeja, Ogun”."],
])("%s is refused with its line", (_name, text, message) => {
  const read = readPlaceLines(text);
  expect(read.ok ? "" : read.message).toContain(message);
});
