import { markup, type Markup } from "../../markup.ts";
import { KUDA, ZENITH } from "../banks.ts";
import { CARDS, FILL_EXPIRY, spaced, type TestCard } from "../cards.ts";
import type { Transaction } from "../transaction.ts";
import { actionButton, field, fill, form } from "./field.ts";
import type { Session } from "./session.ts";

const cardValues = (card: TestCard): string =>
  fill({ number: spaced(card.number), expiry: FILL_EXPIRY, cvv: card.cvv });

export function cardPanel(amount: string, session: Session): Markup {
  const { number, expiry } = session.typed;
  const content = markup`${field({ name: "number", label: "Card number", value: number, placeholder: "0000 0000 0000 0000", numeric: true, max: 30 })}
    <div class="pair">
      ${field({ name: "expiry", label: "Expiry", value: expiry, placeholder: "MM/YY", numeric: true, max: 7 })}
      ${field({ name: "cvv", label: "CVV", placeholder: "123", numeric: true, max: 4 })}
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

export function transferPanel(amount: string, account: string): Markup {
  return markup`<p class="lead">Send exactly <strong>${amount}</strong> to this account.</p>
    <dl class="facts">
      <div>
        <dt>Bank</dt>
        <dd>Sandbox Bank</dd>
      </div>
      <div>
        <dt>Account number</dt>
        <dd class="account">
          <span class="digits">${account}</span>
          <button type="button" class="copy" data-copy="${account}" aria-label="Copy account number">Copy</button>
        </dd>
      </div>
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
      <div>
        <dt>Code</dt>
        <dd class="account">
          <span class="digits">${code}</span>
          <button type="button" class="copy" data-copy="${code}" aria-label="Copy USSD code">Copy</button>
        </dd>
      </div>
    </dl>
    ${actionButton("ussd-done", "I have completed the payment", "")}
    <details class="more">
      <summary>Other endings</summary>
      ${actionButton("ussd-refused", "The bank declines")}
    </details>`;
}

export function bankPanel(): Markup {
  const zenith = field({ name: "account", label: "Account number", placeholder: "0000000000", numeric: true, max: 13 });
  const kuda = field({ name: "phone", label: "Phone number", placeholder: "+234 810 000 0000", type: "tel", max: 20 });
  return markup`<div class="bank">
      <h2>Zenith Bank</h2>
      ${form(
        "bank-zenith",
        "Pay from Zenith",
        markup`${zenith}<button
            type="button"
            class="link"
            data-fill="${fill({ account: ZENITH.account })}"
            data-say="Account filled in"
          >
            Use the test account
          </button>`,
      )}
    </div>
    <div class="bank">
      <h2>Kuda Bank</h2>
      ${form(
        "bank-kuda",
        "Pay from Kuda",
        markup`${kuda}<button
            type="button"
            class="link"
            data-fill="${fill({ phone: KUDA.phone })}"
            data-say="Phone number filled in"
          >
            Use the test phone
          </button>`,
      )}
    </div>`;
}
