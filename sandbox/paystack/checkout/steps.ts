import { markup, type Markup } from "../../page.ts";
import { OTP } from "../cards.ts";
import type { Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { actionButton, alert, type FieldOptions, form, inputField } from "./field.ts";
import type { Session, View } from "./session.ts";

type Question = { title: string; asked: FieldOptions };

const questions = ({ card }: Session): Partial<Record<View, Question>> => ({
  pin: {
    title: "Enter your card PIN",
    asked: { name: "pin", label: "PIN", hint: `The PIN of this test card is ${card?.pin ?? "1111"}.`, max: 6 },
  },
  otp: {
    title: "Enter the code we sent you",
    asked: { name: "otp", label: "One-time code", hint: `The test code is ${OTP}.`, max: 6 },
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
    const { title, asked } = question;
    return markup`${heading(title)}${form(view, "Continue", inputField(asked))}${actionButton("back", "Use something else")}`;
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
