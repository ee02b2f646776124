import { and, eq, getTableName, like, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#db/client.server.ts";
import { lockName } from "#db/transaction.server.ts";

/**
 * The first of "rice", "rice-2", "rice-3" that no row `among` those has in `column`. Transactions that choose a slug of
 * one table take turns.
 */
export async function freeSlug(tx: Tx, column: PgColumn, base: string, among?: SQL): Promise<string> {
  await lockName(tx, `slugs of ${getTableName(column.table)}`);
  const alike = or(eq(column, base), like(column, `${likeText(base)}-%`));
  const rows = await tx.select({ slug: column }).from(column.table).where(and(alike, among));
  return firstFreeSlug(base, new Set(rows.map(({ slug }) => String(slug))));
}

/** `base`, or `base` with the lowest suffix from 2 that is not in `taken`. */
export function firstFreeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Escapes "%", "_" and "\" of a text for a LIKE pattern. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
