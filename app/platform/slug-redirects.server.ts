import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { slug_redirects } from "#db/schema/content.ts";

/**
 * The id of the record that formerly had `slug`, or null. Database triggers store the former slugs of a `noun`. A record
 * that has the slug now takes precedence: look that up first.
 */
export async function formerOwner(db: Tx, noun: string, slug: string): Promise<string | null> {
  if (slug.length > 300 || slug.includes("\0") || !slug.isWellFormed()) return null;
  const [row] = await db
    .select({ id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(and(eq(slug_redirects.noun, noun), eq(slug_redirects.slug, slug)));
  return row?.id ?? null;
}

/** Maximum number of former names that are searched; older ones do not redirect. */
const MOST_NAMES = 5_000;

/** The ids of records with a former name of `noun` whose slug is `slug` by `slugOf`, the latest first. */
export async function formerNameOwners(
  db: Tx,
  noun: string,
  slug: string,
  slugOf: (name: string) => string,
): Promise<string[]> {
  const rows = await db
    .select({ name: slug_redirects.slug, id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(eq(slug_redirects.noun, noun))
    .orderBy(desc(slug_redirects.created_at), slug_redirects.slug)
    .limit(MOST_NAMES);
  return rows.filter(({ name }) => slugOf(name) === slug).map(({ id }) => id);
}
