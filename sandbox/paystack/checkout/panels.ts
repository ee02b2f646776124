import { markup, type Markup } from "../../page.ts";
import { CARDS, FILL_EXPIRY, spaced, type TestCard } from "../cards.ts";
import type { Transaction } from "../transaction.ts";
import { actionButton, form, inputField } from "./field.ts";
import type { Session } from "./session.ts";

/** What the button of a test card fills into the form, by field name. */
const cardValues = (card: TestCard): string =>
  JSON.stringify({ number: spaced(card.number), expiry: FILL_EXPIRY, cvv: card.cvv });

export function cardPanel(amount: string, session: Session): Markup {
  const { number, expiry } = session.typed;
  const content = markup`${inputField({ name: "number", label: "Card number", value: number, placeholder: "0000 0000 0000 0000", max: 30 })}
    <div class="pair">
      ${inputField({ name: "expiry", label: "Expiry", value: expiry, placeholder: "MM/YY", max: 7 })}
      ${inputField({ name: "cvv", label: "CVV", placeholder: "123", max: 4 })}
    </div>`;
  return markup`<details class="cards" open>
      <summary>Use a test card</summary>
      <ul>
        ${CARDS.map(
          (card) =>
            markup`<li>
              <button
                type="button"
                class="card"
                data-fill="${cardValues(card)}"
                data-say="Card filled in: ${card.label}"
              >
                <span
                  class="dot ${card.declined ? "bad" : card.steps.length > 0 ? "ask" : "good"}"
                  aria-hidden="true"
                ></span>
                <span class="what">${card.label}</span><span class="number quiet">…${card.number.slice(-4)}</span>
              </button>
            </li>`,
        )}
      </ul>
    </details>
    ${form("card", `Pay ${amount}`, content)}`;
}

function copyable(term: string, value: string, label: string): Markup {
  return markup`<div>
    <dt>${term}</dt>
    <dd class="account">
      <span class="digits">${value}</span>
      <button type="button" class="copy" data-copy="${value}" aria-label="${label}">Copy</button>
    </dd>
  </div>`;
}

export function transferPanel(amount: string, account: string): Markup {
  return markup`<p class="lead">Send exactly <strong>${amount}</strong> to this account.</p>
    <dl class="facts">
      <div>
        <dt>Bank</dt>
        <dd>Sandbox Bank</dd>
      </div>
      ${copyable("Account number", account, "Copy account number")}
      <div>
        <dt>Valid for</dt>
        <dd>30 minutes, this payment only</dd>
      </div>
    </dl>
    ${actionButton("transfer-sent", "I have sent the money", "")}
    <details class="more">
      <summary>Other endings</summary>
      ${actionButton("transfer-wrong", "Send the wrong amount")}
      ${actionButton("transfer-expire", "Let the account expire")}
    </details>`;
}

export function ussdPanel(tx: Transaction): Markup {
  const code = `*737*000*${String(tx.id).slice(-4)}#`;
  return markup`<p class="lead">Dial this code on the phone of your bank account.</p>
    <dl class="facts">
      <div>
        <dt>Bank</dt>
        <dd>Guaranty Trust Bank</dd>
      </div>
      ${copyable("Code", code, "Copy USSD code")}
    </dl>
    ${actionButton("ussd-done", "I have completed the payment", "")}
    <details class="more">
      <summary>Other endings</summary>
      ${actionButton("ussd-refused", "The bank declines")}
    </details>`;
}
