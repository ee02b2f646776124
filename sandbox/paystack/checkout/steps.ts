import { markup, type Markup } from "../../page.ts";
import { OTP } from "../cards.ts";
import type { Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { actionButton, alert, type FieldOptions, form, inputField } from "./field.ts";
import type { Session, View } from "./session.ts";

type Question = { title: string; button: string; asked: FieldOptions };

const code = (name: string, label: string, hint: string): FieldOptions => ({
  name,
  label,
  hint,
  numeric: true,
  max: 6,
});

const questions = ({ card }: Session): Partial<Record<View, Question>> => ({
  pin: {
    title: "Enter your card PIN",
    button: "Continue",
    asked: code("pin", "PIN", `The PIN of this test card is ${card?.pin ?? "1111"}.`),
  },
  phone: {
    title: "Confirm your phone number",
    button: "Continue",
    asked: {
      name: "phone",
      label: "Phone number",
      type: "tel",
      hint: "Any Nigerian number works here.",
      placeholder: "0803 000 0000",
      max: 16,
    },
  },
  otp: {
    title: "Enter the code we sent you",
    button: "Continue",
    asked: code("otp", "One-time code", `The test code is ${OTP}.`),
  },
  birthday: {
    title: "When were you born?",
    button: "Continue",
    asked: { name: "birthday", label: "Date of birth", type: "date", hint: "The test date is 15 April 2007." },
  },
  "bank-otp": {
    title: "Enter the code of your bank",
    button: "Pay",
    asked: code("otp", "One-time code", "The test code is 123456."),
  },
  token: {
    title: "Enter your Kuda token",
    button: "Pay",
    asked: code("token", "Token", "The test token is 123456."),
  },
});

/** A question between the form and the result. */
export function stepView(world: World, tx: Transaction, session: Session, amount: string): Markup {
  const { view, error, card } = session;
  const heading = (title: string): Markup =>
    markup`<h2 tabindex="-1" ${error ? null : markup`data-focus`}>${title}</h2>
      ${error ? alert(error) : null}`;
  if (view === "bank") {
    return markup`${heading("Your bank asks you to approve")}<p class="lead">
        Test Bank: pay <strong>${amount}</strong> to <strong>${world.merchant}</strong> with card
        …${card?.number.slice(-4)}?
      </p>
      ${actionButton("bank", "Approve", "")}${actionButton("bank-refuse", "Refuse", "danger")}`;
  }
  const question = questions(session)[view];
  if (question) {
    const { title, button, asked } = question;
    return markup`${heading(title)}${form(view, button, inputField(asked))}${actionButton("back", "Use something else")}`;
  }
  return markup`<div class="center" aria-busy="true">
    <h2 tabindex="-1" data-focus>Working on payment ${tx.reference}…</h2>
    <p class="quiet">This test never answers. Close the window when you have seen enough.</p>
    <div class="bar" aria-hidden="true"></div>
  </div>`;
}

export function paidView(amount: string, reference: string): Markup {
  return markup`<div class="center">
    <svg class="tick" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <circle cx="32" cy="32" r="32" />
      <path d="M19 33l9 9 17-19" />
    </svg>
    <h2 tabindex="-1" data-focus>Payment successful</h2>
    <p class="quiet">${amount} paid, in play money. Reference ${reference}</p>
  </div>`;
}

export function waitingView(): Markup {
  return markup`<div class="center" data-poll>
    <h2 tabindex="-1" data-focus>Waiting for your bank</h2>
    <p class="quiet">We tell the shop as soon as the transfer arrives. You may leave this page.</p>
    <div class="bar" aria-hidden="true"></div>
  </div>`;
}

export function expiredView(): Markup {
  return markup`<div class="center">
    <h2 tabindex="-1" data-focus>This account has expired</h2>
    <p class="quiet">Money that arrives now is sent back. Take a new account number for another try.</p>
    ${actionButton("transfer-again", "Get a new account number", "")}
  </div>`;
}

export function closedView(message: string, back: string | null): Markup {
  return markup`<div class="center">
    <h2 tabindex="-1" data-focus>This window is done</h2>
    <p class="quiet">${message}</p>
    ${back ? markup`<a class="button outline page-only" href="${back}">Back to the shop</a>` : null}
  </div>`;
}
