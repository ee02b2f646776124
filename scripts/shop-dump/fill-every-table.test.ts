import { expect, test } from "vitest";
import { testDatabase } from "#tests/setup/database.ts";
import { fillEveryTable, tableNames } from "./fill-every-table.ts";

test("the shop of a release has rows in every table, so that later migrations are tested on all of them", async () => {
  const database = await testDatabase();
  try {
    await fillEveryTable(database);
    const empty: string[] = [];
    for (const name of await tableNames(database)) {
      const { rows } = await database.sql(`select 1 from ${name} limit 1`);
      if (rows.length === 0) empty.push(name);
    }
    expect(empty).toEqual([]);
  } finally {
    await database.close();
  }
});
