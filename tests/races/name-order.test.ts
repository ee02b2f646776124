import { expect, test } from "vitest";
import { allCategories } from "#app/features/products/queries.server.ts";
import { listingPage } from "#app/features/search/queries/listing.server.ts";
import { EMPTY_LISTING } from "#app/features/search/rules/listing-links.ts";
import type { Database } from "#db/client.server.ts";
import { embeddedDatabase } from "../setup/database.ts";
import { postgresDatabase } from "../setup/postgres.ts";

const NAMES = ["Ankara", "air freshener", "LED bulb", "breakable plates", "led strip", "Zobo", "LED Bulb", "ọ̀jà bag"];
const IN_ORDER = [
  "air freshener",
  "Ankara",
  "breakable plates",
  "LED bulb",
  "LED Bulb",
  "led strip",
  "Zobo",
  "ọ̀jà bag",
];

test.each<[string, () => Promise<Database>]>([
  ["the embedded database", () => embeddedDatabase()],
  ["PostgreSQL", postgresDatabase],
])("names of products and categories stand in one order on %s, whatever their case", async (_, open) => {
  const database = await open();
  for (const [i, name] of NAMES.entries()) {
    // Ids in insertion order decide between the two names that differ only by case.
    await database.sql("insert into products (id, name, slug, price_kobo) values ($1, $2, $3, 100)", [
      `00000000-0000-4000-8000-00000000000${i}`,
      name,
      `slug-${i}`,
    ]);
    await database.sql("insert into categories (name, slug) values ($1, $2)", [name, `slug-${i}`]);
  }
  const list = async (sort: "name-asc" | "name-desc", search = "") =>
    (await listingPage(database.db, { ...EMPTY_LISTING, sort, search }, null, [])).listing.products.map(
      ({ name }) => name,
    );
  expect(await list("name-asc")).toEqual(IN_ORDER);
  expect(await list("name-desc")).toEqual(IN_ORDER.toReversed());
  expect(await list("name-asc", "bulb")).toEqual(["LED bulb", "LED Bulb"]);
  expect(await list("name-desc", "led")).toEqual(["led strip", "LED Bulb", "LED bulb"]);
  const categories = (await allCategories(database.db)).map(({ name }) => name.toLowerCase());
  expect(categories).toEqual(IN_ORDER.map((name) => name.toLowerCase()));
});
