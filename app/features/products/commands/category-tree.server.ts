import { sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { childCategories, topCategories } from "../queries.server.ts";
import { movedTo } from "../rules/category-form.ts";
import { lockedCategory, lockTree } from "./category.server.ts";

type Context = Pick<Shop, "db">;

export type OrderCategoryResult =
  | { ok: true; name: string; place: number }
  | { ok: false; reason: "forbidden" | "unknown" };

/** Moves a category to position `to` (from 0) among its siblings and numbers all of them. */
export async function orderCategory(
  { db }: Context,
  actor: Actor,
  id: string,
  to: number,
): Promise<OrderCategoryResult> {
  if (!actor || !can(actor, "categories.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<OrderCategoryResult> => {
    await lockTree(tx);
    const row = await lockedCategory(tx, id);
    if (!row) return { ok: false, reason: "unknown" };
    const siblings = await (row.parent_id === null ? topCategories(tx) : childCategories(tx, row.parent_id));
    const ids = siblings.map((one) => one.id);
    const from = ids.indexOf(id);
    const ordered = movedTo(ids, from, to);
    const place = ordered.indexOf(id);
    if (place === from) return { ok: true, name: row.name, place };
    await tx.execute(sql`
      update categories c set position = o.position, version = c.version + 1
      from jsonb_array_elements_text(${JSON.stringify(ordered)}::jsonb) with ordinality as o(id, position)
      where c.id = o.id::uuid and c.position <> o.position`);
    const change = { before: { place: from + 1 }, after: { place: place + 1 } };
    await recordChange(tx, actor, { action: "category.order", subject: id, ...change });
    return { ok: true, name: row.name, place };
  });
}
