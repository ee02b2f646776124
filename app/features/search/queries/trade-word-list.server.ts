import { eq, inArray, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { trade_words } from "#db/schema/catalog.ts";
import type { TRADE_WORDS } from "../rules/trade-word-list.ts";

/** `id` is the phrase; an empty `kind` marks filler words. */
export type TradeWord = { id: string; kind: string };

/** List source of trade words. Requires the right products.edit. */
export function tradeWordsSource({ q }: ListState<typeof TRADE_WORDS>): ListSource<TradeWord> {
  const { phrase, kind } = trade_words;
  const where = q ? containsText(sql`${phrase} || ' ' || ${kind}`, q) : undefined;
  const read = async (db: Tx, ids: string[]) =>
    await db.select({ id: phrase, kind }).from(trade_words).where(inArray(phrase, ids));
  return { from: trade_words, id: phrase, where, sorts: { phrase: [phrase], kind: [kind, phrase] }, read };
}

/** One trade word by its phrase, or null. */
export async function tradeWord(db: Tx, phrase: string): Promise<TradeWord | null> {
  const columns = { id: trade_words.phrase, kind: trade_words.kind };
  const [row] = await db.select(columns).from(trade_words).where(eq(trade_words.phrase, phrase));
  return row ?? null;
}
