import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { HOLD_WEIGHT, tooManyHolds, type HeldElsewhere, type HoldRefusal } from "../rules.ts";
import type { Channel } from "../rules/transfer.ts";

/** Identifies the payer for hold limits. `visitor` is a network address or null. */
export type Starter = { visitor: string | null; user_id: string | null; email: string; phone: string };

type Line = { id: string; quantity: number };

/**
 * Locks by payer, so that concurrent starts count each other's holds. Lock order: after the checkout, before the
 * products.
 */
export async function lockHolders(tx: Tx, starter: Starter): Promise<void> {
  const { own, visitor } = holdersOf(starter);
  const keys = [...own.keys, ...(visitor?.keys ?? [])];
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 2))
    from jsonb_array_elements_text(${JSON.stringify(keys.sort())}::jsonb) key`);
}

/**
 * Reason why this start may not hold `lines`, or null. Counts unpaid holds in other checkouts of the account (for a
 * guest: of the contact at its network address) and of the network address. Transfers count more (`HOLD_WEIGHT`). The
 * caller has locked holders and products and released earlier holds of this checkout.
 */
export async function holdRefusal(
  tx: Tx,
  checkoutId: string,
  starter: Starter,
  lines: readonly Line[],
  channel: Channel,
  now: Date,
): Promise<HoldRefusal | null> {
  const { own, visitor } = holdersOf(starter);
  const held = (holder: Holder) => heldElsewhere(tx, checkoutId, holder, lines);
  const isGuest = starter.user_id === null;
  return tooManyHolds({ isGuest, channel, own: await held(own), visitor: visitor && (await held(visitor)) }, now);
}

/** `weighs`: whether a checkout counts by the time for which it holds goods. */
type Holder = { keys: string[]; isTheirs: SQL; weighs: boolean };

function holdersOf({ visitor, user_id, email, phone }: Starter): { own: Holder; visitor: Holder | null } {
  const address = email.toLowerCase();
  const digits = phone.replace(/\D/g, "").slice(-10);
  // Guests can enter another person's contact data, so it counts neither for that person's account nor at other
  // addresses.
  const own = user_id
    ? { keys: [`user ${user_id}`], isTheirs: sql`a.user_id = ${user_id}`, weighs: false }
    : {
        keys: [`email ${address}`, `phone ${digits}`],
        isTheirs: sql`a.user_id is null and a.visitor is not distinct from ${visitor} and (lower(a.customer_email) = ${address} or right(regexp_replace(a.customer_phone, '\\D', '', 'g'), 10) = ${digits})`,
        weighs: false,
      };
  const isTheirs = sql`a.visitor = ${visitor}`;
  return { own, visitor: visitor ? { keys: [`visitor ${visitor}`], isTheirs, weighs: true } : null };
}

/** Holds of this holder in open, unpaid checkouts other than `checkoutId`, compared with the lines of a cart. */
async function heldElsewhere(
  tx: Tx,
  checkoutId: string,
  { isTheirs, weighs }: Holder,
  lines: readonly Line[],
): Promise<HeldElsewhere> {
  const checkouts = weighs ? sql`sum(weight)` : sql`count(*)`;
  const { rows } = await tx.execute(sql`
    with theirs as (
      select a.id, a.hold_expires_at, case when exists (
          select 1 from payment_attempts t
          where t.checkout_id = a.checkout_id and t.channel = 'transfer' and t.hold_expires_at >= a.hold_expires_at
        ) then ${HOLD_WEIGHT.transfer}::int else ${HOLD_WEIGHT.popup}::int end as weight
      from payment_attempts a
      where a.status = 'open' and a.hold = 'held' and a.checkout_id <> ${checkoutId}::uuid and ${isTheirs}
    ), held as (
      select i.product_id as id, sum(i.quantity) as quantity, max(weight) as weight from payment_attempt_items i join theirs on theirs.id = i.attempt_id
      group by i.product_id
    ), wanted as (
      select p.name, w.quantity, p.min_order, p.stock_quantity as stock, coalesce(held.quantity, 0) as held
      from jsonb_to_recordset(${JSON.stringify(lines.map(({ id, quantity }) => ({ id, quantity })))}::jsonb) as w(id uuid, quantity int)
      join products p using (id) left join held using (id)
    )
    select (select coalesce(${checkouts}, 0)::int from theirs) as checkouts,
      (select extract(epoch from min(hold_expires_at))::float8 from theirs) as first_end,
      (select coalesce(sum(weight), 0)::int from held join products p using (id) where held.quantity > p.stock_quantity) as mostly_held,
      (select coalesce(jsonb_agg(name order by name), '[]') from wanted where quantity + held > stock - quantity) as takes_most,
      not exists (select 1 from wanted where quantity > greatest(min_order, (stock + held) / 10)) as is_small`);
  const [row] = rows;
  return {
    checkouts: Number(row?.["checkouts"]),
    mostly_held: Number(row?.["mostly_held"]),
    takes_most: row?.["takes_most"] as string[],
    is_small: row?.["is_small"] === true,
    first_end: row?.["first_end"] ? new Date(Number(row["first_end"]) * 1000) : null,
  };
}
