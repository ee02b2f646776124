import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { users } from "#db/schema/auth.ts";
import { payment_attempts, payment_searches } from "#db/schema/payments.ts";
import { mustSee, PAYMENTS_PER_PAGE, unmatchedOfAmount } from "./board.server.ts";

/** A payment that may be the one a buyer looks for, with its order if there is one. */
export type SearchMatch = { reference: string; status: string; order_id: string | null; customer_name: string };

export type OpenSearch = Awaited<ReturnType<typeof openSearches>>["rows"][number];

const IS_OPEN = eq(payment_searches.result, "waiting");
const MOST_MATCHES = 3;

/** Searches that staff have not answered, longest waiting first, 20 per page, each with the payments that match it. */
export async function openSearches(db: Tx, actor: Actor, page: number) {
  mustSee(actor);
  const searches = await db
    .select({
      ...pickColumns(payment_searches, "id", "amount_kobo", "sent_at", "sender", "last4", "attempt_id"),
      ...pickColumns(payment_searches, "provider_reference", "created_at"),
      account: users.name,
    })
    .from(payment_searches)
    .leftJoin(users, eq(users.id, payment_searches.user_id))
    .where(IS_OPEN)
    .orderBy(asc(payment_searches.created_at), asc(payment_searches.id))
    .limit(PAYMENTS_PER_PAGE)
    .offset((page - 1) * PAYMENTS_PER_PAGE);
  const rows: (Omit<(typeof searches)[number], "attempt_id"> & { matches: SearchMatch[]; unmatched: string[] })[] = [];
  for (const { attempt_id, ...search } of searches) {
    const unmatched = await unmatchedOfAmount(db, search.amount_kobo, MOST_MATCHES);
    const stranger = search.provider_reference === "" ? [] : [search.provider_reference];
    const matches = await matchesOf(db, attempt_id, search);
    rows.push({ ...search, matches, unmatched: [...new Set([...stranger, ...unmatched])] });
  }
  return { rows, total: await db.$count(payment_searches, IS_OPEN) };
}

/** The payment that the search found itself, then others of its amount from three days before the money was sent on. */
async function matchesOf(
  db: Tx,
  attempt_id: string | null,
  { amount_kobo, sent_at }: { amount_kobo: number; sent_at: Date },
): Promise<SearchMatch[]> {
  const isFound = sql`${payment_attempts.id} = ${attempt_id}::uuid`;
  return await db
    .select(pickColumns(payment_attempts, "reference", "status", "order_id", "customer_name"))
    .from(payment_attempts)
    .where(
      sql`${isFound} or ${and(
        eq(payment_attempts.amount_kobo, amount_kobo),
        sql`${payment_attempts.created_at} between ${sent_at.toISOString()}::timestamptz - interval '72 hours'
          and ${sent_at.toISOString()}::timestamptz + interval '2 hours'`,
      )}`,
    )
    .orderBy(sql`${isFound} desc nulls last`, desc(payment_attempts.created_at))
    .limit(MOST_MATCHES);
}

/** The searches of a user, newest first, for the download of their data. `userId` must come from the session. */
export async function searchesOfUser(db: Tx, userId: string) {
  return await db
    .select(pickColumns(payment_searches, "amount_kobo", "sent_at", "sender", "last4", "result", "created_at"))
    .from(payment_searches)
    .where(eq(payment_searches.user_id, userId))
    .orderBy(desc(payment_searches.id));
}
