import { expect, test } from "vitest";
import { lgasOf, placeName } from "#app/lib/lgas.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";
import { placeLines, placeList, placesNamed, readPlaceLines } from "./place-lines.ts";

test("places are read by name, each once, and written again", () => {
  const read = readPlaceLines(" lagos\n\nIkeja ,  Lagos\nLAGOS\nOnitsha North, Anambra\r");
  expect(read).toEqual({ ok: true, places: ["LA", "LA-11", "AN-17"] });
  expect(placeLines(["LA-11", "AN-17", "LA"])).toBe("Lagos\nOnitsha North, Anambra\nIkeja, Lagos");
});

test.each([
  ["an unknown place", "Lagos\nAbba", "Line 2: we know no place “Abba”."],
  ["a name of two states", "Surulere", "“Surulere”. Did you mean Surulere, Lagos or Surulere, Oyo?"],
  ["the beginning of two names", "Lagos\naba", "“aba”. Did you mean Aba North, Abia or Aba South, Abia?"],
  ["an area of another state", "Ikeja, Ogun", "Line 1: we know no place “Ikeja, Ogun”."],
])("%s is refused with its line", (_name, text, message) => {
  const read = readPlaceLines(text);
  expect(read.ok ? "" : read.message).toContain(message);
});

test.each([
  ["kano", "Kano", ""],
  ["Epe", "Epe, Lagos", ""],
  ["epe , lagos", "Epe, Lagos", ""],
  ["Abuja", "Federal Capital Territory", ""],
  ["F.C.T.", "Federal Capital Territory", ""],
  ["obio akpor", "Obio/Akpor, Rivers", ""],
  ["surulere", "Surulere, Lagos or Surulere, Oyo", ""],
  ["Aba", "", "Aba North, Abia or Aba South, Abia"],
  ["Onitsha", "", "Onitsha North, Anambra or Onitsha South, Anambra"],
  ["Atlantis", "", ""],
  ["", "", ""],
])("%j names %j, or is near to %j", (text, named, nearTo) => {
  const { codes, near } = placesNamed(text);
  expect([placeList(codes), placeList(near)]).toEqual([named, nearTo]);
});

test("every place is known by the name that it has here", () => {
  for (const state of Object.keys(STATE_NAMES) as StateCode[])
    for (const code of [state, ...lgasOf(state).map((area) => area.code)])
      expect(placesNamed(placeName(code)).codes).toEqual([code]);
});
