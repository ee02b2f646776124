import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { tooManyHolds, type HeldElsewhere, type Holder, type HoldRefusal } from "../rules.ts";

/** Who starts a payment, as far as limits know them. `visitor` is a network address or null. */
export type Starter = { visitor: string | null; user_id: string | null; email: string; phone: string };

type Line = { id: string; quantity: number };

/**
 * Locks who starts, so that starts at once count each other's holds. Taken after the lock of the checkout and before any
 * product is locked.
 */
export async function lockHolders(tx: Tx, starter: Starter): Promise<void> {
  const keys = holdersOf(starter).flatMap((holder) => holder.keys);
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 2))
    from jsonb_array_elements_text(${JSON.stringify(keys.sort())}::jsonb) key`);
}

/**
 * Why this start may not hold `lines`, or null: what its network address, or its account (of a guest: its e-mail
 * address or phone number), holds unpaid in other checkouts counts. The holders and products are locked, and what the
 * checkout held before is released.
 */
export async function holdRefusal(
  tx: Tx,
  checkoutId: string,
  starter: Starter,
  lines: readonly Line[],
  now: Date,
): Promise<HoldRefusal | null> {
  for (const { holder, isTheirs } of holdersOf(starter)) {
    const refusal = tooManyHolds(holder, await heldElsewhere(tx, checkoutId, isTheirs, lines), now);
    if (refusal) return refusal;
  }
  return null;
}

function holdersOf({ visitor, user_id, email, phone }: Starter): { holder: Holder; keys: string[]; isTheirs: SQL }[] {
  const address = email.toLowerCase();
  const digits = phone.replace(/\D/g, "").slice(-10);
  // A guest can write anybody's address: it does not count against the account that has it.
  const contact = user_id
    ? { keys: [`user ${user_id}`], isTheirs: sql`a.user_id = ${user_id}` }
    : {
        keys: [`email ${address}`, `phone ${digits}`],
        isTheirs: sql`a.user_id is null and (lower(a.customer_email) = ${address} or right(regexp_replace(a.customer_phone, '\\D', '', 'g'), 10) = ${digits})`,
      };
  const own = { holder: "contact" as const, ...contact };
  if (!visitor) return [own];
  return [{ holder: "visitor", keys: [`visitor ${visitor}`], isTheirs: sql`a.visitor = ${visitor}` }, own];
}

/** What a holder has in open, unpaid checkouts other than `checkoutId`, beside the lines of a cart. */
async function heldElsewhere(
  tx: Tx,
  checkoutId: string,
  isTheirs: SQL,
  lines: readonly Line[],
): Promise<HeldElsewhere> {
  const { rows } = await tx.execute(sql`
    with theirs as (
      select a.id, a.hold_expires_at from payment_attempts a
      where a.status = 'open' and a.hold = 'held' and a.checkout_id <> ${checkoutId}::uuid and ${isTheirs}
    ), held as (
      select i.product_id as id, sum(i.quantity) as pieces from payment_attempt_items i join theirs on theirs.id = i.attempt_id
      group by i.product_id
    ), wanted as (
      select id, quantity as pieces from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w(id uuid, quantity int)
    )
    select (select count(*)::int from theirs) as checkouts,
      (select extract(epoch from min(hold_expires_at))::float8 from theirs) as first_end,
      (select count(*)::int from held join products p using (id) where held.pieces > p.stock_quantity) as mostly_held,
      exists (
        select 1 from wanted join products p using (id) left join held using (id)
        where wanted.pieces + coalesce(held.pieces, 0) > p.stock_quantity - wanted.pieces
      ) as wants_most`);
  const [row] = rows;
  return {
    checkouts: Number(row?.["checkouts"]),
    mostly_held: Number(row?.["mostly_held"]),
    wants_most: row?.["wants_most"] === true,
    first_end: row?.["first_end"] ? new Date(Number(row["first_end"]) * 1000) : null,
  };
}
