import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { synonyms } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { searchWords } from "../queries/search-text.server.ts";
import { KIND_SEPARATOR } from "../rules/synonym-list.ts";

type Context = Pick<Shop, "db">;

const MAX_KINDS = 6;
/** Maximum number of words in a phrase that searches match. */
const MAX_PHRASE_WORDS = 4;

const COLUMNS = pickColumns(synonyms, "phrase", "kind", "shelf");

const input = z.object({
  /** The phrase being edited; empty for a new one. */
  was: z.string().max(200).default(""),
  phrase: z
    .string()
    .max(100, "At most 100 characters.")
    .transform((text) => searchWords(text))
    .refine((words) => words.length > 0, "Please enter what shoppers type.")
    .refine((words) => words.length <= MAX_PHRASE_WORDS, `At most ${MAX_PHRASE_WORDS} words.`)
    .transform((words) => words.join(" ")),
  kind: z
    .string()
    .max(300, "At most 300 characters.")
    .transform((text) => text.split("|").flatMap((kind) => kind.trim().replaceAll(/\s+/g, " ") || []))
    .refine((kinds) => kinds.length <= MAX_KINDS, `At most ${MAX_KINDS} kinds of goods.`)
    .refine((kinds) => kinds.every((kind) => searchWords(kind).length > 0), "Please use words.")
    .transform((kinds) => kinds.join(KIND_SEPARATOR)),
  /** Slug of a category, or empty. */
  shelf: z.string().max(200).default(""),
});

export type SaveSynonymResult = { ok: true; phrase: string } | InvalidInput | { ok: false; reason: "forbidden" };

/**
 * Creates or updates a synonym; requires products.edit. `form` is the unvalidated form. Takes effect at once in
 * searches.
 */
export async function saveSynonym({ db }: Context, actor: Actor, form: unknown): Promise<SaveSynonymResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const parsed = input.safeParse(form);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { was, phrase, kind, shelf } = parsed.data;
  return await inTransaction(db, async (tx): Promise<SaveSynonymResult> => {
    const { phrase: column, stems } = synonyms;
    const isSame = and(sql`${stems} = stem_words(${phrase})`, ne(column, was));
    const [other] = await tx.select({ phrase: column }).from(synonyms).where(isSame).for("update");
    if (other) {
      const message = `“${other.phrase}” is in the list already. Please edit that one.`;
      return { ok: false, reason: "invalid", errors: { phrase: message } };
    }
    const [before] = await tx.delete(synonyms).where(eq(column, was)).returning(COLUMNS);
    await tx.insert(synonyms).values({ phrase, kind, shelf });
    await noteChange(tx, actor, { subject: phrase, before: before ?? null, after: { phrase, kind, shelf } });
    return { ok: true, phrase };
  });
}

/** Deletes a synonym; requires products.edit. */
export async function deleteSynonym(
  { db }: Context,
  actor: Actor,
  phrase: string,
): Promise<{ ok: true } | { ok: false; reason: "forbidden" | "unknown" }> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx) => {
    const [before] = await tx.delete(synonyms).where(eq(synonyms.phrase, phrase)).returning(COLUMNS);
    if (!before) return { ok: false, reason: "unknown" } as const;
    await noteChange(tx, actor, { subject: phrase, before, after: null });
    return { ok: true } as const;
  });
}

type AuditedChange = { subject: string; before: object | null; after: object | null };

/** Records the change and drops cached searches. */
async function noteChange(tx: Tx, actor: NonNullable<Actor>, { subject, before, after }: AuditedChange): Promise<void> {
  const verb = after === null ? "delete" : before === null ? "create" : "update";
  await recordChange(tx, actor, { action: `search_word.${verb}`, subject, before, after });
  await tx.execute(sql`select pg_notify('catalogue', 'all')`);
}
