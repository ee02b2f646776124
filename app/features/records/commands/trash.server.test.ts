import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STAFF_ROLES } from "#app/features/permissions/rules.ts";
import type { Database } from "#db/client.server.ts";
import { trash } from "#db/schema/admin.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeCategory, makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { moveToTrash, restoreFromTrash } from "./trash.server.ts";

let database: Database;
const owner = actorOf(randomUUID(), "admin");

beforeAll(async () => {
  database = await testDatabase();
  await database.db
    .insert(users)
    .values({ id: owner.id, name: "Bola", email: "bola@example.com", role: "admin", staffRole: "owner" });
});
afterAll(() => database.close());

/** Deletes a category with one product; returns both, and the id in the trash. */
async function deleted() {
  const category = await makeCategory(database.db);
  const product = await makeProduct(database.db, { category_id: category.id, price_kobo: 123_456 });
  const before = await database.db.select().from(products).where(eq(products.id, product.id));
  await database.db.transaction((tx) =>
    moveToTrash(tx, owner, {
      kind: "category",
      subject: category.id,
      label: category.name,
      parts: [
        { table: categories, where: eq(categories.id, category.id) },
        { table: products, where: eq(products.id, product.id) },
      ],
    }),
  );
  const [item] = await database.db.select().from(trash).where(eq(trash.subject, category.id));
  return { category, product, before, id: item?.id ?? "" };
}

test("a deleted record is restored as it was, and both changes are audited", async () => {
  const { category, product, before, id } = await deleted();
  const found = () => database.db.select().from(products).where(eq(products.id, product.id));
  expect(await found()).toEqual([]);
  expect(await restoreFromTrash(database, owner, id)).toEqual({
    ok: true,
    kind: "category",
    subject: category.id,
    label: category.name,
  });
  expect(await found()).toEqual(before);
  expect(await restoreFromTrash(database, owner, id)).toEqual({ ok: false, reason: "gone" });
  const lines = await database.db.select().from(audit_log).where(eq(audit_log.subject, category.id));
  expect(lines.map(({ action }) => action)).toEqual(["category.delete", "category.restore"]);
});

test("a record that cannot be restored stays in the trash, with the reason", async () => {
  const { category, id } = await deleted();
  const namesake = await makeCategory(database.db, { slug: category.slug });
  expect(await restoreFromTrash(database, owner, id)).toEqual({ ok: false, reason: "taken" });
  await database.db.delete(categories).where(eq(categories.id, namesake.id));
  expect(await restoreFromTrash(database, owner, id)).toMatchObject({ ok: true });
});

test.each([null, actorOf(owner.id), ...STAFF_ROLES.slice(2).map((role) => actorOf(owner.id, "admin", role))])(
  "%o puts nothing back",
  async (actor) => {
    const { id } = await deleted();
    expect(await restoreFromTrash(database, actor, id)).toEqual({ ok: false, reason: "forbidden" });
    expect(await database.db.select().from(trash).where(eq(trash.id, id))).toHaveLength(1);
  },
);
