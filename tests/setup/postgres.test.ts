import { expect, inject, test } from "vitest";
import { onServer, postgresDatabase } from "./postgres.ts";

test("a closed database is deleted", async () => {
  const database = await postgresDatabase();
  const { rows } = await database.sql("select current_database() as name");
  await database.close();
  const known = await onServer(inject("postgres"), (client) =>
    client.query("select from pg_database where datname = $1", [rows[0]?.["name"]]),
  );
  expect(known.rowCount).toBe(0);
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
