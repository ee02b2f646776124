import { expect, test } from "vitest";
import { changedFrom } from "./changed.ts";

type Value = { pieces: number; steps: number[]; name: string | null; other?: number };

const USUAL: Value = { pieces: 1, steps: [], name: null };

test("what differs is sent, and spread over the usual it is the same again", () => {
  const values: Value[] = [
    { pieces: 1, steps: [], name: null },
    { pieces: 12, steps: [3], name: "" },
    { pieces: 1, steps: [], name: "Rice", other: 2 },
  ];
  for (const value of values) expect({ ...USUAL, ...changedFrom(value, USUAL) }).toEqual(value);
  expect(values.map((value) => changedFrom(value, USUAL))).toEqual([
    {},
    { pieces: 12, steps: [3], name: "" },
    { name: "Rice", other: 2 },
  ]);
  expect(changedFrom<Value>({ ...USUAL, steps: [] }, { ...USUAL, steps: [1] })).toEqual({ steps: [] });
});
