import { expect, test } from "vitest";
import { openDatabase } from "./client.server.ts";

test("listening on the embedded database comes between no two messages of a query", async () => {
  const database = await openDatabase({ folder: "memory://" });
  const heard: string[] = [];
  try {
    for (let turns = 0; turns < 60; turns += 1) {
      const asked = database.sql("select $1::int as n", [turns]);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await database.listen("catalogue", (payload) => heard.push(`${turns} ${payload}`));
      expect((await asked).rows).toEqual([{ n: turns }]);
    }
    await database.sql("select pg_notify('catalogue', 'all'), pg_notify('other', 'none')");
    expect(heard).toHaveLength(60);
    expect(heard[7]).toBe("7 all");
  } finally {
    await database.close();
  }
});

test("who stops listening hears nothing more, the others do", async () => {
  const database = await openDatabase({ folder: "memory://" });
  const heard: string[] = [];
  try {
    const stop = await database.listen("catalogue", (payload) => heard.push(`first ${payload}`));
    await database.listen("catalogue", (payload) => heard.push(`second ${payload}`));
    await stop();
    await database.sql("select pg_notify('catalogue', 'all')");
    expect(heard).toEqual(["second all"]);
  } finally {
    await database.close();
  }
});
