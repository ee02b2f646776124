import type { RouterContextProvider } from "react-router";
import { userContext } from "#app/features/accounts/middleware.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { closeReview, resolveUnmatched, saveReviewNote } from "#app/features/payments/commands/reviews.server.ts";
import { answerSearch } from "#app/features/payments/commands/searches.server.ts";
import { providerWords } from "#app/features/payments/rules/board.ts";
import { acceptReview } from "#app/flows/accept-payment.server.ts";
import { askProvider, type AskResult } from "#app/flows/ask-provider.server.ts";
import { formatNaira } from "#app/lib/money.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { done, orderAction, paymentsOf } from "./order-forms.server.ts";

/** Runs the posted action of the payments board. */
export async function paymentAction(context: Readonly<RouterContextProvider>, form: URLSearchParams) {
  const ctx = paymentsOf(context);
  const actor = context.get(userContext);
  const input = { id: form.get("id"), note: form.get("note") ?? undefined };
  switch (form.get("intent")) {
    case "refund":
      return await orderAction(context, "", form);
    case "ask":
      return answerCheck(form, await askProvider(ctx, actor, { reference: form.get("reference") }));
    case "note": {
      const result = await saveReviewNote(ctx, actor, input);
      return result.ok ? done("Note saved", "Note saved") : answerRefused(form, result, { messages: MESSAGES });
    }
    case "done": {
      const result = await closeReview(ctx, actor, input);
      if (!result.ok) return answerRefused(form, result, { messages: MESSAGES });
      return done(
        "Payment resolved",
        result.released ? "Its goods are on sale again." : "It is no longer listed for review.",
      );
    }
    case "accept": {
      const result = await acceptReview(ctx, actor, input);
      if (!result.ok) return answerRefused(form, result, { messages: MESSAGES });
      return done("Payment accepted", `Order ${orderNumber(result.order_id)} exists now.`);
    }
    case "unmatched": {
      const isDone = form.get("done") === "1";
      const title = isDone ? "Payment resolved" : "Note saved";
      const result = await resolveUnmatched(ctx, actor, input, isDone);
      return result.ok ? done(title, title) : answerRefused(form, result, { messages: MESSAGES });
    }
    case "answered": {
      const result = await answerSearch(ctx, actor, input);
      if (!result.ok) return answerRefused(form, result, { messages: MESSAGES });
      return done("Search answered", "It is no longer listed.");
    }
    default:
      return answerRefused(form, { reason: "invalid" }, { messages: MESSAGES });
  }
}

const STATES: Record<string, string> = {
  paid: "It is paid, and its order exists.",
  review: "Money was received, but the payment needs a review.",
  pending: "The payment is under way; nothing has come in yet.",
  failed: "Nothing has been paid yet.",
  closed: "Nothing was paid, and the payment is closed.",
};

function answerCheck(form: URLSearchParams, result: AskResult) {
  if (!result.ok) return answerRefused(form, result, { messages: MESSAGES });
  if (!("status" in result)) return done("Checked with the provider", STATES[result.state] ?? result.state);
  const amount =
    result.currency === "NGN" ? formatNaira(result.amount_kobo) : `${result.amount_kobo / 100} ${result.currency}`;
  return done("Checked with the provider", `The provider says: ${providerWords(result.status)}, ${amount}.`);
}

const MESSAGES = {
  not_found: "This payment does not exist, or the provider does not know it.",
  unconfirmed: { text: "The provider did not answer. Please try again.", status: 502 },
  not_acceptable: {
    text: "The provider does not hold this money for this shop, so it cannot become an order.",
    status: 409,
  },
  no_note: "Please give a reason for accepting it.",
  invalid: "Something in the form is wrong. Please reload the page.",
};
