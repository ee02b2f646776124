import { expect, test } from "vitest";
import { kindOf, type SynonymMatch } from "./synonyms.server.ts";

const phrase = (at: number, size: number, kind: string, carried = false): SynonymMatch => ({ at, size, kind, carried });

test.each<[string, string, SynonymMatch[], "names" | "filler" | "all", string | null]>([
  ["a brand that no product carries", "pampers", [phrase(0, 1, "diapers")], "names", "diapers"],
  ["one that some product carries", "cord", [phrase(0, 1, "cable", true)], "names", null],
  ["the same where nothing has all words", "hdmi cord", [phrase(1, 1, "cable", true)], "all", "hdmi cable"],
  [
    "the longest phrase",
    "peak milk 400g",
    [phrase(0, 1, "milk"), phrase(0, 2, "milk powder")],
    "names",
    "milk powder 400g",
  ],
  ["words that name no goods", "cheap rice", [phrase(0, 1, "", true)], "filler", "rice"],
  ["the same where names have them", "cheap rice", [phrase(0, 1, "")], "names", null],
  ["nothing left", "cheap", [phrase(0, 1, "")], "filler", null],
  ["each word once", "oraimo charger", [phrase(0, 1, "charger")], "names", "charger"],
  ["no synonym", "rice", [], "all", null],
])("%s: “%s”", (_name, text, phrases, which, kind) => {
  expect(kindOf(text.split(" "), phrases, which)?.join(" ") ?? null).toBe(kind);
});
