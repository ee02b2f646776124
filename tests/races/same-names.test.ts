import { beforeAll, expect, test } from "vitest";
import { createPost } from "#app/features/blog/commands.server.ts";
import { addCategory } from "#app/features/products/commands/category.server.ts";
import { createProduct } from "#app/features/products/commands/product.server.ts";
import { NEW_PRODUCT } from "#app/features/products/schema.ts";
import { saveView } from "#app/features/records/commands/views.server.ts";
import { saveSynonym } from "#app/features/search/commands/synonyms.server.ts";
import { inviteStaff } from "#app/features/staff/commands/invitations.server.ts";
import type { Database } from "#db/client.server.ts";
import { saved_views, staff_invitations } from "#db/schema/admin.ts";
import { users } from "#db/schema/auth.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { blog_posts } from "#db/schema/content.ts";
import { actorOf } from "../fixtures/actors.ts";
import { adminContext } from "../fixtures/orders.ts";
import { postgresDatabase } from "../setup/postgres.ts";

const OWNER = actorOf("6f0d3f1e-0000-4000-8000-000000000001", "admin");
let database: Database;

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 10 });
  await database.db.insert(users).values({ id: OWNER.id, name: "Bola", email: "bola@oja.example", role: "admin" });
  return () => database.close();
});

/** The results of six calls at once, the successful ones first. */
async function sixAtOnce<Result extends { ok: boolean }>(call: (turn: number) => Promise<Result>) {
  const results = await Promise.all(Array.from({ length: 6 }, (_, turn) => call(turn)));
  return results.toSorted((a, b) => Number(b.ok) - Number(a.ok));
}

/** One success, and five refusals at this field. */
const onceWith = (field: string) => [
  expect.objectContaining({ ok: true }),
  ...Array.from({ length: 5 }, () => ({ ok: false, reason: "invalid", errors: { [field]: expect.any(String) } })),
];

const slugs = (base: string) => [base, ...[2, 3, 4, 5, 6].map((number) => `${base}-${number}`)];

test("posts of one title at once have six slugs", async () => {
  const post = { title: "Rice prices", excerpt: "", content: "<p>Words</p>", published: "" };
  const results = await sixAtOnce(() => createPost(database, OWNER, post));
  expect(results.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  const rows = await database.db.select({ slug: blog_posts.slug }).from(blog_posts);
  expect(rows.map(({ slug }) => slug).toSorted()).toEqual(slugs("rice-prices"));
});

test("products of one name at once have six slugs, also when a name is another's slug", async () => {
  const names = ["Rice", "Rice 2", "Rice", "Rice 2", "Rice", "Rice 2"];
  const results = await sixAtOnce((turn) =>
    createProduct(database, OWNER, { ...NEW_PRODUCT, name: names[turn] ?? "", price: "100", stock_quantity: "1" }),
  );
  expect(results.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  const rows = await database.db.select({ slug: products.slug }).from(products);
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(6);
});

test("products with one SKU at once are one product, and the others are refused at their field", async () => {
  const results = await sixAtOnce((turn) =>
    createProduct(database, OWNER, {
      ...NEW_PRODUCT,
      name: `Beans ${turn}`,
      price: "100",
      stock_quantity: "1",
      sku: turn % 2 === 0 ? "BEANS-1" : "beans-1",
    }),
  );
  expect(results).toEqual(onceWith("sku"));
});

test("categories of one name at once are one, ignoring case, under each parent", async () => {
  const category = { name: "Grains", description: "", parent_id: "", image_url: "" };
  const results = await sixAtOnce((turn) =>
    addCategory(database, OWNER, { ...category, name: turn % 2 === 0 ? "Grains" : " grains" }),
  );
  expect(results).toEqual(onceWith("name"));
  const [grains] = await database.db.select().from(categories);
  const below = await sixAtOnce(() => addCategory(database, OWNER, { ...category, parent_id: grains?.id ?? "" }));
  expect(below).toEqual(onceWith("name"));
  expect(await database.db.$count(categories)).toBe(2);
});

test("saved views, invitations and search words of one name at once are one each", async () => {
  const view = { list: "orders", name: "Mine", query: "status=processing" };
  const views = await sixAtOnce(() => saveView(database, OWNER, view));
  expect(views.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  expect(await database.db.$count(saved_views)).toBe(1);

  const ctx = adminContext(database);
  const invitation = { email: "new@oja.example", staff_role: "packer" };
  const invited = await sixAtOnce(() => inviteStaff(ctx, OWNER, invitation));
  expect(invited.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  expect(await database.db.$count(staff_invitations)).toBe(1);

  const words = await sixAtOnce(() => saveSynonym(database, OWNER, { phrase: "zazu", kind: "detergent" }));
  expect(words).toEqual(onceWith("phrase"));
});
