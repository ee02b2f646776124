import { sql } from "drizzle-orm";
import { beforeEach, expect, expectTypeOf, test } from "vitest";
import { testDatabase } from "#tests/setup/database.ts";
import type { Database, Tx } from "./client.server.ts";
import { shop_state } from "./schema/shop.ts";
import { inSavepoint, inTransaction, type Rollback } from "./transaction.server.ts";

let database: Database;

beforeEach(async () => {
  database = await testDatabase();
  return () => database.close();
});

const insert = (tx: Tx, key: string) => tx.insert(shop_state).values({ key, value: 1 });
const keys = async () => (await database.db.select({ key: shop_state.key }).from(shop_state)).map(({ key }) => key);
/** As PostgreSQL ends a transaction with this SQLSTATE. */
const fail = (tx: Tx, state: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'ended' using errcode = '${state}'; end $$`));

test.each(["40001", "40P01", "23505"])(
  "a transaction ended with %s runs again and is committed once",
  async (state) => {
    let tries = 0;
    const result = await inTransaction(database.db, async (tx) => {
      tries += 1;
      await insert(tx, `try ${tries}`);
      if (tries < 3) await fail(tx, state);
      return tries;
    });
    expect(result).toBe(3);
    expect(await keys()).toEqual(["try 3"]);
  },
);

test("the fourth failure is thrown", async () => {
  let tries = 0;
  const failing = inTransaction(database.db, async (tx) => {
    tries += 1;
    await fail(tx, "40P01");
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: "40P01" } });
  expect(tries).toBe(4);
});

test("any other error is thrown at once, and nothing is written", async () => {
  const ends: [(tx: Tx) => Promise<unknown>, object][] = [
    [(tx) => fail(tx, "23514"), { cause: { code: "23514" } }],
    [() => Promise.reject(new Error("no answer")), { message: "no answer" }],
  ];
  for (const [end, error] of ends) {
    let tries = 0;
    const failing = inTransaction(database.db, async (tx) => {
      tries += 1;
      await insert(tx, "a");
      await end(tx);
    });
    await expect(failing).rejects.toMatchObject(error);
    expect(tries).toBe(1);
  }
  expect(await keys()).toEqual([]);
});

type Result = { ok: true; id: string } | { ok: false; reason: "taken" };

/** A part of a command that can refuse. */
async function reserve(tx: Tx, isTaken: boolean, rollback: Rollback<Result>): Promise<string> {
  await insert(tx, "reserved");
  if (isTaken) rollback({ ok: false, reason: "taken" });
  return "reserved";
}

test("a rollback writes nothing, is not retried, and its result is returned with its type", async () => {
  let tries = 0;
  const command = (isTaken: boolean) =>
    inTransaction<Result>(database.db, async (tx, rollback) => {
      tries += 1;
      return { ok: true, id: await reserve(tx, isTaken, rollback) };
    });
  const refused = await command(true);
  expectTypeOf(refused).toEqualTypeOf<Result>();
  expect(refused).toEqual({ ok: false, reason: "taken" });
  expect(tries).toBe(1);
  expect(await keys()).toEqual([]);
  expect(await command(false)).toEqual({ ok: true, id: "reserved" });
  expect(await keys()).toEqual(["reserved"]);
});

test("types: a result of another type, and a transaction in a transaction, do not compile", () => {
  expectTypeOf<Tx>().not.toExtend<Parameters<typeof inTransaction>[0]>();
  expectTypeOf<Rollback<Result>>().parameter(0).toEqualTypeOf<Result>();
  expectTypeOf<Rollback<Result>>().returns.toBeNever();
  expectTypeOf(inTransaction<number>).returns.toEqualTypeOf<Promise<number>>();
});

test("a savepoint undoes its own writes only; a deadlock in it runs the whole transaction again", async () => {
  let tries = 0;
  await inTransaction(database.db, async (tx) => {
    tries += 1;
    await insert(tx, "before");
    await inSavepoint(tx, async (inner) => {
      await insert(inner, "inside");
      await fail(inner, "23514");
    }).catch(() => {});
    if (tries === 1) await inSavepoint(tx, (inner) => fail(inner, "40P01"));
  });
  expect(tries).toBe(2);
  expect(await keys()).toEqual(["before"]);
});
