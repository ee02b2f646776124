import type { RouterContextProvider } from "react-router";
import { userContext } from "#app/features/auth/middleware.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import {
  acceptReview,
  askProvider,
  closeReview,
  resolveUnmatched,
  saveReviewNote,
  type AskResult,
} from "#app/features/payments/commands/reviews.server.ts";
import { providerWords } from "#app/features/payments/rules/board.ts";
import { refuseForm, type FormResult } from "#app/lib/forms.ts";
import { formatNaira } from "#app/lib/money.ts";
import { orderAction, paymentsOf, type Done } from "./admin-order-actions.server.ts";

type Answered = { answer: FormResult<Done>; status: number };
type Context = Readonly<RouterContextProvider>;

/** Runs the posted action of the payments board; `status` is the HTTP status of the answer. */
export async function paymentAction(context: Context, form: URLSearchParams): Promise<Answered> {
  const ctx = paymentsOf(context);
  const actor = context.get(userContext);
  const input = { id: form.get("id"), note: form.get("note") ?? undefined };
  switch (form.get("intent")) {
    case "refund":
      return await orderAction(context, "", form);
    case "ask":
      return asked(form, await askProvider(ctx, actor, { reference: form.get("reference") }));
    case "note": {
      const result = await saveReviewNote(ctx, actor, input);
      return result.ok ? done("Note saved") : refused(form, result.reason);
    }
    case "done": {
      const result = await closeReview(ctx, actor, input);
      if (!result.ok) return refused(form, result.reason);
      return done(
        "Payment resolved",
        result.released ? "Its goods are on sale again." : "It is no longer listed for review.",
      );
    }
    case "accept": {
      const result = await acceptReview(ctx, actor, input);
      if (!result.ok) return refused(form, result.reason);
      return done("Payment accepted", `Order ${orderNumber(result.order_id)} exists now.`);
    }
    case "unmatched": {
      const isDone = form.get("done") === "1";
      const result = await resolveUnmatched(ctx, actor, input, isDone);
      return result.ok ? done(isDone ? "Payment resolved" : "Note saved") : refused(form, result.reason);
    }
    default:
      return refused(form, "invalid");
  }
}

const STATES: Record<string, string> = {
  paid: "It is paid, and its order exists.",
  review: "Money was received, but the payment needs a review.",
  pending: "The payment is under way; nothing has come in yet.",
  failed: "Nothing has been paid yet.",
  closed: "Nothing was paid, and the payment is closed.",
};

function asked(form: URLSearchParams, result: AskResult): Answered {
  if (!result.ok) return refused(form, result.reason);
  if (!("status" in result)) return done("Checked with the provider", STATES[result.state] ?? result.state);
  const amount =
    result.currency === "NGN" ? formatNaira(result.amount_kobo) : `${result.amount_kobo / 100} ${result.currency}`;
  return done("Checked with the provider", `The provider says: ${providerWords(result.status)}, ${amount}.`);
}

const PROBLEMS: Record<string, [message: string, status: number]> = {
  forbidden: ["Your role does not allow this.", 403],
  not_found: ["This payment does not exist, or the provider does not know it.", 404],
  unconfirmed: ["The provider did not answer. Please try again.", 502],
  not_acceptable: ["The provider does not hold this money for this shop, so it cannot become an order.", 409],
  no_note: ["Please give a reason for accepting it.", 422],
  invalid: ["Something in the form is wrong. Please reload the page.", 422],
};

function refused(form: URLSearchParams, reason: string): Answered {
  const [message, status] = PROBLEMS[reason] ?? [reason, 422];
  return { answer: refuseForm(form, {}, { message }), status };
}

function done(title: string, text = title): Answered {
  return { answer: { ok: true, title, text }, status: 200 };
}
