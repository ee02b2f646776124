import { expect, test } from "vitest";
import { mergeEdit, readEdit, refuseConflicts, type Edit } from "./merge.ts";

const edit = (was: Record<string, string>, mine: Record<string, string>): Edit => ({ version: 3, was, mine });

test.each<[what: string, was: object, mine: object, now: object, merged: object]>([
  ["nobody else changed anything", { a: "1" }, { a: "2" }, { a: "1", b: "x" }, { ok: true, changes: { a: "2" } }],
  [
    "another field was changed meanwhile: both stay",
    { a: "1" },
    { a: "2" },
    { a: "1", b: "y" },
    { ok: true, changes: { a: "2" } },
  ],
  [
    "the same field, to another value",
    { a: "1" },
    { a: "2" },
    { a: "3" },
    { ok: false, conflicts: { a: { was: "1", mine: "2", theirs: "3" } } },
  ],
  [
    "the same field, to the same value, or one's own save sent twice",
    { a: "1" },
    { a: "2" },
    { a: "2" },
    { ok: true, changes: {} },
  ],
  [
    "a field that was emptied here and changed there",
    { a: "1" },
    { a: "" },
    { a: "3" },
    { ok: false, conflicts: { a: { was: "1", mine: "", theirs: "3" } } },
  ],
  [
    "one of two fields collides: neither is written",
    { a: "1", b: "x" },
    { a: "2", b: "y" },
    { a: "9", b: "x" },
    { ok: false, conflicts: { a: { was: "1", mine: "2", theirs: "9" } } },
  ],
  ["changed there and back again", { a: "1" }, { a: "2" }, { a: "1" }, { ok: true, changes: { a: "2" } }],
  ["what was typed is what was there", { a: "1" }, { a: "1" }, { a: "3" }, { ok: true, changes: {} }],
  [
    "a field that the record does not have",
    { role: "x", toString: "" },
    { role: "admin", toString: "y" },
    { a: "1" },
    { ok: true, changes: {} },
  ],
  ["nothing was sent", {}, {}, { a: "1" }, { ok: true, changes: {} }],
])("%s", (_, was, mine, now, merged) => {
  expect(mergeEdit(edit(was as never, mine as never), now as never)).toEqual(merged);
});

test("after a conflict the chosen value is saved if the shown one still holds", () => {
  const first = edit({ a: "1" }, { a: "2" });
  const merged = mergeEdit(first, { a: "3" });
  if (merged.ok) throw new Error("should collide");
  const refused = refuseConflicts(first, merged.conflicts, 7, "Bola");
  expect(refused).toMatchObject({
    version: 7,
    values: { a: "2" },
    message: expect.stringMatching(/^Bola changed this/),
  });
  expect(mergeEdit(edit({ a: "3" }, { a: "2" }), { a: "3" })).toEqual({ ok: true, changes: { a: "2" } });
});

test("a posted form is read by its old values; line breaks of browsers are one character", () => {
  const form = new URLSearchParams([
    ["version", "4"],
    ["was.name", "Rice"],
    ["name", "Rice 50 kg"],
    ["was.text", "a\nb"],
    ["text", "a\r\nb"],
    ["was.featured", "1"],
    ["intent", "save"],
  ]);
  expect(readEdit(form)).toEqual({
    version: 4,
    was: { name: "Rice", featured: "1" },
    mine: { name: "Rice 50 kg", featured: "" },
  });
  expect(readEdit(new URLSearchParams("version=x"))).toEqual({ version: 0, was: {}, mine: {} });
});
