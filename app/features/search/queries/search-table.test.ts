import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { listProducts } from "./listing.server.ts";
import { suggest } from "./suggest.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await seedDemo({ database, products: 6_000, filesDir: "", pictures: false, now: new Date("2026-11-01") });
});
afterAll(() => database.close());

/** Search text, and a pattern that the names of the first five results (or of all, if fewer) match. */
test.each<[text: string, meant: RegExp, there?: number]>([
  // Plain words, prefixes, numbers and units.
  ["rice", /\brice\b/],
  ["ric", /\brice\b/],
  ["bags of rice", /\brice\b/],
  ["50kg rice", /\brice\b/],
  ["ofada", /ofada rice/],
  ["brown beans", /brown beans/],
  ["groundnut oil", /groundnut oil/],
  ["palm oil", /palm oil/],
  ["red oil", /palm oil/],
  ["25 litres groundnut oil", /groundnut oil|, 25 L/],
  ["garri ijebu", /garri/],
  ["baby diapers size 4", /size 4 maxi/i, 2],
  ["power bank 20000mah", /power bank, 20,000 mAh/],
  ["usb c", /USB-C/],
  ["laptop bag", /laptop/i],
  ["car", /\bcars?\b/],
  ["cap", /\bcaps?\b/],
  ["seasoning", /seasoning/],
  ["exercise books", /exercise books/],
  ["t-shirt", /t-shirts/],
  // Filler words.
  ["cheap rice", /\brice\b/],
  ["price of garri", /garri/],
  ["where to buy palm oil in lagos", /palm oil/],
  ["original power bank wholesale", /power bank/],
  ["best toothpaste", /toothpaste/],
  // Synonyms whose text occurs in other products, and brands that are not sold.
  ["hdmi cord", /HDMI/],
  ["gold chain", /necklace/],
  ["tecno charger", /charger/],
  ["women bag", /ladies' .*bags/, 2],
  ["bra", /\bbras\b/, 1],
  ["a4 paper", /A4/],
  ["baby clothes", /bodysuits/],
  ["salt", /\bsalt\b/, 4],
  // Brand names used for a kind of product.
  ["pampers", /diapers/],
  ["huggies", /diapers/],
  ["maggi", /seasoning/],
  ["indomie", /instant noodles/],
  ["carton of indomie", /instant noodles/],
  ["macleans", /toothpaste/],
  ["close up", /toothpaste/],
  ["omo", /detergent/],
  ["peak milk", /milk powder/],
  ["milo", /cocoa drink/],
  ["dettol", /disinfectant/],
  ["extension socket", /extension box/],
  ["double bed sheet", /bedsheet/],
  ["hypo", /bleach/, 4],
  ["titus", /sardines/],
  ["lipton tea", /\btea\b/],
  ["oraimo charger", /charger/],
  // Local names.
  ["semo", /semolina/, 2],
  ["gari", /garri/],
  ["pure water", /water/],
  ["ewa", /beans/],
  ["Ẹ̀wà", /beans/],
  ["shinkafa", /\brice\b/],
  ["epo pupa", /palm oil/],
  ["gyada", /groundnuts/],
  ["tin tomatoes", /tomato/],
  ["charger type c", /USB-C.* charger/],
  ["ear piece", /earphones/],
  // Typos, joined words and split words.
  ["rise", /\brice\b/],
  ["palmoil", /palm oil/],
  ["sope", /soap/],
  ["tooth paste", /toothpaste/],
  ["powerbank", /power bank/],
  ["detergant", /detergent/],
  ["shampo", /shampoo/],
  ["umbrela batery", /batter(y|ies)/],
  ["earings", /earrings/],
  // Other names for products, some preceded by a brand.
  ["phone pouch", /phone .*cases/],
  ["tecno pouch", /phone .*cases/],
  ["iphone charger", /charger/],
  ["coke", /ginger ale|cola/i, 3],
  ["minerals", /ginger ale|cola|drink/i, 3],
  ["mineral water", /mineral/],
  ["fanta", /orange|bitter lemon/i, 1],
  ["body spray", /body mist/, 2],
  ["ankara fabric 6 yards", /ankara wax print fabric, 6 yards/, 1],
  ["dettol soap", /soap/],
  ["mosquito spray", /insect spray/, 1],
  ["insect spray", /insect spray/],
  ["perfume", /perfume/, 3],
  ["big size pampers", /diapers/],
  ["bournvita 500g", /cocoa drink/],
  ["spoons", /cutlery|spoon/],
  // Packaging words, and models between brand and product.
  ["half bag of rice", /\brice.*25 kg/],
  ["bag of sugar", /sugar/],
  ["peak sachet", /milk powder/],
  ["sachet milk", /milk powder/],
  ["dozen of singlet", /singlets/],
  ["keg of palm oil", /palm oil/],
  ["crate of malt", /malt/i, 3],
  ["carton of noodles", /noodles/],
  ["iphone 11 pouch", /phone .*cases/],
  ["samsung a14 charger", /charger/],
  ["type c cord", /USB-C.* cable/],
  // Local names and market terms.
  ["honey beans", /oloyin/, 4],
  ["elubo", /yam flour/],
  ["spag", /spaghetti/],
  ["tin milk", /evaporated milk/],
  ["gele", /gele head ties/, 4],
  ["adire", /adire/],
  ["asoebi", /aso ebi/, 3],
  ["jalabia", /jalabiya/, 3],
  ["lace material", /\blace\b/],
  ["attachment", /kinky attachment/, 4],
  ["ori", /shea butter/],
  ["toilet soap", /bath soap/],
  ["washing powder", /detergent/],
  ["bed sheet", /bedsheet/],
  ["mosquito net", /bed nets/],
  ["solar lamp", /solar lantern/],
  ["wristwatch", /\bwatch/],
  ["school bag", /backpacks/],
  ["cerelac", /baby .*cereal/],
  ["mifi", /router/, 2],
  ["brake pad", /brake pads/],
  ["plug", /plug/],
  ["ladies shoe", /ladies' .*(shoes|heels|sandals|flats|mules)/],
  ["singlet", /singlets/],
  ["memory card 32gb", /memory card, 32 GB/],
  ["earring", /earrings/],
  ["wigs", /wig/],
  ["foreign rice", /\brice\b/],
  ["thermos", /flask/],
  ["bag of water", /water/],
])("“%s” finds what is meant", async (text, expected, there = 5) => {
  const { products } = await listProducts(database.db, { ...EMPTY_LISTING, search: text }, null);
  expect(products.length).toBeGreaterThan(0);
  for (const { name } of products.slice(0, there)) expect(name).toMatch(expected);
});

test.each([
  "kerosene stove",
  "ogbono",
  "nylon bag",
  "cooler",
  "nan 1",
  "always pad",
  "sanitary pad",
  "sanitary towel",
  "foil paper",
  "gas cylinder",
  "egusi",
  "wall clock",
  "okrika",
  "infinix battery",
  "carton of gala",
  "maths set",
  "home theatre",
  "okada chain",
  "baby carrier",
  "matches",
  "olive oil",
  "air freshener",
  "eye glass",
  "sweets",
  "wall socket",
  "hand fan",
])("“%s”, which is not sold, finds nothing", async (text) => {
  const { products, corrected } = await listProducts(database.db, { ...EMPTY_LISTING, search: text }, null);
  expect([products.map(({ name }) => name), corrected]).toEqual([[], null]);
});

test.each([
  ["zobo trumpet", "zobo", { asTyped: false, partial: true }],
  ["cheap rice", "rice", { asTyped: true, partial: false }],
  ["zobo for grandfather", "zobo", { asTyped: false, partial: true }],
  ["rice for jollof", null, { asTyped: true, mentioned: true }],
])("“%s” reports the searched words: %s", async (text, corrected, said) => {
  expect(await listProducts(database.db, { ...EMPTY_LISTING, search: text }, null)).toMatchObject({
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
      const found = await listProducts(database.db, { ...EMPTY_LISTING, search: word }, null);
      expect([word, found.total.count > 0, found.corrected]).toEqual([word, true, null]);
    }
  },
);
