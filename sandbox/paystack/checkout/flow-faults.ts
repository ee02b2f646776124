import { CARDS, cardAuthorization } from "../cards.ts";
import { abandon, pay, type Payment } from "../payments.ts";
import { closedOutcome, otherReferenceOutcome, paidOutcome, setupErrorOutcome } from "./outcome.ts";
import { type Act, type Action, type Outcome, type Session, STAY } from "./session.ts";

/** Failures that a shop must handle, one button each. */
export const FAULTS: readonly { action: string; label: string; text: string }[] = [
  {
    action: "fault-callback",
    label: "Pay, lose the callback",
    text: "Paid, but the window just closes as if cancelled.",
  },
  { action: "fault-tab", label: "Pay, close the tab", text: "Paid, the page hears nothing, the webhook comes late." },
  {
    action: "fault-webhook",
    label: "Pay, lose the webhook",
    text: "Paid, the page hears it, no webhook is ever sent.",
  },
  { action: "fault-double", label: "Pay, report it twice", text: "Paid once, success is reported two times." },
  {
    action: "fault-other",
    label: "Report another reference",
    text: "Nothing is paid, success names a foreign payment.",
  },
  { action: "fault-setup", label: "Setup error", text: "The checkout reports that it could not start." },
  { action: "fault-hang", label: "Hang", text: "Nothing happens any more until you close the window." },
];

export const FAULT_ACTIONS: Record<string, Action> = {
  "fault-callback": (act) => {
    payNow(act, "now");
    return end(act, "closed", "Paid. The shop's page only hears that the window closed.", closedOutcome(act.tx, 700));
  },
  "fault-tab": (act) => {
    payNow(act, "late");
    return end(act, "closed", "Paid. Close this tab now: the page hears nothing, the webhook follows later.", STAY);
  },
  "fault-webhook": (act) => {
    payNow(act, "never");
    return end(act, "paid", "", paidOutcome(act.tx));
  },
  "fault-double": (act) => {
    payNow(act, "now");
    const outcome = paidOutcome(act.tx);
    return end(act, "paid", "", { ...outcome, events: [...outcome.events, ...outcome.events] });
  },
  "fault-other": (act) => {
    abandon(act.world, act.tx);
    return end(
      act,
      "closed",
      "Nothing was paid. The shop's page hears of a success under another reference.",
      otherReferenceOutcome(act.tx),
    );
  },
  "fault-setup": (act) => {
    abandon(act.world, act.tx);
    const message = "We could not start this transaction";
    return end(act, "error", message, setupErrorOutcome(message));
  },
  "fault-hang": (act) => end(act, "busy", "", STAY),
};

function payNow(act: Act, webhook: Payment["webhook"]): void {
  const card = CARDS[0];
  const authorization = card ? cardAuthorization(card, null) : null;
  pay(act.world, act.tx, { channel: "card", authorization, webhook });
}

function end(act: Act, view: Session["view"], message: string, outcome: Outcome): Outcome {
  Object.assign(act.session, { view, message });
  return outcome;
}
