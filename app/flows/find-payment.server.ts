import { placedToken } from "#app/features/orders/commands/claim.server.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { insertSearch } from "#app/features/payments/commands/searches.server.ts";
import { payHref } from "#app/features/payments/links.ts";
import {
  attemptByPayToken,
  attemptByToken,
  attemptsByReferences,
  attemptsOfBuyer,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { isSameSender } from "#app/features/payments/rules/transfer.ts";
import { searchSchema, type PaymentSearch } from "#app/features/payments/schema.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { visitorUnit } from "#app/platform/addresses.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import type { Visitor } from "./transfer-page.server.ts";

/** Maximum number of a buyer's own payments that a search asks about. */
const MOST_OWN = 10;
const HOUR_MS = 3_600_000;

/** Who searches: `pay_token` is that of the page from which the search was opened, or empty. */
export type Searcher = Visitor & { address: string; pay_token: string };

/** `href` is the buyer's order; null when the shop has only a note. */
export type FindPaymentResult =
  | { ok: true; href: string | null }
  | { ok: false; reason: "invalid"; errors: FieldErrors }
  | { ok: false; reason: "too_many"; wait_s: number };

/**
 * Searches a payment that a buyer has made. Asks the provider about the buyer's own payments, then about all successes of
 * the amount, and settles what it finds; the answer is an order of the buyer's own or a note for staff, never anything
 * about another person's payment. Valid searches are limited by address and account.
 */
export async function findPayment(
  ctx: PaymentsContext & { limits: { hit(name: "payment_search", key: string): Promise<number | null> } },
  searcher: Searcher,
  input: unknown,
): Promise<FindPaymentResult> {
  const parsed = searchSchema(currentTime(ctx)).safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const search = parsed.data;
  for (const key of [searcher.address, searcher.user_id]) {
    const wait_s = key === null ? null : await ctx.limits.hit("payment_search", key);
    if (wait_s !== null) return { ok: false, reason: "too_many", wait_s };
  }
  const buyer = await buyerOf(ctx, searcher);
  const { unpaid } = await ownOf(ctx, buyer, search);
  await Promise.all(unpaid.map(({ reference }) => settlePayment(ctx, reference)));
  const own = await ownOf(ctx, buyer, search);
  const listed = own.found ? null : await settleListed(ctx, search);
  // A success of the list may be the buyer's own.
  const { found, waiting } = listed?.attempts.length ? await ownOf(ctx, buyer, search) : own;
  const matching = found ?? listed?.match ?? waiting;
  await insertSearch(ctx, {
    ...search,
    user_id: searcher.user_id,
    visitor: visitorUnit(searcher.address),
    result: found ? "attached" : "waiting",
    attempt_id: matching?.id ?? null,
    provider_reference: listed?.stranger ?? "",
  });
  return { ok: true, href: found ? hrefOf(found, buyer) : null };
}

/** Whose payments a search may find: those of an account, of this guest's checkout, and of the page it came from. */
type Buyer = { user_id: string | null; placed: Attempt | null; page: Attempt | null };

async function buyerOf(ctx: PaymentsContext, { user_id, cookies, pay_token }: Searcher): Promise<Buyer> {
  return {
    user_id,
    placed: await attemptByToken(ctx.db, placedToken(cookies) ?? ""),
    page: await attemptByPayToken(ctx.db, pay_token),
  };
}

/** When the payment was started: at most 72 hours before its money was sent, by a clock that may be an hour wrong. */
function spanOf({ sent_at }: PaymentSearch): { from: Date; to: Date } {
  return { from: new Date(sent_at.getTime() - 72 * HOUR_MS), to: new Date(sent_at.getTime() + 2 * HOUR_MS) };
}

type Own = { found: Attempt | null; waiting: Attempt | null; unpaid: Attempt[] };

/** The buyer's payments: a settled one of this amount and time, an unpaid one, and all that may still be paid. */
async function ownOf(ctx: PaymentsContext, { user_id, placed, page }: Buyer, search: PaymentSearch): Promise<Own> {
  const checkout_ids = [placed, page].flatMap((one) => one?.checkout_id ?? []);
  const { from, to } = spanOf(search);
  const attempts = await attemptsOfBuyer(ctx.db, { user_id, checkout_ids }, { from, to }, MOST_OWN);
  const isMeant = (one: Attempt) =>
    one.amount_kobo === search.amount_kobo && one.created_at >= from && one.created_at <= to;
  const meant = attempts.filter(isMeant);
  const isUnpaid = ({ status }: Attempt) => status === "open" || status === "closed";
  return {
    found: meant.find(({ status }) => status === "settled") ?? null,
    waiting: meant.find(isUnpaid) ?? null,
    unpaid: attempts.filter(isUnpaid),
  };
}

/**
 * Settles the successes of this amount that the provider lists. `match` is the one of this sender, whoever's it is, and
 * `stranger` the reference of one that this shop did not start: both are for staff only.
 */
async function settleListed(ctx: PaymentsContext, search: PaymentSearch) {
  const result = await ctx.payments?.paidTransactions({ amount_kobo: search.amount_kobo, ...spanOf(search) });
  const paid = result?.ok ? result.paid : [];
  const attempts = await attemptsByReferences(
    ctx.db,
    paid.map(({ reference }) => reference),
  );
  const unsettled = attempts.filter(({ status }) => status === "open" || status === "closed");
  await Promise.all(unsettled.map(({ reference }) => settlePayment(ctx, reference)));
  const matching = paid.filter((one) => isSameSender(search, one)).map(({ reference }) => reference);
  return {
    attempts,
    match: attempts.find(({ reference }) => matching.includes(reference)) ?? null,
    stranger: matching.find((one) => attempts.every(({ reference }) => reference !== one)),
  };
}

/** The order for its buyer; for another holder of a transfer's page, that page. */
function hrefOf(found: Attempt, { user_id, placed, page }: Buyer): string {
  const isBuyer = (user_id !== null && found.user_id === user_id) || placed?.checkout_id === found.checkout_id;
  return !isBuyer && page?.pay_token ? payHref(page.pay_token) : paymentSuccessHref(found.access_token);
}
