import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCTS_PER_PAGE } from "#app/features/products/rules.ts";
import type { Database } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { FOUND, MISSING } from "#tests/fixtures/search-texts.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { listingPage } from "./listing.server.ts";
import { suggest } from "./suggest.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await seedDemo({ database, products: 6_000, filesDir: "", pictures: false, now: new Date("2026-11-01") });
});
afterAll(() => database.close());

test.each(FOUND)("“%s” finds what is meant", async (text, expected, there = PRODUCTS_PER_PAGE) => {
  const { products } = (await listingPage(database.db, { ...EMPTY_LISTING, search: text }, null, [])).listing;
  expect(products.length).toBeGreaterThan(0);
  for (const { name, unit } of products.slice(0, there)) expect(`${name} ${unit}`).toMatch(expected);
});

test("“ijebu mill” finds the goods of the distributor of that name", async () => {
  const { products } = (await listingPage(database.db, { ...EMPTY_LISTING, search: "ijebu mill" }, null, [])).listing;
  expect(products.length).toBeGreaterThan(0);
  for (const { distributor } of products) expect(distributor).toBe("Ijebu Millers' Cooperative");
});

test.each(MISSING)(
  "“%s”, which is not sold, finds nothing and offers the nearest category: %s",
  async (text, shelf) => {
    const { listing } = await listingPage(database.db, { ...EMPTY_LISTING, search: text }, null, []);
    expect([listing.products.map(({ name }) => name), listing.corrected]).toEqual([[], null]);
    expect(listing.shelf?.name).toBe(shelf);
  },
);

test.each([
  ["zobo trumpet", "zobo", { asTyped: false, partial: true }],
  ["cheap rice", "rice", { asTyped: true, partial: false }],
  ["zobo for grandfather", "zobo", { asTyped: false, partial: true }],
  ["rice for jollof", null, { asTyped: true, mentioned: true }],
])("“%s” reports the searched words: %s", async (text, corrected, said) => {
  expect((await listingPage(database.db, { ...EMPTY_LISTING, search: text }, null, [])).listing).toMatchObject({
    corrected,
    ...said,
  });
});

test.each([
  ["usb c", /USB-C/],
  ["charger type", /USB-C.* charger/],
  ["indo", /noodles/],
  ["earings", /earrings/],
])("products suggested for “%s” are those that a search finds first", async (text, expected) => {
  const { products } = await suggest(database.db, text);
  expect(products.length).toBeGreaterThan(0);
  for (const { name } of products) expect(name).toMatch(expected);
});

test.each(["usb c", "usb co", "royal grain r", "chargr", "pampers", "palmoil", "baby di", "earings", "indo"])(
  "every text suggested for “%s” finds something as it is",
  async (text) => {
    const { words } = await suggest(database.db, text);
    expect(words.length).toBeGreaterThan(0);
    for (const word of words) {
      const found = (await listingPage(database.db, { ...EMPTY_LISTING, search: word }, null, [])).listing;
      expect([word, found.total.count > 0, found.corrected]).toEqual([word, true, null]);
    }
  },
);

test.each(
  `rice, ric, egusi, garri, charger, shea, wig, ijebu mill, palm oil, ofada, ba, ch, s, usb c, usb co, indo, detol,
   pampers, cheap rice, zobo trumpet, rice for jollof, umbrela batery, okrika, xylophone`.split(/,\s*/),
)("“See all” of the suggestions for “%s” has the total of the page it opens", async (text) => {
  const { total } = await suggest(database.db, text);
  const { listing } = await listingPage(database.db, { ...EMPTY_LISTING, search: text }, null, []);
  expect(total).toEqual(listing.total);
});
