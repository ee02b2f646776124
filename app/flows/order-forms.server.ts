import { data, type RouterContextProvider } from "react-router";
import { userContext } from "#app/features/accounts/middleware.server.ts";
import { deliveryCalendar } from "#app/features/delivery/queries/rates.server.ts";
import { isWorkingDay } from "#app/features/delivery/rules/quote.ts";
import { setPromise } from "#app/features/orders/commands/promise.server.ts";
import { orderStatusBadge } from "#app/features/orders/rules.ts";
import { PROMISE_PROBLEMS } from "#app/features/orders/rules/delivery.ts";
import { transitionMessage, type TransitionRefusal } from "#app/features/orders/rules/transitions.ts";
import { shortWords } from "#app/features/orders/rules/updates.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { paidBackOf } from "#app/features/payments/queries/refunds.server.ts";
import { addNote } from "#app/features/records/commands/notes.server.ts";
import { askProvider } from "#app/flows/ask-provider.server.ts";
import { requestRefund, type RequestRefundResult } from "#app/flows/refund-order.server.ts";
import { formatDays } from "#app/lib/day-range.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { formatCount, formatNaira, NAIRA_PROBLEM, parseNaira } from "#app/lib/money.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import {
  cancelOrder,
  setOrderStatus,
  type CancelOrderResult,
  type SetOrderStatusResult,
} from "./set-order-status.server.ts";

type Context = Readonly<RouterContextProvider>;

const INVALID = "Something in the form is wrong. Please reload the page.";

/** Answers a form of an order's page, except that of its history (`restoreStatus`). */
export async function orderAction(context: Context, id: string, form: URLSearchParams) {
  const intent = form.get("intent");
  if (intent === "status") return await answerStatus(context, id, form);
  if (intent === "promise") return await answerPromise(context, id, form);
  if (intent === "cancel") return await cancel(context, id, form);
  if (intent === "refund") return await refund(context, form);
  if (intent === "ask") return await ask(context, form);
  if (intent === "note") return await addOrderNote(context, "order", id, form);
  return answerRefused(form, { reason: "unreadable", message: INVALID });
}

/** The notice to the customer, as both forms send it. */
function noticeOf(form: URLSearchParams) {
  return { notify: form.get("notify") === "1", message: textOf(form, "message") };
}

const textOf = (form: URLSearchParams, name: string) => form.get(name) ?? "";

const noticeText = (notified: "mail" | "sms" | null) =>
  notified === null ? "" : notified === "mail" ? " The customer gets a mail." : " The customer gets an SMS.";

async function answerStatus(context: Context, id: string, form: URLSearchParams) {
  const status = textOf(form, "status");
  const seen = textOf(form, "seen") || undefined;
  const result = await setOrderStatus(context.get(shopContext), context.get(userContext), {
    id,
    status,
    seen,
    ...noticeOf(form),
  });
  if (!result.ok) return refuseStatus(form, result);
  return done("Status updated", await statusText(context, id, status, result));
}

async function answerPromise(context: Context, id: string, form: URLSearchParams) {
  const input = { id, promised_to: textOf(form, "promised_to"), seen: textOf(form, "seen") || undefined };
  const shop = context.get(shopContext);
  const calendar = await deliveryCalendar(shop.db);
  const isOpen = (day: string) => isWorkingDay(day, calendar);
  const result = await setPromise(shop, context.get(userContext), input, new Date(), isOpen);
  if (result.ok)
    return done(
      "Date saved",
      `The buyer reads that it arrives by ${formatDays(result.promised_to, result.promised_to)}.`,
    );
  const message = PROMISE_MESSAGES[result.reason];
  const isField = ["invalid", "past", "no_work", "far", "same"].includes(result.reason);
  return answerRefused(form, { ...result, message, errors: isField && message ? { promised_to: message } : {} });
}

type StatusChange = Extract<SetOrderStatusResult, { ok: true }>;

/** What a change did: the status, goods taken from stock again and money already paid back, the notice. */
async function statusText(context: Context, id: string, status: string, { from, taken, notified }: StatusChange) {
  const paidBack = from === "cancelled" ? await paidBackOf(context.get(shopContext).db, [id]) : null;
  const kobo = paidBack?.get(id);
  const goods = taken > 0 ? ` ${formatCount(taken)} taken from stock again.` : "";
  const money = kobo ? ` ${formatNaira(kobo)} of it was paid back to the buyer before.` : "";
  return `Order status has been updated to ${status}.${goods}${money}${noticeText(notified)}`;
}

/** Restores an earlier status from the order's history, as read from the form; the customer gets no notice. */
export async function restoreStatus(context: Context, id: string, form: URLSearchParams, edit: Edit | null) {
  const status = edit?.mine["status"];
  if (!status) {
    const message = "There is nothing to restore in this line of the history.";
    return answerRefused(form, { reason: "gone", message });
  }
  const input = { id, status, seen: edit.was["status"] };
  const result = await setOrderStatus(context.get(shopContext), context.get(userContext), input);
  if (!result.ok) return refuseStatus(form, result);
  return done("Status updated", await statusText(context, id, status, result));
}

/** The texts name the lines: `transitionMessage`. */
export const TRANSITION_STATUS: Record<TransitionRefusal["reason"], { status: 409 | 422 }> = {
  short: { status: 409 },
  restock: { status: 422 },
  code: { status: 409 },
};

const STATUS_MESSAGES = {
  ...TRANSITION_STATUS,
  not_found: "This order is no longer there.",
  invalid: INVALID,
  cancelled: { text: "This order is cancelled already.", status: 409 },
};

const PROMISE_MESSAGES: Partial<Record<string, string>> = {
  ...PROMISE_PROBLEMS,
  not_found: STATUS_MESSAGES.not_found,
  invalid: "Please choose a day.",
  changed: "Another admin set a different date meanwhile. Look at the order again, then decide.",
};

/** Short lines are named in the message, and each is an error at its own field `line.<id>`. */
function refuseStatus(form: URLSearchParams, result: Extract<CancelOrderResult, { ok: false }>) {
  let message: string | undefined;
  const errors: FieldErrors = {};
  switch (result.reason) {
    case "changed":
      message = `Another admin set this order to ${orderStatusBadge(result.status).label} meanwhile. Look at it again, then decide.`;
      break;
    case "forbidden":
    case "invalid":
    case "not_found":
    case "cancelled":
      break;
    default:
      message = transitionMessage(result);
  }
  if (result.reason === "short") for (const line of result.lines) errors[`line.${line.item_id}`] = shortWords(line);
  return answerRefused(form, { reason: result.reason, message, errors }, { messages: STATUS_MESSAGES });
}

async function cancel(context: Context, id: string, form: URLSearchParams) {
  const restock = linesOf(form, "restock").map(([item_id, quantity]) => ({ item_id, quantity }));
  if (restock.some(({ quantity }) => !Number.isInteger(quantity)))
    return answerRefused(form, { reason: "invalid", message: "Please count whole quantities." });
  const result = await cancelOrder(context.get(shopContext), context.get(userContext), {
    id,
    seen: textOf(form, "seen") || undefined,
    reason: textOf(form, "reason"),
    restock,
    ...noticeOf(form),
  });
  if (!result.ok) return refuseStatus(form, result);
  const goods = result.restocked > 0 ? ` ${formatCount(result.restocked)} went back to stock.` : "";
  return done("Status updated", `Order status has been updated to cancelled.${goods}${noticeText(result.notified)}`);
}

/** Adds a note to a record of this kind. */
export async function addOrderNote(context: Context, kind: string, subject: string, form: URLSearchParams) {
  const input = { kind, subject, text: textOf(form, "text") };
  const result = await addNote(context.get(shopContext), context.get(userContext), input);
  if (result.ok) return done("Note saved", "");
  return answerRefused(form, result, { messages: { invalid: "Please write a note." } });
}

/** Number fields named "<name>.<number of the line>"; empty ones are skipped. */
function linesOf(form: URLSearchParams, name: string): [line: number, quantity: number][] {
  return [...form].flatMap(([key, value]) => {
    if (!key.startsWith(`${name}.`) || value.trim() === "") return [];
    const [line, quantity] = [wholeNumber(key.slice(name.length + 1)), wholeNumber(value.trim())];
    return [[line ?? Number.NaN, quantity ?? Number.NaN] as [number, number]];
  });
}

async function refund(context: Context, form: URLSearchParams) {
  const amountText = textOf(form, "amount").trim();
  const amount_kobo = amountText ? parseNaira(amountText) : undefined;
  if (amount_kobo === null) {
    return answerRefused(form, { reason: "invalid", message: NAIRA_PROBLEM, errors: { amount: NAIRA_PROBLEM } });
  }
  const restock = new Map(linesOf(form, "restock"));
  const lines = linesOf(form, "quantity").map(([item_id, quantity]) => {
    return { item_id, quantity, restock: restock.get(item_id) ?? 0 };
  });
  const result = await requestRefund(paymentsOf(context), context.get(userContext), {
    request_id: textOf(form, "request_id"),
    reference: textOf(form, "reference"),
    lines,
    amount_kobo,
    reason: textOf(form, "reason"),
    seen_refunded_kobo: wholeNumber(form.get("seen_refunded_kobo")) ?? Number.NaN,
    ...noticeOf(form),
  });
  if (result.ok) return done("Refund sent", `${formatNaira(result.amount_kobo)} is on its way back to the buyer.`);
  const { reason } = result;
  const errors: FieldErrors = textOf(form, "reason").trim() ? {} : { reason: "Please give a reason for the refund." };
  return answerRefused(form, { reason, message: refundMessage(result), errors }, { messages: REFUND_MESSAGES });
}

const REFUND_MESSAGES = {
  not_configured: { text: "Payment system is not properly configured.", status: 502 },
  not_found: "This order has no payment at the provider, so it cannot be refunded.",
  not_paid: "No money was received for this payment.",
  in_progress: {
    text: "Another refund of this payment is being confirmed by the provider. Please wait for it.",
    status: 409,
  },
  too_much: "This is more than can still be refunded.",
  lines: "A quantity is more than can still be returned.",
  invalid: "Please choose what is refunded, and give a reason.",
  refused: { status: 502 },
  unconfirmed: { status: 502 },
};

/** The message for a refund that failed or has an unknown result, if it names an amount or the provider's reason. */
function refundMessage(result: Extract<RequestRefundResult, { ok: false }>): string | undefined {
  switch (result.reason) {
    case "changed":
      return `Meanwhile ${formatNaira(result.refunded_kobo)} of this payment goes back. Look at it again, then decide.`;
    case "refused":
      return `The provider refused the refund: ${result.message || "no reason given"}.`;
    case "unconfirmed":
      return (
        `The provider did not answer, so it is not known yet whether ${formatNaira(result.amount_kobo)} goes back. ` +
        "It is looked up every minute; nothing is sent twice."
      );
    default:
      return undefined;
  }
}

async function ask(context: Context, form: URLSearchParams) {
  const result = await askProvider(paymentsOf(context), context.get(userContext), {
    reference: textOf(form, "reference"),
  });
  if (result.ok) return done("Checked with the provider", "Its status of payment and refunds is shown here.");
  return answerRefused(form, result, { messages: ASK_MESSAGES });
}

const ASK_MESSAGES = {
  not_found: "This payment is not known to the provider.",
  unconfirmed: { text: "The provider did not answer. Please try again.", status: 502 },
  invalid: INVALID,
};

/** The context of payment commands in a request. */
export function paymentsOf(context: Context) {
  return { ...context.get(shopContext), payments: context.get(paymentContext) };
}

/** The answer of a form that was carried out, for a toast. */
export function done(title: string, text: string) {
  return data({ ok: true as const, title, text });
}
