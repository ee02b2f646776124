import { placedToken } from "#app/features/orders/commands/claim.server.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { isOpened } from "#app/features/payments/commands/open.server.ts";
import { payHref } from "#app/features/payments/links.ts";
import {
  attemptByPayToken,
  attemptByToken,
  attemptsOfCheckout,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { rejectedTransfer, type RejectedTransfer } from "#app/features/payments/queries/transfers.server.ts";
import {
  rejectedWords,
  transferWords,
  type AwaitedTransfer,
  type ShownState,
  type TransferState,
} from "#app/features/payments/rules/transfer-page.ts";
import type { Tx } from "#db/client.server.ts";
import { checkPayment } from "./check-payment.server.ts";

/** Minimum interval between two provider requests from the pages of one transfer, in ms. */
const ASK_GAP_MS = 10_000;

type Transfer = {
  state: TransferState;
  attempt: Attempt;
  /** The access token of the order. */
  order_token: string | null;
  /** The pay token of a newer account number of the same checkout. */
  newer: string | null;
  rejected: RejectedTransfer | null;
};

/**
 * The transfer of a pay token, as it is now: asks the provider at most once in 10 seconds. Null for an unknown token.
 */
async function readTransfer(ctx: PaymentsContext, token: string): Promise<Transfer | null> {
  const known = await attemptByPayToken(ctx.db, token);
  if (!known) return null;
  if (known.status === "open")
    await checkPayment({ ...ctx, checkGapMs: ctx.checkGapMs ?? ASK_GAP_MS }, known.reference, { recent: true });
  const attempts = await attemptsOfCheckout(ctx.db, known.checkout_id);
  const attempt = attempts.find(({ id }) => id === known.id) ?? known;
  const order_token = attempts.find(({ status }) => status === "settled")?.access_token ?? null;
  const later = attempts.find((one) => one.created_at > attempt.created_at && one.status === "open" && isAccount(one));
  return {
    state: order_token === null ? stateOf(attempt, currentTime(ctx)) : "paid",
    attempt,
    order_token,
    newer: order_token === null ? (later?.pay_token ?? null) : null,
    rejected: await rejectedTransfer(ctx.db, attempt.reference),
  };
}

/** What changes on the page of a transfer; null for an unknown token. */
export async function transferState(ctx: PaymentsContext, token: string): Promise<ShownState | null> {
  const transfer = await readTransfer(ctx, token);
  if (!transfer) return null;
  const { state, newer, rejected } = transfer;
  return { state: newer === null ? state : "newer", rejected_at: rejected?.at.getTime() ?? null };
}

/**
 * The page of a transfer for anyone with its address, or the address that it leads to: the order, for its buyer only,
 * or the page of a newer account number. Null for an unknown token.
 */
export async function transferPage(ctx: PaymentsContext, token: string, visitor: Visitor) {
  const transfer = await readTransfer(ctx, token);
  if (!transfer) return null;
  const { attempt, state, order_token, newer, rejected } = transfer;
  if (newer !== null) return { to: payHref(newer) };
  const isOwn = await isOwnCheckout(ctx.db, attempt, visitor);
  if (order_token !== null && isOwn) return { to: paymentSuccessHref(order_token) };
  const { amount_kobo, account_number, account_name, bank_name, account_expires_at } = attempt;
  const { sandbox, checkoutOrigin } = ctx.payments ?? {};
  const awaited: AwaitedTransfer = {
    state: state === "open" ? "open" : "ended",
    account: { account_number: account_number ?? "", account_name: account_name ?? "", bank_name: bank_name ?? "" },
    amount_kobo,
    ends_at: account_expires_at?.getTime() ?? 0,
    now: currentTime(ctx).getTime(),
    url: ctx.baseUrl + payHref(token),
    bank: sandbox && state === "open" ? `${checkoutOrigin}/bank?account=${account_number}` : null,
    may_use_card: isOwn,
  };
  return {
    state,
    ...transferWords(state, amount_kobo, attempt.reference),
    awaited: state === "open" || state === "ended" ? awaited : null,
    rejected: rejected && { text: rejectedWords(state, rejected.amount_kobo, amount_kobo), at: rejected.at.getTime() },
  };
}

const isAccount = (attempt: Attempt) => attempt.channel === "transfer" && isOpened(attempt);

function stateOf({ status, account_expires_at }: Attempt, now: Date): TransferState {
  if (status === "review" || status === "closed") return status;
  return account_expires_at !== null && account_expires_at > now ? "open" : "ended";
}

/** Who asks for a page of a payment: the account if signed in, and the browser's cookies. */
export type Visitor = { user_id: string | null; cookies: string | null };

/** Whether the visitor started this attempt's checkout: by account, or as a guest in this browser. */
export async function isOwnCheckout(db: Tx, attempt: Attempt, { user_id, cookies }: Visitor): Promise<boolean> {
  if (user_id !== null && attempt.user_id === user_id) return true;
  const placed = await attemptByToken(db, placedToken(cookies) ?? "");
  return placed?.checkout_id === attempt.checkout_id;
}
