import { expect, test } from "vitest";
import { openDatabase } from "./client.server.ts";

test("listening on the embedded database comes between no two messages of a query", async () => {
  const database = await openDatabase({ folder: "memory://" });
  const heard: string[] = [];
  try {
    for (let turns = 0; turns < 80; turns += 1) {
      const asked = database.sql("select $1::int as n", [turns]);
      // Ever later between the first message of the query and its last.
      for (let turn = 0; turn < turns; turn += 1)
        await (turn < turns % 4 ? new Promise<void>((resolve) => process.nextTick(resolve)) : Promise.resolve());
      await database.listen("catalogue", (payload) => heard.push(`${turns} ${payload}`));
      expect((await asked).rows).toEqual([{ n: turns }]);
    }
    await database.sql("select pg_notify('catalogue', 'all'), pg_notify('other', 'none')");
    expect(heard).toHaveLength(80);
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

test("a query that fails leaves the answers of those beside it alone", async () => {
  const database = await openDatabase({ folder: "memory://" });
  try {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const answers = numbers.map(async (n) => {
      // Every fifth asks again after a failure, which is when a connection would be replaced.
      if (n % 5 === 3) await database.sql("select 1 / $1::int", [0]).catch(() => {});
      return (await database.sql("select $1::int as n", [n])).rows[0]?.["n"];
    });
    expect(await Promise.all(answers)).toEqual(numbers);
    await expect(database.sql("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
  } finally {
    await database.close();
  }
});
