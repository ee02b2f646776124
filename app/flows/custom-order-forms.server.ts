import { data } from "react-router";
import { setCustomOrderStatus } from "#app/features/custom-orders/commands/status.server.ts";
import { OFFER_LINES, UPDATE_FAILED, type AdminAnswer } from "#app/features/custom-orders/rules.ts";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { Actor } from "#app/features/permissions/rules.ts";
import { makeOffer, withdrawOffer } from "#app/flows/make-offer.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";

const MESSAGES = {
  forbidden: "You may not change custom orders.",
  invalid: "Please check the form.",
  not_found: "This no longer exists.",
  changed: "Somebody changed this request in the meantime. Please check it, then repeat your change.",
  paid: { text: "This offer has been paid, so it cannot be withdrawn. See the order of the request.", status: 409 },
};

/** Handles forms of the custom order pages: change the status, make an offer, or withdraw one. */
export async function customOrderAction(ctx: PaymentsContext, actor: Actor, form: FormData) {
  const fields: Record<string, unknown> = Object.fromEntries(form);
  if (form.get("intent") === "offer") {
    const result = await makeOffer(ctx, actor, { ...fields, lines: linesIn(form) });
    if (result.ok) return data<AdminAnswer>({ ok: true, title: "Offer sent" });
    const lines = result.reason === "invalid" ? result.errors["lines"] : undefined;
    return answerRefused(form, result, { messages: { ...MESSAGES, ...(lines ? { invalid: lines } : {}) } });
  }
  if (form.get("intent") === "withdraw") {
    const result = await withdrawOffer(ctx, actor, fields);
    return result.ok
      ? data<AdminAnswer>({ ok: true, title: "Offer withdrawn" })
      : answerRefused(form, result, { messages: MESSAGES });
  }
  const result = await setCustomOrderStatus(ctx, actor, fields);
  if (result.ok) return data<AdminAnswer>({ ok: true, title: "Status updated" });
  const message = `${UPDATE_FAILED}. ${MESSAGES[result.reason]}`;
  return answerRefused(form, { reason: result.reason, message });
}

/** Lines of an offer form, from fields like "lines.0.name"; empty ones after the first are skipped. */
function linesIn(form: FormData): Record<string, string>[] {
  const lines = Array.from({ length: OFFER_LINES + 1 }, (_, at) => {
    const part = (name: string) => {
      const value = form.get(`lines.${at}.${name}`);
      return typeof value === "string" ? value.trim() : "";
    };
    return {
      product: part("product"),
      name: part("name"),
      unit: part("unit"),
      quantity: part("quantity"),
      price: part("price"),
    };
  });
  const last = lines.findLastIndex(({ product, name, price }) => product || name || price);
  return lines.slice(0, Math.max(1, last + 1));
}
