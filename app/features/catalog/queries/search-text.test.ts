import { expect, test } from "vitest";
import { bestMatch, queryText, searchWords, soundKey } from "./search-text.server.ts";

test.each([
  ["Bags of RICE", ["bags", "of", "rice"]],
  ["  usb-c, 1.5 l ", ["usb", "c", "1.5", "l"]],
  ["o'neill \" & | ! : * ( ) \\ < >", ["o", "neill"]],
  ["😀 ?!", []],
  ["ọjà", ["ọjà"]],
  ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
])("%s has the words %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("a word of any length is cut", () => {
  expect(searchWords("x".repeat(500))).toEqual(["x".repeat(40)]);
});

test.each([
  [["rice"], "", "'rice':*"],
  [["bag", "rice"], "A", "'bag':A & 'rice':*A"],
  [["400ml"], "", "('400ml':* | ('400' & 'ml':*))"],
])("%j weighted %s is the query %s", (words, weights, text) => {
  expect(queryText(words, weights)).toBe(text);
});

test.each([
  ["rise", "rice"],
  ["kola", "cola"],
  ["fone", "phone"],
  ["packet", "paket"],
  ["buter", "butter"],
])("%s sounds like %s", (a, b) => {
  expect(soundKey(a)).toBe(soundKey(b));
});

const near = (word: string, distance: number, products: number) => ({ word, distance, products });

test.each([
  ["sound beats frequency", "rise", [near("rose", 1, 900), near("rice", 1, 10)], false, "rice"],
  ["fewer changes beat frequency", "tomatp", [near("tomatoes", 2, 900), near("tomato", 1, 10)], false, "tomato"],
  ["the first letter counts", "gari", [near("sari", 1, 900), near("garri", 1, 10)], false, "garri"],
  ["only sounds alike", "gift", [near("lift", 1, 900)], true, null],
  ["the word itself is no correction", "rice", [near("rice", 0, 900)], false, null],
  ["nothing near", "zzzz", [], false, null],
])("%s", (_name, word, candidates, soundsAlike, expected) => {
  expect(bestMatch(word, candidates, soundsAlike)).toBe(expected);
});
