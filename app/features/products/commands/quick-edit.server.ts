import { eq, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { InvalidInput } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { stock_movements } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { changeProduct, type BulkChange } from "../rules/bulk.ts";
import { strikingPrice } from "../rules/price-move.ts";
import { lockProducts } from "./stock.server.ts";

export type QuickEditResult =
  | { ok: true; message?: string }
  | { ok: false; reason: "forbidden" | "not_found" }
  /** The value was changed meanwhile; `now` is the current one, in kobo or sold units. */
  | { ok: false; reason: "changed"; now: number }
  /** A price beyond 50 % or below cost, in kobo, that was not confirmed. */
  | { ok: false; reason: "striking"; confirm: number; message: string }
  | InvalidInput;

type Context = Pick<Shop, "db">;
type PriceEdit = { id: string; expected_kobo: number; kobo: number; confirmed_kobo?: number | null };

/**
 * Sets the price of a product in kobo if it is still `expected_kobo`. Price steps are scaled with it. A change beyond 50 %
 * or below cost must be confirmed by `confirmed_kobo`, the same price.
 */
export async function setPrice(
  { db }: Context,
  actor: Actor,
  { id, expected_kobo, kobo, confirmed_kobo }: PriceEdit,
): Promise<QuickEditResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<QuickEditResult> => {
    const product = await lockedProduct(tx, id);
    if (!product) return { ok: false, reason: "not_found" };
    if (product.price_kobo === kobo) return { ok: true };
    if (product.price_kobo !== expected_kobo) return { ok: false, reason: "changed", now: product.price_kobo };
    const change: BulkChange = { field: "price", how: "set", kobo };
    const result = changeProduct(product, change);
    if (!result.ok) return { ok: false, reason: "invalid", errors: { value: result.reason } };
    const striking = confirmed_kobo === kobo ? null : strikingPrice(product, { ...product, ...result.after });
    if (striking) return { ok: false, reason: "striking", confirm: kobo, message: striking };
    const { price_kobo, price_steps } = product;
    await tx
      .update(products)
      .set({ ...result.after, version: sql`version + 1`, updated_at: new Date() })
      .where(eq(products.id, id));
    const before = "price_steps" in result.after ? { price_kobo, price_steps } : { price_kobo };
    await recordChange(tx, actor, { action: "product.update", subject: id, before, after: result.after });
    return { ok: true, ...(result.warning ? { message: result.warning } : {}) };
  });
}

/**
 * Sets the stock to a counted number, or adds to it. A count is applied as difference to `expected`, so that sales since
 * then are kept.
 */
export async function setStock(
  { db }: Context,
  actor: Actor,
  { id, ...input }: { id: string } & ({ expected: number; counted: number } | { add: number }),
): Promise<QuickEditResult> {
  if (!actor || !can(actor, "stock.edit")) return { ok: false, reason: "forbidden" };
  const add = "add" in input ? input.add : input.counted - input.expected;
  return await inTransaction(db, async (tx): Promise<QuickEditResult> => {
    const product = await lockedProduct(tx, id);
    if (!product) return { ok: false, reason: "not_found" };
    if (add === 0) return { ok: true };
    const now = product.stock_quantity;
    if (now + add < 0) return { ok: false, reason: "changed", now };
    const result = changeProduct(product, { field: "stock", how: "set", quantity: now + add });
    if (!result.ok) return { ok: false, reason: "invalid", errors: { value: result.reason } };
    await tx
      .update(products)
      .set({ stock_quantity: now + add })
      .where(eq(products.id, id));
    await tx.insert(stock_movements).values({ product_id: id, quantity: add, reason: "correction" });
    const after = { stock_quantity: now + add };
    await recordChange(tx, actor, { action: "product.stock", subject: id, before: { stock_quantity: now }, after });
    if (!("expected" in input) || input.expected === now) return { ok: true };
    const [moved, what] =
      input.expected > now ? [input.expected - now, "were sold"] : [now - input.expected, "came in"];
    return { ok: true, message: `${formatCount(moved)} ${what} since, so there are ${formatCount(now + add)} now.` };
  });
}

async function lockedProduct(tx: Tx, id: string) {
  if (!isUuid(id)) return null;
  await lockProducts(tx, [id]);
  const [product] = await tx.select().from(products).where(eq(products.id, id));
  return product ?? null;
}
