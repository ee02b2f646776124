import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { productIndex, productsChanged } from "./product-index/current-index.server.ts";
import { RowNames } from "./product-index/row-names.server.ts";
import { nameBeginnings, parseQuery, searchWords } from "./search-text.server.ts";
import { bestMatch, correctWords, phoneticMatches } from "./spelling.server.ts";

const near = (word: string, distance: number, products: number, sounds = false) => ({
  word,
  distance,
  products,
  sounds,
});

test.each([
  ["sound beats frequency", "rise", [near("rose", 1, 900), near("rice", 1, 10, true)], "rice"],
  ["fewer changes beat frequency", "tomatp", [near("tomatoes", 2, 900), near("tomato", 1, 10)], "tomato"],
  ["the first letter counts", "garri", [near("harri", 1, 900), near("gari", 1, 10)], "gari"],
  ["two letters that changed places are one change", "rcie", [near("rice", 2, 10)], "rice"],
  ["a short word begins alike", "fish", [near("dish", 1, 900)], null],
  ["two changes need a word of some length", "wigs", [near("wing", 2, 900)], null],
  ["the word itself is no correction", "rice", [near("rice", 0, 900)], null],
  ["nothing near", "zzzz", [], null],
])("%s", (_name, word, candidates, expected) => {
  expect(bestMatch(word, candidates)).toBe(expected);
});

describe("with the words of product names", () => {
  let database: Database;
  let asked = 0;
  const counting = () =>
    new Proxy(database.db, {
      get(target, name) {
        if (name === "execute") asked += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

  beforeAll(async () => {
    database = await testDatabase();
    const names = ["Red palm oil", "Bath soap", "Herbal toothpaste", "Cola, phone, packet, butter, rice", "Ẹ̀wà agoyin"];
    await makeProducts(database.db, names.length, (i) => ({ name: names[i] }));
    await makeProduct(database.db, { name: "Lamp", brand: "Kola", distributor: "Butér & Paket" });
    await database.sql("select refresh_search_words()");
  });
  afterAll(() => database.close());

  test.each([
    ["palmoil", "palm oil"],
    ["tooth paste", "toothpaste"],
    ["herbl tooth paste", "herbal toothpaste"],
    ["sope", "soap"],
    ["kola", "cola"],
    ["fone", "phone"],
    ["paket", "packet"],
    ["buter", "butter"],
    ["rise", "rice"],
    ["agoyim", "agoyin"],
    ["helicopter", null],
    ["palm oil", null],
  ])("%s is taken for %s", async (typed, expected) => {
    const corrected = await correctWords(database.db, typed.split(" "), async () => false);
    expect(corrected?.join(" ") ?? null).toBe(expected);
  });

  test("words of existing products are not corrected", async () => {
    expect(await correctWords(database.db, ["buter"], async () => true)).toBeNull();
  });

  test("a word with results is only replaced by one that sounds the same", async () => {
    expect(await phoneticMatches(database.db, ["rise"])).toEqual(["rice"]);
    expect(await phoneticMatches(database.db, ["soup"])).toBeNull();
    expect(await phoneticMatches(database.db, ["soap"])).toBeNull();
    expect(await phoneticMatches(database.db, ["fone"])).toEqual(["phone"]);
  });

  test.each([
    ["sope", ["soap"]],
    ["kola", null],
    ["buter", null],
    ["paket", null],
  ])("%s is as it should be if a brand or a distributor is spelt so", async (word, replaced) => {
    expect(await phoneticMatches(database.db, [word])).toEqual(replaced);
  });

  test("a brand that comes later is known too", async () => {
    expect(await phoneticMatches(database.db, ["kolla"])).toEqual(["cola"]);
    const { id } = await makeProduct(database.db, { name: "Bulb", brand: "Ryse" });
    productsChanged([id]);
    expect(await phoneticMatches(database.db, ["ryse"])).toBeNull();
    expect(await phoneticMatches(database.db, ["ryce"])).toEqual(["rice"]);
  });

  test("a word is looked up once, and a long text looks up a few words only", async () => {
    const db = counting();
    await productIndex(db);
    asked = 0;
    for (let round = 0; round < 5; round += 1) await correctWords(db, ["sopp", "ruce"], async () => false);
    expect(asked).toBe(1);
    const gibberish = Array.from("abcdefgh", (letter) => letter.repeat(5));
    expect(await correctWords(db, gibberish, async () => false)).toBeNull();
    expect(asked).toBe(2);
  });

  test("the words of names begin as the stems of a text that finds them", async () => {
    const forms = `rice rices battery batteries baby babies shoe shoes hope hoping hoped hopping lady ladies glass glasses knife oil oils
      oiled seasoning seasoned season dress dresses tomato tomatoes city cities fly flies size sizes sizing body bodies running run
      quality usb café dye dyes dyed key keys jersey jerseys plastic plastics useful wireless generators generation`;
    const words = [...forms.split(/\s+/), "50kg", "400ml", "kg", "1.5kg"];
    const shapes = ["best # 5kg", "Sack–# 1.5kg", "“#”", "3×#", "T-# 2l", "Ẹ̀wà\u00a0#", "№#", "15#"];
    const sold = words.flatMap((word) => shapes.map((shape) => shape.replace("#", word)));
    const names = new RowNames();
    for (const [row, name] of sold.entries()) names.set(row, name.toLowerCase());
    for (const typed of words) {
      const query = await parseQuery(database.db, searchWords(typed));
      const { rows } = await database.sql(
        `select at::int - 1 as row from unnest($1::text[]) with ordinality w(name, at)
        where setweight(to_tsvector('english', plain_letters(name)), 'A') @@ $2::tsquery`,
        [sold, query.name],
      );
      expect(rows.length, typed).toBeGreaterThan(0);
      const beginnings = nameBeginnings(query.name);
      const missed = rows.filter(({ row }) => !names.hasWords(Number(row), beginnings));
      expect([typed, missed.map(({ row }) => sold[Number(row)])]).toEqual([typed, []]);
      if (!/\d/.test(typed)) expect(beginnings.length, typed).toBe(1);
    }
  });
});
