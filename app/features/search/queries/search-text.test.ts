import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sharedDatabase } from "#tests/setup/database.ts";
import { allButOne, nameBeginnings, parseQuery, queryText, searchWords } from "./search-text.server.ts";

const database = sharedDatabase();

test.each([
  ["Bags of RICE", ["bags", "of", "rice"]],
  ["  usb-c, 1.5 l ", ["usb", "c", "1.5", "l"]],
  ["o'neill \" & | ! : * ( ) \\ < >", ["o", "neill"]],
  ["😀 ?!", []],
  ["Ọjà, ẹ̀wà", ["oja", "ewa"]],
  ["ƙwaƙwa", ["kwakwa"]],
  ["20,000 mAh, 1,5 l", ["20000", "mah", "1,5", "l"]],
  ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
])("%s has the words %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("long words are truncated", () => {
  expect(searchWords("x".repeat(500))).toEqual(["x".repeat(40)]);
});

test.each([
  [["rice"], "", "'rice':*"],
  [["bag", "rice"], "A", "'bag':A & 'rice':*A"],
  [["400ml"], "", "('400ml':* | ('400' & 'ml':*))"],
  [["constructor", "5constructor"], "", "'constructor' & ('5constructor':* | ('5' & 'constructor':*))"],
  [["oil", "5litres"], "", "'oil' & ('5litres':* | ('5' & ('litres':* | 'l')))"],
  [["20000"], "A", "('20000':*A | ('20':A <-> '000':*A))"],
  [["25", "kilos", "rice"], "", "'25' & ('kilos' | 'kg') & 'rice':*"],
] as [string[], string, string][])("%j weighted %s is the query %s", (words, weights, text) => {
  expect(queryText(words, weights)).toBe(text);
});

test.each([
  ["", ""],
  ["'rice':*", "'rice':*"],
  ["'400ml':* | '400' & 'ml':*", "'400ml':* | '400' & 'ml':*"],
  ["'oil' & 'rice':*", "'oil' | 'rice':*"],
  ["'a' & 'b' & 'c':*", "'c':* & (('b') | ('a')) | ('a' & 'b')"],
  ["'bag' & 'bag' & 'oil'", "'oil' & (('bag') | ('bag')) | ('bag' & 'bag')"],
  ["'a' & 'b' & 'c' & 'd'", "'d' & (('b' & 'c') | ('a' & 'c') | ('a' & 'b')) | ('a' & 'b' & 'c')"],
  [
    "'oil' & ( '5l' | '5' & ( 'l' | 'litr' ) ) & 'tin':*",
    "'tin':* & ((( '5l' | '5' & ( 'l' | 'litr' ) )) | ('oil')) | ('oil' & ( '5l' | '5' & ( 'l' | 'litr' ) ))",
  ],
])("all but one of %s are %s", (query, text) => {
  expect(allButOne(query)).toBe(text);
});

test.each([
  [["rice", "oil"]],
  [["rice", "oil", "soap"]],
  [["soap", "the", "oil", "ric"]],
  [["400ml", "litres", "20000", "oil", "ric"]],
])("all but one of the words %j are in a text that has all but one", async (words) => {
  const stems = words.filter((word) => word !== "the");
  const texts = Array.from({ length: 2 ** stems.length }, (_, some) =>
    stems.filter((one) => some & (1 << stems.indexOf(one))),
  );
  const { anywhere } = await parseQuery(database().db, words);
  const { rows } = await database().db.execute(sql`
    select to_tsvector('english', text) @@ ${allButOne(anywhere)}::tsquery as found
    from jsonb_array_elements_text(${JSON.stringify(texts.map((text) => text.join(" ")))}::jsonb) with ordinality as t(text, at)
    order by at`);
  expect(rows.map(({ found }) => found)).toEqual(texts.map((text) => text.length >= stems.length - 1));
});

test("the last word can be matched as a whole", () => {
  expect(queryText(["usb", "c"], "A", true)).toBe("'usb':A & 'c':A");
});

test.each([
  ["'babi':A & 'oil':*A", ["bab", "oil"]],
  ["'50kg':*A | '50':A & 'kg':*A", []],
  ["'rice':A & ( '25kilo':*A | '25':A & ( 'kilo':*A | 'kg':A ) )", ["ric"]],
  ["'20000':*A | '20':A <-> '000':*A", []],
  ["'ẹwa':A & 'e':*A", []],
])("a name that matches %s has words that begin with %j", (query, beginnings) => {
  expect(nameBeginnings(query).map((bytes) => new TextDecoder().decode(bytes))).toEqual(beginnings);
});
