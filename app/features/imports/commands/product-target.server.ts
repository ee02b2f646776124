import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { recordChanges } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields } from "../rules.ts";
import { rowProblem } from "../rules/row-problems.ts";
import { RUN_FIELDS, type RunField } from "../rules/run-fields.ts";
import type { PendingRow, RowOutcome, RunTarget } from "./apply.server.ts";
import { writePictures } from "./import-pictures.server.ts";
import { createProducts, deleteProducts } from "./product-rows.server.ts";

/** Run target for products. Stock is changed by difference, so that sales between preview and apply are kept. */
export const productTarget: RunTarget = {
  relative: ["stock_quantity"],
  problemOf: rowProblem,
  writePictures,
  async lock(tx, ids) {
    if (ids.length === 0) return new Map();
    await lockProducts(tx, ids);
    const { rows } = await tx.execute(
      sql`select p.id, to_jsonb(f) as fields from products p, lateral (select ${sql.raw(
        Object.keys(RUN_FIELDS)
          .map((field) => `p.${field}`)
          .join(", "),
      )}) f where p.id in ${[...ids]}`,
    );
    return new Map(rows.map((row) => [String(row.id), row.fields as Fields]));
  },
  async write(tx, actor, rows) {
    const outcomes = [...(await createProducts(tx, actor, rows)), ...(await deleteProducts(tx, actor, rows))];
    const changes = rows.filter((row) => row.record_id !== null && row.after !== null);
    outcomes.push(...(await writeStock(tx, changes)));
    const settled = new Set(outcomes.map(({ place }) => place));
    const written = changes.filter(({ place }) => !settled.has(place));
    // A row may change nothing yet while its pictures are pending.
    const changed = written.filter(({ before, after }) => !isDeepStrictEqual(before, after));
    for (const group of byFields(changed)) await updateProducts(tx, group);
    await recordChanges(tx, actor, changed.map(auditOf));
    outcomes.push(...written.map(({ place }) => ({ place, state: "applied" as const, reason: "" })));
    return outcomes;
  },
};

const auditOf = ({ record_id, before, after }: PendingRow) => ({
  action: "product.update",
  subject: String(record_id),
  before,
  after,
});

const fieldsOf = (row: PendingRow): RunField[] =>
  Object.keys(row.after ?? {}).filter((field): field is RunField => field in RUN_FIELDS && field !== "stock_quantity");

/** Groups rows that change the same fields, one statement each. */
function byFields(rows: PendingRow[]): PendingRow[][] {
  const groups = new Map<string, PendingRow[]>();
  for (const row of rows) {
    const key = fieldsOf(row).toSorted().join();
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

async function updateProducts(tx: Tx, rows: PendingRow[]): Promise<void> {
  const fields = rows[0] ? fieldsOf(rows[0]) : [];
  const set = fields.map((field) => `${field} = r.${field}`);
  if (fields.includes("category_id"))
    set.push("top_category_id = (select coalesce(c.parent_id, c.id) from categories c where c.id = r.category_id)");
  const types = ["id uuid", ...fields.map((field) => `${field} ${RUN_FIELDS[field]}`)];
  const values = rows.map(({ record_id, after }) => ({ ...after, id: record_id }));
  await tx.execute(sql`
    update products p set ${sql.raw([...set, "version = p.version + 1", "updated_at = now()"].join(", "))}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(${sql.raw(types.join(", "))})
    where p.id = r.id`);
}

/** Applies stock differences with movements; returns the rows with insufficient stock. */
async function writeStock(tx: Tx, rows: PendingRow[]): Promise<RowOutcome[]> {
  const moves = rows.flatMap(({ place, record_id, before, after }) => {
    const quantity = Number(after?.stock_quantity ?? 0) - Number(before?.stock_quantity ?? 0);
    return after && "stock_quantity" in after && quantity !== 0 ? [{ place, id: record_id, quantity }] : [];
  });
  if (moves.length === 0) return [];
  const { rows: moved } = await tx.execute(sql`
    with wanted as (
      select place, id, quantity from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as w(place int, id uuid, quantity int)
    ), moved as (
      update products p set stock_quantity = p.stock_quantity + w.quantity
      from wanted w where p.id = w.id and p.stock_quantity + w.quantity >= 0
      returning p.id, w.place, w.quantity
    ), written as (
      insert into stock_movements (product_id, quantity, reason) select id, quantity, 'correction' from moved
    )
    select place from moved`);
  const done = new Set(moved.map(({ place }) => Number(place)));
  return moves
    .filter(({ place }) => !done.has(place))
    .map(({ place }) => ({ place, state: "failed", reason: "Too much of it was sold since." }));
}
