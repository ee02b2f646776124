import { cardAuthorization, findCard, OTP, readExpiry, type TestCard } from "../cards.ts";
import { abandon, attempt, decline, isPaid, open, pay } from "../payments.ts";
import type { Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { ACCOUNT_ACTIONS } from "./flow-accounts.ts";
import { FAULT_ACTIONS } from "./flow-faults.ts";
import { closedOutcome, paidOutcome } from "./outcome.ts";
import { type Act, type Action, type Outcome, type Session, STAY } from "./session.ts";

const ACTIONS: Record<string, Action> = {
  card: payByCard,
  pin: (input) => confirm(input, input.field("pin") === input.session.card?.pin, "Incorrect PIN"),
  phone: (input) =>
    answer(
      input,
      /^\+?[\d\s-]{10,16}$/.test(input.field("phone")),
      "Enter the phone number of your card, like 0803 000 0000.",
    ),
  otp: (input) => answer(input, input.field("otp") === OTP, "That code is wrong. The test code is 123456."),
  bank: (input) => nextStep(input),
  "bank-refuse": (input) => refuse(input, "Transaction declined by your bank"),
  cancel,
  back: (input) => show(input, "choose"),
  ...ACCOUNT_ACTIONS,
  ...FAULT_ACTIONS,
};

/** An answer must match the current question: other actions are ignored. */
const ASKED_IN: Record<string, Session["view"]> = {
  pin: "pin",
  phone: "phone",
  otp: "otp",
  bank: "bank",
  "bank-refuse": "bank",
  birthday: "birthday",
  "bank-otp": "bank-otp",
  token: "token",
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

export function show(input: Act, view: Session["view"], error: string | null = null): Outcome {
  input.session.view = view;
  input.session.error = error;
  return STAY;
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
  return card ? finish(input, card) : show(input, "choose");
}

function finish(input: Act, card: TestCard): Outcome {
  const { world, tx, session } = input;
  if (card.declined) return refuse(input, card.declined);
  pay(world, tx, { channel: "card", authorization: cardAuthorization(card, session.expiry) });
  session.view = "paid";
  return paidOutcome(tx);
}

function confirm(input: Act, right: boolean, reason: string): Outcome {
  return right ? nextStep(input) : refuse(input, reason);
}

/** A wrong answer that may be given again. */
function answer(input: Act, right: boolean, error: string): Outcome {
  return right ? nextStep(input) : show(input, input.session.view, error);
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
