import { variantName } from "#app/features/catalog/rules/variants.ts";
import type { Tx } from "#db/client.server.ts";
import { categories, product_groups, products } from "#db/schema/tables.ts";

export type NewCategory = typeof categories.$inferInsert;
export type Category = typeof categories.$inferSelect;
export type NewProduct = typeof products.$inferInsert;
export type Product = typeof products.$inferSelect;

let made = 0;

/** Inserts a category; name and slug are unique by default. */
export async function makeCategory(db: Tx, overrides: Partial<NewCategory> = {}): Promise<Category> {
  const number = ++made;
  const [row] = await db
    .insert(categories)
    .values({ name: `Category ${number}`, slug: `category-${number}`, ...overrides })
    .returning();
  if (!row) throw new Error("no category came back");
  return row;
}

/** Inserts an available product: in stock, without discount or category; the slug is unique by default. */
export async function makeProduct(db: Tx, overrides: Partial<NewProduct> = {}): Promise<Product> {
  const [row] = await makeProducts(db, 1, overrides);
  if (!row) throw new Error("no product came back");
  return row;
}

/**
 * Inserts `count` products and returns them in order. `overrides` apply to all, or are a function of the index (from
 * 0).
 */
export async function makeProducts(
  db: Tx,
  count: number,
  overrides: Partial<NewProduct> | ((index: number) => Partial<NewProduct>) = {},
): Promise<Product[]> {
  if (count === 0) return [];
  const values = Array.from({ length: count }, (_, index) => ({
    ...productValues(),
    ...(typeof overrides === "function" ? overrides(index) : overrides),
  }));
  return await db.insert(products).values(values).returning();
}

/** Inserts a group with one variant for each of `values`, named after it; `overrides` are for all of them. */
export async function makeGroup(
  db: Tx,
  group: typeof product_groups.$inferInsert,
  values: readonly Record<string, string>[],
  overrides: Partial<NewProduct> = {},
): Promise<Product[]> {
  const [row] = await db.insert(product_groups).values(group).returning();
  if (!row) throw new Error("no group came back");
  return await makeProducts(db, values.length, (index) => {
    const option_values = values[index] ?? {};
    const name = variantName(row.name, row.option_names, option_values);
    return { name, group_id: row.id, option_values, ...overrides };
  });
}

function productValues(): NewProduct {
  const number = ++made;
  return {
    name: `Long-grain parboiled rice ${number}`,
    slug: `long-grain-parboiled-rice-${number}`,
    description: "Clean, stone-free rice in sealed bags.",
    price_kobo: 7_850_000,
    min_order: 1,
    stock_quantity: 100,
    unit: "50 kg bag",
    images: ["/files/demo/parboiled-rice-1.webp"],
    distributor: "Kano Grain Union",
  };
}
