import { cardAuthorization, findCard, OTP, readExpiry } from "../cards.ts";
import {
  abandon,
  attempt,
  awaitTransfer,
  decline,
  isPaid,
  open,
  pay,
  type Payment,
  rejectTransfer,
} from "../payments.ts";
import type { Channel, Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { FAULT_ACTIONS } from "./flow-faults.ts";
import { closedOutcome, paidOutcome, pendingOutcome } from "./outcome.ts";
import { type Act, type Action, type Outcome, type Session, STAY } from "./session.ts";

/** Transfers below N100 are refused. */
const MIN_TRANSFER_KOBO = 10_000;

const ACTIONS: Record<string, Action> = {
  card: payByCard,
  pin: (input) => (input.field("pin") === input.session.card?.pin ? nextStep(input) : refuse(input, "Incorrect PIN")),
  // A wrong code may be typed again.
  otp: (input) =>
    input.field("otp") === OTP ? nextStep(input) : show(input, "otp", "That code is wrong. The test code is 123456."),
  bank: (input) => nextStep(input),
  "bank-refuse": (input) => refuse(input, "Transaction declined by your bank"),
  cancel,
  back: (input) => show(input, "choose"),
  "transfer-sent": sendTransfer,
  "transfer-wrong": (input) => {
    const { world, tx } = input;
    attempt(world, tx, "bank_transfer");
    rejectTransfer(world, tx, Math.max(100, tx.amount - 100));
    const error = "The bank returned the transfer: it was not the exact amount. Please send it again.";
    return showPanel(input, "bank_transfer", error);
  },
  "transfer-expire": (input) => {
    abandon(input.world, input.tx, "Transfer account expired");
    return show(input, "expired");
  },
  "transfer-again": (input) => {
    input.tx.account_number = null;
    open(input.world, input.tx);
    return showPanel(input, "bank_transfer");
  },
  "ussd-done": (input) => {
    attempt(input.world, input.tx, "ussd");
    return finish(input, { channel: "ussd" });
  },
  "ussd-refused": (input) => {
    attempt(input.world, input.tx, "ussd");
    decline(input.world, input.tx, "ussd", "Declined by the bank");
    return showPanel(input, "ussd", "The bank declined the USSD payment. You have not been charged.");
  },
  ...FAULT_ACTIONS,
};

/** An answer must match the current question: other actions are ignored. */
const ASKED_IN: Record<string, Session["view"]> = {
  pin: "pin",
  otp: "otp",
  bank: "bank",
  "bank-refuse": "bank",
};

/** Applies the buyer's action. Unknown actions, and any after payment, only show the current view. */
export function act(input: Act, name: string): Outcome {
  const { tx, session } = input;
  session.error = null;
  if (isPaid(tx)) {
    session.view = "paid";
    return paidOutcome(tx);
  }
  if (tx.status === "pending" && name !== "cancel") return show(input, "waiting");
  if (Object.hasOwn(ASKED_IN, name) && ASKED_IN[name] !== session.view) return STAY;
  return (Object.hasOwn(ACTIONS, name) ? ACTIONS[name]?.(input) : undefined) ?? STAY;
}

function show(input: Act, view: Session["view"], error: string | null = null): Outcome {
  Object.assign(input.session, { view, error });
  return STAY;
}

function showPanel(input: Act, panel: Channel, error: string | null = null): Outcome {
  input.session.panel = panel;
  return show(input, "choose", error);
}

function sendTransfer(input: Act): Outcome {
  const { world, tx, session } = input;
  if (tx.amount < MIN_TRANSFER_KOBO) return showPanel(input, "bank_transfer", "A transfer needs at least ₦100.");
  awaitTransfer(world, tx);
  Object.assign(session, { panel: "bank_transfer", view: "waiting" });
  return pendingOutcome();
}

function payByCard(input: Act): Outcome {
  const { world, tx, session, field } = input;
  session.panel = "card";
  session.typed = { number: field("number"), expiry: field("expiry") };
  const expiry = readExpiry(field("expiry"), world.clock.now());
  if (!expiry) return show(input, "choose", "Enter an expiry month that is still to come, like 12/40.");
  attempt(world, tx, "card");
  const card = findCard(field("number"));
  if (!card)
    return refuse(input, "Declined", "Declined: this is not one of the test cards. Never type a real card here.");
  if (field("cvv") !== card.cvv)
    return refuse(input, "Declined", `Declined: the CVV of this test card is ${card.cvv}.`);
  session.card = { ...card, steps: [...card.steps] };
  session.expiry = expiry;
  return nextStep(input);
}

/** The card's next question, or the result. */
function nextStep(input: Act): Outcome {
  const { card } = input.session;
  const step = card?.steps.shift();
  if (step) return show(input, step);
  if (!card) return show(input, "choose");
  if (card.declined) return refuse(input, card.declined);
  return finish(input, { channel: "card", authorization: cardAuthorization(card, input.session.expiry) });
}

function finish({ world, tx, session }: Act, payment: Payment): Outcome {
  pay(world, tx, payment);
  session.view = "paid";
  return paidOutcome(tx);
}

function refuse(
  input: Act,
  reason: string,
  sentence = `${reason}. You have not been charged; try another card.`,
): Outcome {
  decline(input.world, input.tx, "card", reason);
  input.session.card = null;
  return show(input, "choose", sentence);
}

function cancel(input: Act): Outcome {
  const { world, tx, session } = input;
  if (tx.status === "ongoing") abandon(world, tx);
  session.view = "closed";
  session.message = "You left the payment. Nothing was charged.";
  return closedOutcome(tx);
}

/** The buyer opens the checkout, or reopens it. Returns an error message if there is nothing to pay. */
export function arrive(world: World, tx: Transaction, session: Session): string | null {
  if (isPaid(tx)) return "This transaction has already been paid.";
  open(world, tx);
  session.error = null;
  session.view = tx.status === "pending" ? "waiting" : "choose";
  return null;
}
