import { eq } from "drizzle-orm";
import { isHeld } from "#app/features/payments/queries/holds.server.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";

export type DeleteProductResult = { ok: true } | { ok: false; reason: "forbidden" | "unknown" | "held" };

/**
 * Moves a product to the trash for 30 days. Orders keep its name and price. Refused while a payment for it is pending.
 */
export async function deleteProduct({ db }: { db: Db }, actor: Actor, id: string): Promise<DeleteProductResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "unknown" };
  return await inTransaction(db, async (tx): Promise<DeleteProductResult> => {
    await lockProducts(tx, [id]);
    const [row] = await tx.select().from(products).where(eq(products.id, id));
    if (!row) return { ok: false, reason: "unknown" };
    if (await isHeld(tx, id)) return { ok: false, reason: "held" };
    const parts = [{ table: products, where: eq(products.id, id) }];
    await moveToTrash(tx, actor, { kind: "product", subject: id, label: row.name, parts });
    return { ok: true };
  });
}
