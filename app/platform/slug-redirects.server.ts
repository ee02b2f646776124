import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { slug_redirects } from "#db/schema/content.ts";

/** Records whose former slugs are stored by database triggers. */
export type SlugNoun = "product" | "category" | "post";

/**
 * The id of the record that formerly had `slug`, or null. A record that has the slug now takes precedence: look that up
 * first.
 */
export async function formerOwner(db: Tx, noun: SlugNoun, slug: string): Promise<string | null> {
  if (slug.length > 300 || slug.includes("\0") || !slug.isWellFormed()) return null;
  const [row] = await db
    .select({ id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(and(eq(slug_redirects.noun, noun), eq(slug_redirects.slug, slug)));
  return row?.id ?? null;
}

/** Maximum number of former distributor names that are searched; older ones do not redirect. */
const MOST_NAMES = 5_000;

/** The ids of products that left a distributor whose name has the slug `slug` by `slugOf`, the latest first. */
export async function productsOfFormerDistributor(
  db: Tx,
  slug: string,
  slugOf: (name: string) => string,
): Promise<string[]> {
  const rows = await db
    .select({ name: slug_redirects.slug, id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(eq(slug_redirects.noun, "distributor"))
    .orderBy(desc(slug_redirects.created_at), slug_redirects.slug)
    .limit(MOST_NAMES);
  return rows.filter(({ name }) => slugOf(name) === slug).map(({ id }) => id);
}
