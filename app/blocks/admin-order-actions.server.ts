import type { RouterContextProvider } from "react-router";
import { userContext } from "#app/features/auth/middleware.server.ts";
import { cancelOrder, setOrderStatus, type SetOrderStatusResult } from "#app/features/orders/commands/status.server.ts";
import { adminOrder } from "#app/features/orders/queries/admin-order.server.ts";
import { orderStatusBadge } from "#app/features/orders/rules.ts";
import { RESTOCK_MESSAGES } from "#app/features/orders/rules/updates.ts";
import { requestRefund, type RequestRefundResult } from "#app/features/payments/commands/request-refund.server.ts";
import { askProvider } from "#app/features/payments/commands/reviews.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { addNote } from "#app/features/records/commands/notes.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm, type FormResult } from "#app/lib/forms.ts";
import { formatCount, formatNaira, parseNaira } from "#app/lib/money.ts";
import { readRecordEdit } from "./admin-history.server.ts";

/** The success message for a toast. */
export type Done = { title: string; text: string };
export type OrderAnswer = FormResult<Done>;

type Context = Readonly<RouterContextProvider>;

const FORBIDDEN = "Your role does not allow this.";
const GONE = "This order is no longer there.";
const INVALID = "Something in the form is wrong. Please reload the page.";

/** Runs the posted action of an order's page; `status` is the HTTP status of the answer. */
export async function orderAction(
  context: Context,
  id: string,
  form: URLSearchParams,
): Promise<{ answer: OrderAnswer; status: number }> {
  const intent = form.get("intent");
  if (intent === "status") return await changeStatus(context, id, form);
  if (intent === "cancel") return await cancel(context, id, form);
  if (intent === "refund") return await refund(context, form);
  if (intent === "ask") return await ask(context, form);
  if (intent === "put-back") return await putBack(context, id, form);
  if (intent === "note") return await addOrderNote(context, "order", id, form);
  return refused(form, INVALID, 400);
}

/** The notice to the customer, as both forms send it. */
function noticeOf(form: URLSearchParams) {
  return { notify: form.get("notify") === "1", message: textOf(form, "message") };
}

const textOf = (form: URLSearchParams, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const noticeText = (notified: "mail" | "sms" | null) =>
  notified === null ? "" : notified === "mail" ? " The customer gets a mail." : " The customer gets an SMS.";

async function changeStatus(context: Context, id: string, form: URLSearchParams) {
  const status = textOf(form, "status");
  const seen = textOf(form, "seen") || undefined;
  const result = await setOrderStatus(context.get(shopContext), context.get(userContext), {
    id,
    status,
    seen,
    ...noticeOf(form),
  });
  if (!result.ok) return refused(form, statusProblem(result), codeOf(result.reason));
  return done("Status updated", `Order status has been updated to ${status}.${noticeText(result.notified)}`);
}

/** Restores an earlier status from the order's history; the customer gets no notice. */
async function putBack(context: Context, id: string, form: URLSearchParams) {
  const edit = await readRecordEdit(context, id, form, async () => {
    const details = await adminOrder(context.get(shopContext).db, context.get(userContext), id);
    return details && orderHistory(details.order);
  });
  const status = edit?.mine["status"];
  if (!status) return refused(form, "There is nothing to restore in this line of the history.", 409);
  const input = { id, status, seen: edit.was["status"] };
  const result = await setOrderStatus(context.get(shopContext), context.get(userContext), input);
  if (!result.ok) return refused(form, statusProblem(result), codeOf(result.reason));
  return done("Status updated", `Order status has been updated to ${status}.`);
}

/** The order's values for comparison with the history; only the status can be restored. */
export const orderHistory = ({ order_status }: { order_status: string }) => ({ values: { status: order_status } });

/** The message for a status change that was refused. */
export function statusProblem(result: Extract<SetOrderStatusResult, { ok: false }>): string {
  if (result.reason === "changed") {
    return `Another admin set this order to ${orderStatusBadge(result.status).label} meanwhile. Look at it again, then decide.`;
  }
  if (result.reason === "forbidden") return FORBIDDEN;
  return result.reason === "not_found" ? GONE : INVALID;
}

async function cancel(context: Context, id: string, form: URLSearchParams) {
  const restock = linesOf(form, "restock").map(([item_id, quantity]) => ({ item_id, quantity }));
  if (restock.some(({ quantity }) => !Number.isInteger(quantity)))
    return refused(form, "Please count whole quantities.", 422);
  const result = await cancelOrder(context.get(shopContext), context.get(userContext), {
    id,
    seen: textOf(form, "seen") || undefined,
    reason: textOf(form, "reason"),
    restock,
    ...noticeOf(form),
  });
  if (result.ok) {
    const goods = result.restocked > 0 ? ` ${formatCount(result.restocked)} went back to stock.` : "";
    return done("Status updated", `Order status has been updated to cancelled.${goods}${noticeText(result.notified)}`);
  }
  if (result.reason === "restock") return refused(form, RESTOCK_MESSAGES[result.problem], 422);
  if (result.reason === "cancelled") return refused(form, "This order is cancelled already.", 409);
  const problem = result.reason === "changed" ? result : { ok: false as const, reason: result.reason };
  return refused(form, statusProblem(problem), codeOf(result.reason));
}

/** Adds a note to a record of this kind. */
export async function addOrderNote(context: Context, kind: string, subject: string, form: URLSearchParams) {
  const input = { kind, subject, text: textOf(form, "text") };
  const result = await addNote(context.get(shopContext), context.get(userContext), input);
  if (result.ok) return done("Note saved", "");
  return refused(form, result.reason === "forbidden" ? FORBIDDEN : "Please write a note.", codeOf(result.reason));
}

/** Number fields named "<name>.<line>"; empty ones are skipped. */
function linesOf(form: URLSearchParams, name: string): [line: string, quantity: number][] {
  return [...form].flatMap(([key, value]) => {
    if (!key.startsWith(`${name}.`) || typeof value !== "string" || value.trim() === "") return [];
    return [[key.slice(name.length + 1), Number(value)] as [string, number]];
  });
}

async function refund(context: Context, form: URLSearchParams) {
  const typed = textOf(form, "amount").trim();
  const amount_kobo = typed ? parseNaira(typed) : undefined;
  if (amount_kobo === null)
    return refused(form, "Please type the amount in naira, such as 12,500.", 422, { amount: "Not an amount." });
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
    seen_refunded_kobo: Number(form.get("seen_refunded_kobo")),
    ...noticeOf(form),
  });
  if (result.ok) return done("Refund sent", `${formatNaira(result.amount_kobo)} is on its way back to the buyer.`);
  const errors: Record<string, string> = textOf(form, "reason").trim()
    ? {}
    : { reason: "Please give a reason for the refund." };
  return refused(form, refundProblem(result), codeOf(result.reason), errors);
}

/** The message for a refund that failed or has an unknown result. */
function refundProblem(result: Extract<RequestRefundResult, { ok: false }>): string {
  switch (result.reason) {
    case "forbidden":
      return FORBIDDEN;
    case "not_configured":
      return "Payment system is not properly configured.";
    case "not_found":
      return "This order has no payment at the provider, so it cannot be refunded.";
    case "not_paid":
      return "No money was received for this payment.";
    case "in_progress":
      return "Another refund of this payment is being confirmed by the provider. Please wait for it.";
    case "changed":
      return `Meanwhile ${formatNaira(result.refunded_kobo)} of this payment goes back. Look at it again, then decide.`;
    case "too_much":
      return "This is more than can still be refunded.";
    case "lines":
      return "A quantity is more than can still be returned.";
    case "refused":
      return `The provider refused the refund: ${result.message || "no reason given"}.`;
    case "unconfirmed":
      return (
        `The provider did not answer, so it is not known yet whether ${formatNaira(result.amount_kobo)} goes back. ` +
        "It is looked up every minute; nothing is sent twice."
      );
    default:
      return "Please choose what is refunded, and give a reason.";
  }
}

async function ask(context: Context, form: URLSearchParams) {
  const result = await askProvider(paymentsOf(context), context.get(userContext), {
    reference: textOf(form, "reference"),
  });
  if (result.ok) return done("Checked with the provider", "Its status of payment and refunds is shown here.");
  const isKnown = result.reason === "forbidden" || result.reason === "not_found";
  const message = result.reason === "forbidden" ? FORBIDDEN : "This payment is not known to the provider.";
  return refused(form, isKnown ? message : "The provider did not answer. Please try again.", codeOf(result.reason));
}

/** The context of payment commands in a request. */
export function paymentsOf(context: Context) {
  return { ...context.get(shopContext), payments: context.get(paymentContext) };
}

function codeOf(reason: string): number {
  if (reason === "forbidden") return 403;
  if (reason === "not_found") return 404;
  if (["changed", "in_progress", "cancelled"].includes(reason)) return 409;
  return ["unconfirmed", "not_configured", "refused"].includes(reason) ? 502 : 422;
}

function done(title: string, text: string): { answer: OrderAnswer; status: number } {
  return { answer: { ok: true, title, text }, status: 200 };
}

function refused(form: URLSearchParams, message: string, status: number, errors: Record<string, string> = {}) {
  return { answer: refuseForm(form, errors, { message }), status };
}
