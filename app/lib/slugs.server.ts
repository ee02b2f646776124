import { and, eq, like, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#db/client.server.ts";

/** The first of "rice", "rice-2", "rice-3" that no row has in `column`, of those that are `among`. */
export async function freeSlug(tx: Tx, column: PgColumn, base: string, among?: SQL): Promise<string> {
  const alike = or(eq(column, base), like(column, `${likeText(base)}-%`));
  const rows = await tx.select({ slug: column }).from(column.table).where(and(alike, among));
  return firstFree(base, new Set(rows.map(({ slug }) => String(slug))));
}

/** `base`, or with the lowest number from 2 behind it that makes it none of `taken`. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** A text as part of a LIKE pattern, in which its own "%", "_" and "\" stand for themselves. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
