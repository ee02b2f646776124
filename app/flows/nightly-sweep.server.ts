import { and, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { purgeDriverPhones } from "#app/features/orders/commands/shipments.server.ts";
import { anonymizeOldPayers, purgeReports } from "#app/features/payments/commands.server.ts";
import { purgeSearches } from "#app/features/payments/commands/searches.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Db } from "#db/client.server.ts";
import { trash } from "#db/schema/admin.ts";
import { auth_rate_limits, sessions, verifications } from "#db/schema/auth.ts";
import { rate_limits } from "#db/schema/limits.ts";
import { mails } from "#db/schema/mail.ts";

const DAY_MS = 86_400_000;
/** Retention of account messages and of payer data of failed payments (decision 0036). */
const RETENTION_MS = 30 * DAY_MS;
/** How long drivers' phone numbers are kept: longer than any claim about the goods. */
const DRIVER_DAYS = 90;
/** Longer than any rate-limit window of the sign-in service. */
const COUNTED_MS = DAY_MS;
/** Rows per statement, so that other requests can use the embedded database's single connection in between. */
const BATCH = 500;

export type Swept = Record<
  | "trash"
  | "sessions"
  | "codes"
  | "limits"
  | "sign_in_limits"
  | "messages"
  | "payers"
  | "reports"
  | "searches"
  | "driver_phones",
  number
>;

/** Starts the nightly purge of personal data (`sweepPersonalData`) and vacuums the tables. */
export async function startNightlySweep({
  database,
  db,
  jobs,
  log,
}: Pick<Shop, "database" | "db" | "jobs" | "log">): Promise<void> {
  await jobs.everyNight("nightly-sweep", async () => {
    log.info({ swept: await sweepPersonalData(db) }, "nightly sweep");
    await database.vacuum?.();
  });
}

/**
 * Deletes expired sessions, pending codes, rate-limit counters, old account messages and drivers' phone numbers, and
 * anonymizes old failed payments. Returns the counts. Orders and their data are kept.
 */
export async function sweepPersonalData(db: Db, now = new Date(), batch = BATCH): Promise<Swept> {
  const old = new Date(now.getTime() - RETENTION_MS);
  const isOldCount = lt(auth_rate_limits.lastRequest, now.getTime() - COUNTED_MS);
  const remove = (table: PgTable, key: PgColumn, isOver: SQL | undefined) =>
    untilNone(batch, async () => {
      const some = db.select({ key }).from(table).where(isOver).limit(batch);
      // The condition is repeated, so that a row renewed after its selection is kept.
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
    searches: await untilNone(batch, () => purgeSearches(db, now, batch)),
    driver_phones: await untilNone(batch, () => purgeDriverPhones(db, daysBefore(now, DRIVER_DAYS), batch)),
  };
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Repeats `step`, which returns the number of rows processed, until it is below `batch`. */
async function untilNone(batch: number, step: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await step();
    total += done;
    if (done < batch) return total;
  }
}
