import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { ExportCell } from "#app/platform/files/table-file.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";

export type SubscriberState = "subscribed" | "waiting" | "unsubscribed";

const STATE = sql<SubscriberState>`case when ${newsletter_subscribers.unsubscribed_at} is not null then 'unsubscribed'
  when ${newsletter_subscribers.confirmed_at} is null then 'waiting' else 'subscribed' end`;

/** Address and state of the subscriber with this token, or null. */
export async function subscriberByToken(
  db: Tx,
  token: string,
): Promise<{ email: string; state: SubscriberState } | null> {
  if (!isUuid(token)) return null;
  const [found] = await db
    .select({ email: newsletter_subscribers.email, state: STATE })
    .from(newsletter_subscribers)
    .where(eq(newsletter_subscribers.token, token));
  return found ?? null;
}

/** Columns of the export, including time and source of the consent. */
const CELLS: Record<string, (row: Awaited<ReturnType<typeof readSubscribers>>[number]) => ExportCell> = {
  Email: (row) => row.email,
  State: (row) => row.state,
  "Consent given": (row) => row.consent_at.toISOString(),
  Form: (row) => row.consent_source,
  Confirmed: (row) => row.confirmed_at?.toISOString() ?? null,
  Unsubscribed: (row) => row.unsubscribed_at?.toISOString() ?? null,
};

/**
 * Subscribers as an export table, times in UTC; `onlyActive` excludes unconfirmed and unsubscribed ones. Throws without
 * export permission.
 */
export function subscriberTable(db: Tx, actor: Actor, { onlyActive }: { onlyActive: boolean }) {
  if (!can(actor, "export")) throw new Error("Only staff who may export get the addresses.");
  async function* rows(): AsyncGenerator<ExportCell[][]> {
    yield (await readSubscribers(db, onlyActive)).map((row) => Object.values(CELLS).map((cell) => cell(row)));
  }
  return { columns: Object.keys(CELLS), rows: rows() };
}

async function readSubscribers(db: Tx, onlyActive: boolean) {
  const table = newsletter_subscribers;
  return await db
    .select({
      email: table.email,
      state: STATE,
      ...pickColumns(table, "consent_at", "consent_source", "confirmed_at", "unsubscribed_at"),
    })
    .from(table)
    .where(onlyActive ? and(isNotNull(table.confirmed_at), isNull(table.unsubscribed_at)) : undefined)
    .orderBy(asc(table.email));
}
