import { expect, test } from "vitest";
import { postgresDatabase } from "./postgres.ts";

test("each database is real, migrated, empty and its own", async () => {
  const [first, second] = await Promise.all([postgresDatabase(), postgresDatabase()]);
  expect(first.kind).toBe("postgres");
  await first.sql("insert into newsletter_subscribers (email) values ('a@oja.example')");
  const count = (database: typeof first) => database.sql("select count(*)::int as n from newsletter_subscribers");
  expect((await count(first)).rows).toEqual([{ n: 1 }]);
  expect((await count(second)).rows).toEqual([{ n: 0 }]);
});

test("connections work side by side, so that races can show", async () => {
  const { sql } = await postgresDatabase({ poolSize: 4 });
  const start = Date.now();
  await Promise.all([1, 2, 3, 4].map(() => sql("select pg_sleep(0.3)")));
  expect(Date.now() - start).toBeLessThan(1100);
});
