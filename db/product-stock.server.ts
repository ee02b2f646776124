import type { Connection } from "./database.ts";

/** Products of a statement: few, because writers of these products wait for it. */
const BATCH = 1_000;

/**
 * Adds the rows of `product_stock` that its triggers did not write: those of products from before the triggers, or of
 * rows that were loaded without them. Rows are added by ascending id, so the last ids tell whether any are missing: asking
 * for all would take a second of each start with a million products. A change meanwhile wins, because triggers write
 * missing rows too. The caller holds the migration lock.
 */
export async function fillProductStock(client: Connection, batch = BATCH): Promise<void> {
  const { rows: missing } = await client.query(
    `select from (select id from products order by id desc limit $1) p
     where not exists (select from product_stock s where s.product_id = p.id) limit 1`,
    [BATCH],
  );
  if (missing.length === 0) return;
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after !== undefined;) {
    const { rows }: { rows: { last: string }[] } = await client.query(
      `with part as (select id, stock_quantity, unavailable from products where id > $1 order by id limit $2),
        added as (
          insert into product_stock (product_id, quantity, is_low)
          select id, stock_quantity, stock_quantity <= 10 or unavailable from part
          on conflict (product_id) do nothing)
      select id as last from part order by id desc limit 1`,
      [after, batch],
    );
    after = rows[0]?.last;
  }
  // A product that was deleted between reading and writing.
  await client.query("delete from product_stock s where not exists (select from products p where p.id = s.product_id)");
}
