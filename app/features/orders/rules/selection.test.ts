import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { afterTaken, listBehind, MOST_MATCHED, partQuery, partText, readPart } from "./selection.ts";

const IDS = Array.from({ length: 1_240 }, () => randomUUID());

test("the address of a part has the list's state, its orders, and what selects the next part", () => {
  const list = "q=ada&view=1&of=7&all=x&set=shipped&id=1";
  const params = partQuery(IDS, { list, all: "q=ada&status=processing" });
  expect(listBehind(params)).toBe("q=ada&view=1");
  expect(readPart(params)).toEqual({ ids: IDS.slice(0, 100), of: 1_240, all: "q=ada&status=processing" });
  expect(readPart(partQuery(IDS, { list, all: null, most: 2 }))).toEqual({
    ids: IDS.slice(0, 2),
    of: 1_240,
    all: null,
  });
  expect([...partQuery(IDS.slice(0, 100), { list, all: "q=ada" }).keys()]).not.toContain("of");
});

test.each([["1.5"], ["-3"], ["x"], ["99"], ["1e999"]])("an address with %s selected orders is whole", (of) => {
  const ids = IDS.slice(0, 100);
  const params = new URLSearchParams([...ids.map((id) => ["id", id]), ["of", of]]);
  expect(partText(readPart(params))).toBeNull();
});

test.each([
  ["a large selection", 100, 1_240, "These are 100 of 1,240 orders: a hundred are taken at a time.", "Next 100 orders"],
  ["its end", 100, 140, "These are 100 of 140 orders: a hundred are taken at a time.", "Next 40 orders"],
  ["one more", 100, 101, "These are 100 of 101 orders: a hundred are taken at a time.", "Next order"],
  [
    "more than are counted",
    100,
    MOST_MATCHED,
    "These are 100 of 100,000+ orders: a hundred are taken at a time.",
    "Next 100 orders",
  ],
])("%s says so and offers the rest", (_, taken, of, text, next) => {
  expect(partText({ ids: IDS.slice(0, taken), of, all: "" })).toEqual({ text, next });
});

test.each([
  ["all still match", ["a", "b", "c", "d", "e"], ["c", "d", "e"]],
  ["one no longer matches", ["a", "c", "d", "e"], ["c", "d", "e"]],
  ["none matches any more", ["c", "d", "e"], ["c", "d", "e"]],
  ["a new order came first", ["new", "a", "b", "c"], ["c"]],
  ["there are no others", ["a", "b"], []],
])("the rest after two of a list, if %s", (_, ids, rest) => {
  expect(afterTaken(ids, ["a", "b"])).toEqual(rest);
});
