import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { recordChanges, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields } from "../rules.ts";
import { RUN_FIELDS, type RunField } from "../rules/run-fields.ts";
import type { PendingRow, RowOutcome } from "./apply.server.ts";

/** A group to be created with the first of its variants. */
export type NewGroup = { name: string; option_names: string[] };

/** SQL defaults of a created product for fields missing in its row. */
const DEFAULTS: Partial<Record<RunField, string>> = {
  description: "''",
  unit: "''",
  distributor: "''",
  brand: "''",
  min_order: "1",
  order_multiple: "1",
  pieces: "1",
  stock_quantity: "0",
  price_steps: "'[]'::jsonb",
  images: "'[]'::jsonb",
  image_alts: "'{}'::jsonb",
  option_values: "'{}'::jsonb",
  featured: "false",
  best_seller: "false",
  new_arrival: "false",
};

/** Inserts products for rows without a record, with groups, stock movements and audit rows. */
export async function createProducts(tx: Tx, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]> {
  const created = rows.filter((row) => row.record_id === null && row.after !== null);
  if (created.length === 0) return [];
  const values: (Fields & { id: string })[] = created.map(({ after }) => ({ ...after, id: randomUUID() }));
  await createGroups(tx, values);
  const json = JSON.stringify(values);
  const fields = (Object.keys(RUN_FIELDS) as RunField[]).filter((field) => values.some((value) => field in value));
  const types = ["id uuid", ...fields.map((field) => `${field} ${RUN_FIELDS[field]}`)];
  const read = fields.map((field) => (DEFAULTS[field] ? `coalesce(r.${field}, ${DEFAULTS[field]})` : `r.${field}`));
  await tx.execute(sql`
    insert into products (${sql.raw(["id", ...fields].join(", "))})
    select ${sql.raw(["r.id", ...read].join(", "))}
    from jsonb_to_recordset(${json}::jsonb) as r(${sql.raw(types.join(", "))})`);
  await tx.execute(sql`
    insert into stock_movements (product_id, quantity, reason)
    select r.id, r.stock_quantity, 'import'
    from jsonb_to_recordset(${json}::jsonb) as r(id uuid, stock_quantity integer) where r.stock_quantity > 0`);
  await recordChanges(
    tx,
    actor,
    values.map(({ id, ...after }) => ({ action: "product.create", subject: id, before: null, after })),
  );
  return created.map(({ place }, at) => ({ place, state: "applied", reason: "", record_id: values[at]?.id }));
}

async function createGroups(tx: Tx, values: Fields[]): Promise<void> {
  const groups = values.flatMap(({ group_id, group }) => (group ? [{ id: group_id, ...(group as NewGroup) }] : []));
  if (groups.length === 0) return;
  await tx.execute(sql`
    insert into product_groups (id, name, option_names)
    select distinct on (g.id) g.id, g.name, g.option_names
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g(id uuid, name text, option_names jsonb)
    on conflict (id) do nothing`);
}

/**
 * Deletes products created by a run, unless they were ordered or are being paid for, and groups left without variants.
 */
export async function deleteProducts(tx: Tx, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]> {
  const deleted = rows.filter((row) => row.record_id !== null && row.after === null);
  if (deleted.length === 0) return [];
  const { rows: gone } = await tx.execute(sql`
    delete from products p where p.id in ${deleted.map(({ record_id }) => record_id)}
      and not exists (select 1 from order_items i where i.product_id = p.id)
      and not exists (select 1 from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
                      where i.product_id = p.id and a.status in ('open', 'review'))
    returning p.id, p.group_id`);
  const groups = [...new Set(gone.flatMap(({ group_id }) => group_id ?? []))];
  if (groups.length > 0) {
    await tx.execute(sql`
      delete from product_groups g
      where g.id in ${groups} and not exists (select 1 from products p where p.group_id = g.id)`);
  }
  const ids = new Set(gone.map(({ id }) => String(id)));
  const isGone = ({ record_id }: PendingRow) => ids.has(String(record_id));
  await recordChanges(
    tx,
    actor,
    deleted
      .filter(isGone)
      .map(({ record_id, before }) => ({ action: "product.delete", subject: String(record_id), before, after: null })),
  );
  return deleted.map((row) =>
    isGone(row)
      ? { place: row.place, state: "applied", reason: "" }
      : { place: row.place, state: "failed", reason: "It was ordered since, so it stays." },
  );
}
