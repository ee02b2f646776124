import { expect, test } from "vitest";
import { applyMigrations, openDatabase } from "#db/client.server.ts";
import { loadShop, rowCounts, SHOPS, tablesWithLoss } from "../fixtures/shops.ts";
import { catalogueOf } from "../setup/catalogue.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresDatabase, postgresUrl } from "../setup/postgres.ts";

test.each(SHOPS)("processes that start at once on PostgreSQL bring %s up to date, with its rows", async (shop) => {
  const url = await postgresUrl({ isBare: true });
  const open = async () => closedAfterTest(await openDatabase({ url, folder: "" }));
  const database = await open();
  await loadShop(database, shop);
  const before = await rowCounts(database);
  // So that each start finds something to do.
  await database.sql("update drizzle.triggers set hash = 'older'");
  await Promise.all([database, await open(), await open()].map((process) => applyMigrations(process)));
  expect(tablesWithLoss(before, await rowCounts(database))).toEqual([]);
  expect(await catalogueOf(database)).toEqual(await catalogueOf(await postgresDatabase()));
});
