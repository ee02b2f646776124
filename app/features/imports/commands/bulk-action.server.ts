import { eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { productsWhere } from "#app/features/products/queries/admin-products.server.ts";
import { changeTitle, discountWords, type BulkChange } from "#app/features/products/rules/bulk.ts";
import { readNewPrice } from "#app/features/products/rules/price-move.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { readSelection, viewQuery } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import type { RunsContext } from "../commands.server.ts";
import { readBulkForm, readDiscounts, readRounding } from "../rules/bulk-form.ts";
import { shortCell } from "../rules/import-values.ts";
import { previewBulk, previewPrices, type PreviewResult } from "./bulk.server.ts";
import { askQuestion } from "./question.server.ts";

type Made =
  | { ok: true; id: string }
  | { ok: false; reason: "invalid"; errors: FieldErrors; message?: string }
  | { ok: false; reason: "forbidden" | "gone" | "many"; message?: string };

const invalid = (field: string, message: string): Made => ({
  ok: false,
  reason: "invalid",
  errors: { [field]: message },
});

/** Creates the preview for a submitted bulk form from its selection (`readSelection`) and change (`readBulkForm`). */
export async function previewBulkForm(
  ctx: RunsContext,
  actor: Actor,
  form: URLSearchParams,
  most?: number,
): Promise<Made> {
  const { db } = ctx;
  const read = readBulkForm(form);
  if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
  const category = await categoryName(db, read.change);
  if (category === null) return invalid("category", "This category is gone. Choose another one.");
  const selection = readSelection(PRODUCTS, form);
  if ("ids" in selection && selection.ids.length === 0) return invalid("id", "Select the products to change.");
  const title = changeTitle(read.change, category ? { category } : {});
  const asked = { change: read.change, title };
  if ("ids" in selection)
    return madeOf(await previewBulk(db, actor, { ...asked, where: inArray(products.id, selection.ids) }));
  const where = await productsWhere(db, selection.all);
  const made = await previewBulk(db, actor, { ...asked, where: where ?? sql`true`, ...(most ? { most } : {}) });
  if (made.ok || made.reason !== "many") return madeOf(made);
  return madeOf(await askQuestion(ctx, actor, { ...asked, where, query: viewQuery(PRODUCTS, selection.all) }));
}

/**
 * Creates the preview for a submitted price grid: fields "price.<id>", empty for an unchanged price, `round` (kobo) and
 * `discounts`.
 */
export async function previewPriceForm(db: Db, actor: Actor, form: URLSearchParams): Promise<Made> {
  const prices = new Map<string, number>();
  const unread = new Map<string, string>();
  for (const [name, text] of form) {
    const id = name.startsWith("price.") ? name.slice("price.".length) : "";
    if (!isUuid(id) || text.trim() === "") continue;
    const kobo = readNewPrice(text);
    if (kobo) prices.set(id, kobo);
    else unread.set(id, shortCell(text.trim()));
  }
  if (unread.size > 0) return { ok: false, reason: "invalid", errors: await unreadPrices(db, unread) };
  if (prices.size === 0) return { ok: false, reason: "invalid", errors: {}, message: "Type a new price first." };
  const { discounts } = readDiscounts(form);
  return madeOf(
    await previewPrices(db, actor, {
      prices,
      round_kobo: readRounding(form),
      discounts,
      title: `Today’s prices${discountWords(discounts)}`,
    }),
  );
}

/** The errors of unreadable prices with the names of their products, which may be on other pages of the grid. */
async function unreadPrices(db: Db, texts: ReadonlyMap<string, string>): Promise<FieldErrors> {
  const ids = [...texts.keys()].slice(0, 50);
  const named = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    ids.map((id) => [`price.${id}`, `“${texts.get(id)}” is no price${names.has(id) ? ` of ${names.get(id)}` : ""}.`]),
  );
}

function madeOf(made: PreviewResult): Made {
  if (made.ok) return made;
  if (made.reason !== "discounts")
    return made.reason === "gone" ? { ...made, message: "No product matches any more." } : made;
  const some = made.count === 1 ? "1 product has a discount" : `${formatCount(made.count)} products have a discount`;
  return invalid("discounts", `${some}. Choose what happens to ${made.count === 1 ? "it" : "them"}.`);
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
