import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { embeddedDatabase, testDatabase } from "./database.ts";

test.each([
  ["postgres", () => testDatabase()],
  ["pglite", () => embeddedDatabase()],
])("every test database on %s is migrated, empty and its own", async (kind, make) => {
  const [first, second] = await Promise.all([make(), make()]);
  expect(first.kind).toBe(kind);
  await first.db.execute(sql`insert into newsletter_subscribers (email) values ('a@oja.example')`);
  const count = (database: typeof first) => database.sql("select count(*)::int as n from newsletter_subscribers");
  expect((await count(first)).rows).toEqual([{ n: 1 }]);
  expect((await count(second)).rows).toEqual([{ n: 0 }]);
  expect((await first.sql("select 'oja' % 'oj' as similar")).rows).toHaveLength(1);
});
