import { and, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { anonymizeOldPayers, purgeReports } from "#app/features/payments/commands.server.ts";
import type { Db } from "#db/client.server.ts";
import { trash } from "#db/schema/admin.ts";
import { auth_rate_limits, sessions, verifications } from "#db/schema/auth.ts";
import { rate_limits } from "#db/schema/limits.ts";
import { mails } from "#db/schema/mail.ts";

const DAY_MS = 86_400_000;
/** How long the shop knows who was written to about an account, and who tried to pay and did not (decision 0036). */
const KEPT_MS = 30 * DAY_MS;
/** Longer than any limit of the sign-in service counts. */
const COUNTED_MS = DAY_MS;
/** Rows of one statement: between two of them others get their turn on the embedded database's one connection. */
const BATCH = 500;

export type Swept = Record<
  "trash" | "sessions" | "codes" | "limits" | "sign_in_limits" | "messages" | "payers" | "reports",
  number
>;

/**
 * Deletes sessions, open codes and counts of requests that have lapsed, and account messages that are old; forgets who
 * tried to pay long ago and did not. Answers how many of each. Orders and what belongs to them stay.
 */
export async function sweepPersonalData(db: Db, now = new Date(), batch = BATCH): Promise<Swept> {
  const old = new Date(now.getTime() - KEPT_MS);
  const isOldCount = lt(auth_rate_limits.lastRequest, now.getTime() - COUNTED_MS);
  const remove = (table: PgTable, key: PgColumn, isOver: SQL | undefined) =>
    untilNone(batch, async () => {
      const some = db.select({ key }).from(table).where(isOver).limit(batch);
      // Said twice: a row that was renewed after it was chosen stays.
      const gone = await db
        .delete(table)
        .where(and(inArray(key, some), isOver))
        .returning({ key });
      return gone.length;
    });
  return {
    trash: await remove(trash, trash.id, lt(trash.deleted_at, old)),
    sessions: await remove(sessions, sessions.id, lt(sessions.expiresAt, now)),
    codes: await remove(verifications, verifications.id, lt(verifications.expiresAt, now)),
    limits: await remove(rate_limits, rate_limits.key, lt(rate_limits.expire, now.getTime())),
    sign_in_limits: await remove(auth_rate_limits, auth_rate_limits.id, isOldCount),
    messages: await remove(mails, mails.id, and(isNull(mails.order_id), lt(mails.created_at, old))),
    payers: await untilNone(batch, () => anonymizeOldPayers(db, old, batch)),
    reports: await untilNone(batch, () => purgeReports(db, old, batch)),
  };
}

/** Repeats `step`, which answers how many rows it did, until it finds fewer than `batch`. */
async function untilNone(batch: number, step: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await step();
    total += done;
    if (done < batch) return total;
  }
}
