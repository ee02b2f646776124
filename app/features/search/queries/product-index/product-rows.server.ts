import { sql, type SQL } from "drizzle-orm";
import { NET_ATTRIBUTES } from "#app/features/products/rules/read-net-content.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { FLAGS } from "./indexed-product.server.ts";

/** The attribute with the net content of a piece; most products have none, which the first test tells cheaply. */
const STATED = sql`case when p.attributes::text ~* '"net ' then coalesce((select a->>'value' from
  jsonb_array_elements(p.attributes) a where lower(a->>'name') in ${[...NET_ATTRIBUTES]} limit 1), '') else '' end`;

/** Place of the group's id in a row. */
const GROUP = 11;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The index rows of these products. */
export async function readProductRows(db: Tx, ids: readonly string[]): Promise<string[][]> {
  return await rowsOf(db, sql`products where id = any(${compactList(ids)}::uuid[])`);
}

/**
 * The index rows of all products, `size` at a time: first those of groups, group by group, so that the variants of a card
 * stand beside each other. Each batch is read at another moment: a change meanwhile is notified. With `isAhead` the next
 * batch is read while one is taken in.
 */
export async function* productRowBatches(db: Tx, size: number, isAhead = false): AsyncGenerator<string[][]> {
  const grouped = ([id = BEFORE_ALL, ...rest]: readonly string[]) =>
    rowsOf(
      db,
      sql`products where (group_id, id) > (${rest[GROUP - 1] ?? BEFORE_ALL}, ${id}) order by group_id, id limit ${size}`,
      sql`p.group_id, p.id`,
    );
  const alone = ([id = BEFORE_ALL]: readonly string[]) =>
    rowsOf(db, sql`products where group_id is null and id > ${id} order by id limit ${size}`);
  for (const read of [grouped, alone]) {
    let coming: Promise<string[][]> | null = null;
    for (let end: string[] | undefined = []; end;) {
      const rows: string[][] = await (coming ?? read(end));
      end = rows.length < size ? undefined : rows.at(-1);
      coming = isAhead && end ? read(end) : null;
      // Whoever takes it is told.
      coming?.catch(() => {});
      yield rows;
    }
  }
}

/** Aggregates all rows into one string: separate rows would take six times as long. No field contains the separators. */
async function rowsOf(db: Tx, selected: SQL, order = sql`p.id`): Promise<string[][]> {
  const plain = (column: SQL) => sql`translate(${column}, E'\x1e\x1f', '  ')`;
  const flag = (condition: SQL, bit: number) => sql`case when ${condition} then ${sql.raw(String(bit))} else 0 end`;
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select string_agg(concat_ws(E'\x1f', p.id, ${plain(sql`p.sort_name`)}, (extract(epoch from p.created_at) * 1000000)::bigint,
      p.effective_price_kobo, p.piece_price_kobo, p.min_order, not p.unavailable, coalesce(p.category_id::text, ''),
      coalesce(p.top_category_id::text, ''), ${plain(sql`p.distributor`)}, ${plain(sql`p.brand`)},
      coalesce(p.group_id::text, ''), ${plain(sql`coalesce(g.name, '')`)}, coalesce(g.option_names::text, ''),
      case when p.option_values = '{}' then '' else p.option_values::text end,
      ${flag(sql`p.featured`, FLAGS.featured)} + ${flag(sql`p.best_seller`, FLAGS.best_seller)}
      + ${flag(sql`p.new_arrival`, FLAGS.new_arrival)} + ${flag(sql`p.effective_price_kobo < p.price_kobo`, FLAGS.discounted)}
      + ${flag(sql`p.price_steps <> '[]'`, FLAGS.priceBreaks)} + ${flag(sql`p.pieces > 1`, FLAGS.packed)},
      ${plain(sql`p.unit`)}, p.pieces, coalesce(p.weight_grams::text, ''), ${plain(STATED)}
    ), E'\x1e' order by ${order}) as text
    from (select * from ${selected}) p left join product_groups g on g.id = p.group_id`);
  const text = rows[0]?.text ?? "";
  return text === "" ? [] : text.split("\x1e").map((row) => row.split("\x1f"));
}

/** Whether each product can be bought, by id. */
export async function stockById(db: Tx, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await db.execute<{ id: string; unavailable: boolean }>(
    sql`select id, unavailable from products where id = any(${compactList(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, unavailable }) => [id, !unavailable]));
}

function compactList(ids: readonly string[]): string {
  return `{${ids.filter(isUuid).join()}}`;
}
