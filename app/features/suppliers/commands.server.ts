import { and, eq, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { differences, recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories } from "#db/schema/catalog.ts";
import { suppliers } from "#db/schema/requests.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { supplierValues, type SupplierStatus } from "./rules.ts";
import { adminSupplierForm, supplierForm } from "./schema.ts";

export type RegisterResult = { ok: true } | InvalidInput;

const UNKNOWN_CATEGORY: InvalidInput = {
  ok: false,
  reason: "invalid",
  errors: { category_id: "Please choose a category from the list." },
};

/**
 * Stores a public registration as a pending supplier and queues the acknowledgement. Idempotent by
 * `submission_id`, and by name and address while one is pending.
 */
export async function registerSupplier(
  ctx: Pick<Shop, "db" | "jobs" | "limits" | "baseUrl">,
  submission_id: string,
  input: unknown,
): Promise<RegisterResult> {
  const parsed = supplierForm.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { name, email } = parsed.data;
  const mayMail = (await ctx.limits.hit("submission_mail", email.toLowerCase())) === null;
  return await inTransaction(ctx.db, async (tx): Promise<RegisterResult> => {
    if (!(await hasCategory(tx, parsed.data.category_id))) return UNKNOWN_CATEGORY;
    // Serializes concurrent registrations of one supplier, so that only one is stored.
    await lockName(tx, `supplier ${email.toLowerCase()}`);
    const same = and(
      eq(suppliers.status, "pending"),
      eq(sql`lower(${suppliers.email})`, email.toLowerCase()),
      eq(sql`lower(${suppliers.name})`, name.toLowerCase()),
    );
    if ((await tx.select({ id: suppliers.id }).from(suppliers).where(same).limit(1)).length > 0) return { ok: true };
    const [stored] = await tx
      .insert(suppliers)
      .values({ ...parsed.data, submission_id, status: "pending" })
      .onConflictDoNothing()
      .returning({ id: suppliers.id });
    if (stored && mayMail) await mailSupplier(ctx, tx, "supplier_received", { name, email });
    return { ok: true };
  });
}

type AdminContext = Pick<Shop, "db" | "jobs" | "baseUrl">;
export type SupplierResult = { ok: true; id: string } | InvalidInput | { ok: false; reason: "forbidden" | "unknown" };

/** Creates an approved supplier without mail; admins only. `input` is the unvalidated form. */
export async function createSupplier(ctx: AdminContext, actor: Actor, input: unknown): Promise<SupplierResult> {
  if (!actor || !can(actor, "suppliers.edit")) return { ok: false, reason: "forbidden" };
  const parsed = adminSupplierForm.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  return await inTransaction(ctx.db, async (tx): Promise<SupplierResult> => {
    if (!(await hasCategory(tx, parsed.data.category_id))) return UNKNOWN_CATEGORY;
    const [stored] = await tx
      .insert(suppliers)
      .values({ ...parsed.data, status: "approved" })
      .returning({ id: suppliers.id });
    if (!stored) throw new Error("the supplier was not written");
    await recordChange(tx, actor, { action: "supplier.create", subject: stored.id, before: null, after: parsed.data });
    return { ok: true, id: stored.id };
  });
}

/**
 * Saves the edited fields of a supplier; requires suppliers.edit. A field that another admin changed too is a conflict.
 */
export async function updateSupplier(ctx: AdminContext, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "suppliers.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<Edited> => {
    const row = await lockedSupplier(tx, id);
    if (!row) return { ok: false, reason: "unknown" };
    const { status: _status, version, ...before } = row;
    const values = supplierValues(before);
    const merged = await mergeRecord(tx, actor.id, id, edit, { version, values });
    if (!merged.ok) return merged;
    if (Object.keys(merged.changes).length === 0) return { ok: true, version, others: [] };
    const parsed = adminSupplierForm.safeParse({ ...values, ...merged.changes });
    if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
    if (!(await hasCategory(tx, parsed.data.category_id))) return UNKNOWN_CATEGORY;
    await tx
      .update(suppliers)
      .set({ ...parsed.data, ...next() })
      .where(eq(suppliers.id, id));
    await recordChange(tx, actor, { action: "supplier.edit", subject: id, ...differences(before, parsed.data) });
    return { ok: true, version: version + 1, others: merged.others };
  });
}

/** Approves or declines a supplier and mails the decision; admins only. Repeating it is a no-op without mail. */
export async function reviewSupplier(
  ctx: AdminContext,
  actor: Actor,
  id: string,
  status: Exclude<SupplierStatus, "pending">,
): Promise<SupplierResult> {
  if (!actor || !can(actor, "suppliers.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<SupplierResult> => {
    const before = await lockedSupplier(tx, id);
    if (!before) return { ok: false, reason: "unknown" };
    if (before.status === status) return { ok: true, id };
    await tx
      .update(suppliers)
      .set({ status, ...next() })
      .where(eq(suppliers.id, id));
    const change = { before: { status: before.status }, after: { status } };
    await recordChange(tx, actor, { action: "supplier.review", subject: id, ...change });
    await mailSupplier(ctx, tx, status === "approved" ? "supplier_approved" : "supplier_declined", before);
    return { ok: true, id };
  });
}

/** Moves a supplier to the trash; admins only. Its products are not affected. */
export async function deleteSupplier(ctx: AdminContext, actor: Actor, id: string): Promise<SupplierResult> {
  if (!actor || !can(actor, "suppliers.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<SupplierResult> => {
    const before = await lockedSupplier(tx, id);
    if (!before) return { ok: false, reason: "unknown" };
    const parts = [{ table: suppliers, where: eq(suppliers.id, id) }];
    await moveToTrash(tx, actor, { kind: "supplier", subject: id, label: before.name, parts });
    return { ok: true, id };
  });
}

const next = () => ({ version: sql`${suppliers.version} + 1`, updated_at: new Date() });

async function lockedSupplier(tx: Tx, id: string) {
  if (!isUuid(id)) return undefined;
  const [row] = await tx
    .select({
      ...pickColumns(suppliers, "name", "address", "category_id", "whatsapp_contact"),
      ...pickColumns(suppliers, "email", "distributor", "lead_days", "status", "version"),
    })
    .from(suppliers)
    .where(eq(suppliers.id, id))
    .for("update");
  return row;
}

async function hasCategory(tx: Tx, id: string | null): Promise<boolean> {
  if (id === null) return true;
  return (await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id))).length > 0;
}

async function mailSupplier(
  ctx: Pick<Shop, "jobs" | "baseUrl">,
  tx: Tx,
  kind: "supplier_received" | "supplier_approved" | "supplier_declined",
  { name, email }: { name: string; email: string },
): Promise<void> {
  await queueMail(tx, ctx.jobs, { kind, to: email, data: { customer_name: name, shop_url: ctx.baseUrl } });
}
