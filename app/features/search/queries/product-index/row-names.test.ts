import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLetters } from "../search-text.server.ts";
import { RowNames } from "./row-names.server.ts";

test("names are given back as they were set last, and ordered by their bytes, also when stored", () => {
  const text = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: "grapheme", maxLength: 200 }));
  const edits = fc.array(fc.tuple(fc.nat({ max: 90 }), text), { maxLength: 300 });
  fc.assert(
    fc.property(edits, (list) => {
      const names = new RowNames();
      const expected = new Map<number, string>();
      for (const [row, name] of list) {
        const valid = name.toWellFormed();
        names.set(row, valid);
        expected.set(row, valid);
      }
      const { bytes, places } = names.stored(91);
      for (const table of [names, new RowNames(bytes.slice(), places.slice())]) {
        for (const [row, name] of expected) expect(table.of(row)).toBe(name);
        expect(table.of(-1)).toBe("");
        const order = [...expected.keys()].toSorted((a, b) => table.compare(a, b) || a - b);
        const bytesOf = (row: number) => Buffer.from(expected.get(row) ?? "");
        expect(order).toEqual([...expected.keys()].toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)) || a - b));
      }
    }),
    { numRuns: 150 },
  );
});

test("a stored table with room for half a row more takes in names that are set again and again", () => {
  const name = (row: number, turn: number) => `Long grain rice of lot ${row}, turn ${turn}`;
  const first = new RowNames();
  for (let row = 0; row < 300; row += 1) first.set(row, name(row, 0));
  const { bytes, places } = first.stored(300);
  const odd = new Uint32Array(places.length + 1);
  odd.set(places);
  const names = new RowNames(bytes.slice(), odd);
  for (let turn = 1; turn < 6; turn += 1) for (let row = 0; row < 300; row += 1) names.set(row, name(row, turn));
  expect(Array.from({ length: 300 }, (_, row) => names.of(row))).toEqual(
    Array.from({ length: 300 }, (_, row) => name(row, 5)),
  );
});

test("a name has words that begin so, as its plain letters have them", () => {
  const names = new RowNames();
  const word = fc.string({ unit: fc.constantFrom("a", "b", "1", "ọ", "ƙ", "中"), maxLength: 4 });
  const name = fc.array(word, { maxLength: 6 }).map((words) => words.join(" ").replace(" b", "-b").replace(" a", "–a"));
  const beginning = fc.string({ unit: fc.constantFrom("a", "b", "1", "o"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(name, fc.array(beginning, { maxLength: 2 }), (text, beginnings) => {
      names.set(3, text);
      const plain = plainLetters(text);
      const places = Array.from(plain, (_, at) => at);
      const begins = (part: string) => (at: number) => {
        const before = plain[at - 1] ?? " ";
        // A word goes on with letters or with digits.
        const isStart = " –-中".includes(before) || (before === "1") !== (plain[at] === "1");
        return isStart && plain.startsWith(part, at);
      };
      const bytes = beginnings.map((part) => new TextEncoder().encode(part));
      expect(names.hasWords(3, bytes)).toBe(beginnings.every((part) => places.some(begins(part))));
    }),
    { numRuns: 300 },
  );
});
