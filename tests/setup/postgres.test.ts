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
  const { pool } = await postgresDatabase({ poolSize: 4 });
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
  const [first, ...others] = clients;
  await first?.query("select pg_advisory_lock(7)");
  // Three wait for the lock of the fourth, which still answers.
  const waiting = others.map((client) => client.query("select pg_advisory_lock_shared(7)"));
  await first?.query("select pg_advisory_unlock(7)");
  expect(await Promise.all(waiting)).toHaveLength(3);
  for (const client of clients) client.release();
});
