import { eq, inArray, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { synonyms } from "#db/schema/catalog.ts";
import type { SYNONYMS } from "../rules/synonym-list.ts";

/** `id` is the phrase; an empty `kind` marks filler words. `shelf` is a category's slug or empty. */
export type Synonym = { id: string; kind: string; shelf: string };

/** List source of synonyms. Requires the right products.edit. */
export function synonymsSource({ q }: ListState<typeof SYNONYMS>): ListSource<Synonym> {
  const { phrase, kind, shelf } = synonyms;
  const where = q ? containsText(sql`${phrase} || ' ' || ${kind}`, q) : undefined;
  const read = async (db: Tx, ids: string[]) =>
    await db.select({ id: phrase, kind, shelf }).from(synonyms).where(inArray(phrase, ids));
  return { from: synonyms, id: phrase, where, sorts: { phrase: [phrase], kind: [kind, phrase] }, read };
}

/** One synonym by its phrase, or null. */
export async function synonym(db: Tx, phrase: string): Promise<Synonym | null> {
  const columns = { id: synonyms.phrase, kind: synonyms.kind, shelf: synonyms.shelf };
  const [row] = await db.select(columns).from(synonyms).where(eq(synonyms.phrase, phrase));
  return row ?? null;
}
