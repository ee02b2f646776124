import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { searchWords } from "./search-text.server.ts";

/**
 * `words` with brand and local names replaced by the kind of goods they stand for: those that no product carries
 * ("names"), with words that name no goods left out ("filler"), or even those that some product carries ("all"). Null
 * when nothing is replaced or left.
 */
export async function kindOf(
  db: Tx,
  words: readonly string[],
  which: "names" | "filler" | "all",
): Promise<string[] | null> {
  const phrases = [...words.keys()].flatMap((at) =>
    [1, 2, 3].filter((size) => at + size <= words.length).map((size) => phraseAt(words, at, size)),
  );
  if (phrases.length === 0) return null;
  const { rows } = await db.execute<{ at: number; size: number; kind: string }>(sql`
    select p.at, p.size, t.kind
    from jsonb_to_recordset(${JSON.stringify(phrases)}::jsonb) as p(at integer, size integer, phrase text, query text)
    join trade_words t on t.stems = stem_words(p.phrase)
    where case when ${which}::text = 'all' then true when t.kind = '' then ${which}::text = 'filler' else (
      select count(*) from (select 1 from products where search @@ to_tsquery('english', p.query) limit 1000) carrying
    ) = 0 end`);
  if (rows.length === 0) return null;
  const kinds: string[] = [];
  for (let at = 0; at < words.length;) {
    const longest = rows.filter((row) => row.at === at).toSorted((a, b) => b.size - a.size)[0];
    kinds.push(...(longest ? searchWords(longest.kind) : words.slice(at, at + 1)));
    at += longest?.size ?? 1;
  }
  const unique = [...new Set(kinds)];
  return unique.length > 0 && unique.join(" ") !== words.join(" ") ? unique : null;
}

/** The phrase and the tsquery that finds it, word beside word, in names and distributors. */
function phraseAt(words: readonly string[], at: number, size: number) {
  const part = words.slice(at, at + size);
  return { at, size, phrase: part.join(" "), query: part.map((word) => `'${word}':AB`).join(" <-> ") };
}
