import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

const BARCODE = /^\d{8}$|^\d{12,14}$/;

/** Products whose slug, SKU, barcode, id or first 8 id characters equal the text. */
export async function namedIds(db: Tx, text: string, filter: SQL): Promise<string[]> {
  const key = text.toLowerCase();
  const names: SQL[] = [];
  const short = /^[0-9a-f]{8}$/.test(key);
  const whole = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);
  if (short || whole) {
    const [from, to] = whole
      ? [key, key]
      : [`${key}-0000-0000-0000-000000000000`, `${key}-ffff-ffff-ffff-ffffffffffff`];
    names.push(sql`id between ${from}::uuid and ${to}::uuid`);
  }
  if (/^[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+$/u.test(key)) names.push(sql`slug = ${key}`);
  if (BARCODE.test(key)) names.push(sql`barcode = ${key}`);
  // An SKU of letters only may be a word; it is looked up when the words have no match.
  if (/^\S*[\d._/-]\S*$/.test(key) && key.length <= 80) names.push(sql`lower(sku) = ${key}`);
  if (names.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where (${sql.join(names, sql` or `)}) and ${filter} limit 24`,
  );
  return rows.map((row) => row.id);
}

/** Products whose SKU or barcode is the text; with a digit in it also ignoring separators ("abc 12" is "ABC-12"). */
export async function codedIds(db: Tx, text: string, words: readonly string[], filter: SQL): Promise<string[]> {
  const separators = words.some((word) => /\d/.test(word)) ? ["-", "", "_", ".", "/", " "] : [];
  const codes = [...new Set([text.trim().toLowerCase(), ...separators.map((between) => words.join(between))])];
  const barcodes = codes.filter((code) => BARCODE.test(code));
  const isBarcode = barcodes.length > 0 ? sql` or barcode in ${barcodes}` : sql``;
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where (lower(sku) in ${codes}${isBarcode}) and ${filter} limit 24`,
  );
  return rows.map(({ id }) => id);
}
