import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { slug_redirects } from "#db/schema/content.ts";

export type SlugNoun = "product" | "category" | "post";

/**
 * Remembers that `slug` led to the record `recordId`, in the transaction that gives the record another slug. A slug that
 * led elsewhere before leads to its latest owner.
 */
export async function rememberSlug(tx: Tx, noun: SlugNoun, slug: string, recordId: string): Promise<void> {
  const row = { noun, slug, record_id: recordId, created_at: new Date() };
  await tx
    .insert(slug_redirects)
    .values(row)
    .onConflictDoUpdate({ target: [slug_redirects.noun, slug_redirects.slug], set: row });
}

/** The id of the record that had `slug` before, or null. A record that has the slug now goes first: ask for that before. */
export async function formerOwner(db: Tx, noun: SlugNoun, slug: string): Promise<string | null> {
  if (slug.length > 300 || slug.includes("\0") || !slug.isWellFormed()) return null;
  const [row] = await db
    .select({ id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(and(eq(slug_redirects.noun, noun), eq(slug_redirects.slug, slug)));
  return row?.id ?? null;
}
