import { expect, test } from "vitest";
import { testDatabase } from "#tests/setup/database.ts";
import { createLimits } from "./limits.server.ts";

test("counts per name and key, in the database, so that two processes share the count", async () => {
  const database = await testDatabase();
  const [one, two] = [createLimits(database), createLimits(database)];
  for (let hit = 0; hit < 5; hit += 1) {
    expect(await one.hit("newsletter", "1.2.3.4")).toBeNull();
    expect(await two.hit("newsletter", "1.2.3.4")).toBeNull();
  }
  const wait = await one.hit("newsletter", "1.2.3.4");
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await two.hit("newsletter", "1.2.3.4")).not.toBeNull();
  expect(await one.hit("newsletter", "5.6.7.8")).toBeNull();
  expect(await one.hit("checkout", "1.2.3.4")).toBeNull();
});
