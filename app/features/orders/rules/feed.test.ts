import { expect, test } from "vitest";
import { newOrders, packCount } from "./feed.ts";

const feed = (newest: string, to_pack = 0) => ({ to_pack, newest: newest.split("") });

test.each([
  ["nothing came", "cba", "cba", ""],
  ["one came", "cba", "dcba", "d"],
  ["two came and the oldest is no longer named", "cba", "edc", "ed"],
  ["the newest was deleted", "cba", "ba", ""],
  ["the first order of all", "", "a", "a"],
  ["more came than are named", "cba", "hgf", "hgf"],
])("%s", (_, before, now, added) => {
  expect(newOrders(feed(before), feed(now)).join("")).toBe(added);
});

test("a capped count is shown as such", () => {
  expect([0, 7, 999, 1000].map((to_pack) => packCount(feed("", to_pack)))).toEqual(["0", "7", "999", "1,000+"]);
});
