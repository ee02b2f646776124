import { eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { productsWhere } from "#app/features/products/queries/admin-products.server.ts";
import { changeTitle, readNewPrice, type BulkChange } from "#app/features/products/rules/bulk.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { distributorSpellings } from "#app/features/search/queries/distributor.server.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { readSelection } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { readBulkForm } from "../rules/bulk-form.ts";
import { previewBulk, previewPrices, type PreviewResult } from "./bulk.server.ts";

type Made =
  | { ok: true; id: string }
  | { ok: false; reason: "invalid"; errors: FieldErrors; message?: string }
  | { ok: false; reason: "forbidden" | "gone"; message?: string };

const invalid = (field: string, message: string): Made => ({
  ok: false,
  reason: "invalid",
  errors: { [field]: message },
});

/** Creates the preview for a submitted bulk form from its selection (`readSelection`) and change (`readBulkForm`). */
export async function previewBulkForm(db: Db, actor: Actor, form: URLSearchParams): Promise<Made> {
  const read = readBulkForm(form);
  if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
  const category = await categoryName(db, read.change);
  if (category === null) return invalid("category", "This category is gone. Choose another one.");
  const selection = readSelection(PRODUCTS, form);
  if ("ids" in selection && selection.ids.length === 0) return invalid("id", "Select the products to change.");
  const where =
    "ids" in selection
      ? inArray(products.id, selection.ids)
      : (productsWhere(selection.all, await distributorSpellings(db, selection.all.filters.supplier)) ?? sql`true`);
  const title = changeTitle(read.change, category ? { category } : {});
  const made = await previewBulk(db, actor, { change: read.change, title, where });
  return madeOf(made);
}

/** Creates the preview for a submitted price grid: fields "price.<id>", empty for an unchanged price. */
export async function previewPriceForm(db: Db, actor: Actor, form: URLSearchParams): Promise<Made> {
  const prices = new Map<string, number>();
  const errors: FieldErrors = {};
  for (const [name, text] of form) {
    const id = name.startsWith("price.") ? name.slice("price.".length) : "";
    if (!isUuid(id) || text.trim() === "") continue;
    const kobo = readNewPrice(text);
    if (kobo) prices.set(id, kobo);
    else errors[name] = `“${text.trim().slice(0, 30)}” is no price.`;
  }
  if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
  if (prices.size === 0) return { ok: false, reason: "invalid", errors, message: "Type a new price first." };
  return madeOf(await previewPrices(db, actor, { prices, title: "Today’s prices" }));
}

function madeOf(made: PreviewResult): Made {
  return made.ok || made.reason === "forbidden" ? made : { ...made, message: "No product matches any more." };
}

/** Category name of a change; undefined when the change sets none, null when the category was deleted. */
async function categoryName(db: Db, change: BulkChange): Promise<string | null | undefined> {
  if (change.field !== "category") return undefined;
  if (!isUuid(change.category_id)) return null;
  const [row] = await db
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.id, change.category_id));
  return row?.name ?? null;
}
