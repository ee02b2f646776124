import { eq, getTableName, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { trash } from "#db/schema/admin.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { recordChange } from "./audit.server.ts";

/** A record to delete: `kind` is its noun, `label` its display name. */
type Trashed = {
  kind: string;
  subject: string;
  label: string;
  /** Its rows by table, in the order of restoring: referenced rows first. */
  parts: { table: PgTable; where: SQL }[];
};

/**
 * Moves a record to the trash for 30 days with an audit row, in the caller's transaction; the caller has checked the
 * right. References from other tables are lost, as with any delete.
 */
export async function moveToTrash(tx: Tx, actor: NonNullable<Actor>, { parts, ...item }: Trashed): Promise<void> {
  const content = [];
  for (const { table, where } of parts) {
    const { rows } = await tx.execute(sql`select to_jsonb(${table}.*) as row from ${table} where ${where}`);
    content.push({ table: getTableName(table), rows: rows.map(({ row }) => row as Record<string, unknown>) });
  }
  for (const { table, where } of parts.toReversed()) await tx.delete(table).where(where);
  await tx.insert(trash).values({ ...item, content, deleted_by: actor.id });
  const change = { action: `${item.kind}.delete`, subject: item.subject, before: { name: item.label }, after: null };
  await recordChange(tx, actor, change);
}

export type RestoreResult =
  | { ok: true; kind: string; subject: string; label: string }
  /**
   * "taken": another record now has its name or address. "parent_gone": its parent does not exist. "unfit": it violates
   * a current constraint.
   */
  | { ok: false; reason: "forbidden" | "gone" | "taken" | "parent_gone" | "unfit" };

/** PostgreSQL error codes: a unique key, a foreign key, a check. */
const REASONS: Record<string, "taken" | "parent_gone" | "unfit"> = {
  "23505": "taken",
  "23503": "parent_gone",
  "23514": "unfit",
};

/** Restores a deleted record; needs the right trash.restore. */
export async function restoreFromTrash({ db }: { db: Db }, actor: Actor, id: string): Promise<RestoreResult> {
  if (!actor || !can(actor, "trash.restore")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "gone" };
  try {
    return await inTransaction(db, async (tx): Promise<RestoreResult> => {
      const [item] = await tx.delete(trash).where(eq(trash.id, id)).returning();
      if (!item) return { ok: false, reason: "gone" };
      for (const { table, rows } of item.content) await insertRows(tx, table, rows);
      const { kind, subject, label } = item;
      await recordChange(tx, actor, { action: `${kind}.restore`, subject, before: null, after: { name: label } });
      return { ok: true, kind, subject, label };
    });
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
    const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
    if (reason) return { ok: false, reason };
    throw error;
  }
}

/** Inserts stored rows without generated and dropped columns. */
async function insertRows(tx: Tx, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  const found = await tx.execute(sql`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const names = found.rows.map(({ name }) => String(name)).filter((name) => rows.some((row) => name in row));
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb)`);
}
