import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGoods, startInput, testCheckout } from "#tests/fixtures/checkout.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { deleteProduct } from "./delete-product.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

const MANAGER = actorOf(randomUUID(), "admin", "manager");

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await database.db.insert(users).values({ id: MANAGER.id, name: "Manager", email: "manager@example.com" });
  return () => database.close();
});

const isThere = async (id: string) =>
  (await database.sql("select 1 from products where id = $1", [id])).rows.length === 1;

test("deleting a product runs once more after a deadlock", async () => {
  const id = await makeGoods(database);
  const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
  vi.spyOn(database.db, "transaction").mockRejectedValueOnce(deadlock);
  expect(await deleteProduct(database, MANAGER, id)).toEqual({ ok: true });
  expect(await isThere(id)).toBe(false);
});

test("a product held by a payment that is under way stays", async () => {
  const id = await makeGoods(database);
  expect(await startCheckout(testCheckout(database), startInput([[id, 1]]))).toMatchObject({ ok: true });
  expect(await deleteProduct(database, MANAGER, id)).toEqual({ ok: false, reason: "held" });
  expect(await isThere(id)).toBe(true);
});

test("only staff who edit products delete one", async () => {
  const id = await makeGoods(database);
  for (const actor of [null, actorOf(randomUUID()), actorOf(randomUUID(), "admin", "packer")])
    expect(await deleteProduct(database, actor, id)).toEqual({ ok: false, reason: "forbidden" });
  expect(await deleteProduct(database, MANAGER, randomUUID())).toEqual({ ok: false, reason: "unknown" });
  expect(await isThere(id)).toBe(true);
});
