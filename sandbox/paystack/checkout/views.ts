import { markup, type Markup } from "../../page.ts";
import { accountNumber } from "../payments.ts";
import { type Channel, CHANNELS, type Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { alert } from "./field.ts";
import { FAULTS } from "./flow-faults.ts";
import { errorView, testBanner } from "./page.ts";
import { cardPanel, transferPanel, ussdPanel } from "./panels.ts";
import type { Session } from "./session.ts";
import { closedView, expiredView, paidView, stepView, waitingView } from "./steps.ts";

const NAIRA = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });

/** 123450 -> "₦1,234.50". */
export function naira(kobo: number): string {
  return NAIRA.format(kobo / 100).replace(/^NGN\s?/, "₦");
}

const TABS: Record<Channel, { id: string; label: string }> = {
  card: { id: "card", label: "Card" },
  bank_transfer: { id: "transfer", label: "Transfer" },
  ussd: { id: "ussd", label: "USSD" },
};

/** The content of the sheet for the buyer's current state. */
export function render(world: World, tx: Transaction, session: Session): Markup {
  if (session.view === "error") return errorView(session.message);
  return markup`${testBanner()}${head(world, tx, session)}
    <div class="body">${body(world, tx, session)}</div>
    ${session.view === "choose" ? faults() : null}
    <p class="foot quiet">Payment sandbox. It speaks like Paystack and moves no money.</p>`;
}

function head(world: World, tx: Transaction, session: Session): Markup {
  const over = session.view === "paid" || session.view === "closed";
  return markup`<header class="head">
    <div class="row">
      <p class="merchant"><span class="mark" aria-hidden="true"></span>${world.merchant}</p>
      ${
        over
          ? null
          : markup`<button type="button" class="close" data-action="cancel" aria-label="Cancel payment">
              <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
                <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
              </svg>
            </button>`
      }
    </div>
    <h1 class="amount" tabindex="-1"><span class="sr">Pay ${world.merchant} </span>${naira(tx.amount)}</h1>
    <p class="quiet email">${tx.customer.email}</p>
  </header>`;
}

function body(world: World, tx: Transaction, session: Session): Markup {
  if (session.view === "choose") return choose(world, tx, session);
  if (session.view === "paid") return paidView(naira(tx.amount), tx.reference);
  if (session.view === "waiting") return waitingView();
  if (session.view === "expired") return expiredView();
  if (session.view === "closed") return closedView(session.message, tx.callback_url);
  return stepView(world, tx, session, naira(tx.amount));
}

function choose(world: World, tx: Transaction, session: Session): Markup {
  // A state file may name channels that are gone.
  const channels = CHANNELS.filter((channel) => tx.channels.includes(channel));
  const chosen = channels.includes(session.panel) ? session.panel : (channels[0] ?? "card");
  const panels: Record<Channel, () => Markup> = {
    card: () => cardPanel(naira(tx.amount), session),
    bank_transfer: () => transferPanel(naira(tx.amount), accountNumber(world, tx)),
    ussd: () => ussdPanel(tx),
  };
  return markup`<div role="tablist" aria-label="How to pay" class="tabs">
      ${channels.map((channel) => {
        const { id, label } = TABS[channel];
        const on = channel === chosen;
        return markup`<button
          type="button"
          role="tab"
          id="tab-${id}"
          aria-controls="panel-${id}"
          aria-selected="${String(on)}"
          tabindex="${on ? 0 : -1}"
        >
          ${label}
        </button>`;
      })}
    </div>
    ${channels.map((channel) => {
      const { id } = TABS[channel];
      const on = channel === chosen;
      return markup`<section
        role="tabpanel"
        id="panel-${id}"
        aria-labelledby="tab-${id}"
        tabindex="-1"
        ${on ? null : HIDDEN}
      >
        ${on && session.error ? alert(session.error) : null}${panels[channel]()}
      </section>`;
    })}`;
}

const HIDDEN = markup`hidden`;

function faults(): Markup {
  return markup`<details class="faults">
    <summary>Test faults</summary>
    <p class="quiet">Each button ends this payment in a way a shop must survive.</p>
    <ul>
      ${FAULTS.map(
        ({ action, label, text }) =>
          markup`<li>
            <button type="button" class="fault" data-action="${action}">
              <strong>${label}</strong><span class="quiet">${text}</span>
            </button>
          </li>`,
      )}
    </ul>
  </details>`;
}
