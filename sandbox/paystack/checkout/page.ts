import { markup, page, type Markup } from "../../page.ts";

const STYLES = "/checkout/checkout.css";

export type ShellOptions = { mode: "popup" | "page" | "info"; code: string | null; merchant: string };

/** The document of the checkout; the script loads its content. */
export function shell({ mode, code, merchant }: ShellOptions): Markup {
  const body = markup`<body class="${mode}" data-mode="${mode}" data-code="${code}">
    <main id="checkout" class="sheet" tabindex="-1">
      ${
        mode === "info"
          ? infoView()
          : markup`<div class="center">
              <h1 class="sr">Payment</h1>
              <p class="quiet">Loading the payment…</p>
            </div>`
      }
    </main>
    <p id="say" class="sr" role="status"></p>
    ${mode === "info" ? null : markup`<script src="/checkout/checkout.js" defer></script>`}
  </body>`;
  return page(`Pay ${merchant} (test)`, STYLES, body);
}

export function notFoundPage(): Markup {
  return page(
    "Payment not found (test)",
    STYLES,
    markup`<body class="page">
      <main class="sheet">${errorView("This payment does not exist or has been reset.")}</main>
    </body>`,
  );
}

export function errorView(message: string): Markup {
  return markup`${testBanner()}
    <div class="center">
      <h1 tabindex="-1" data-focus>This payment cannot start</h1>
      <p class="quiet">${message}</p>
      <button type="button" class="button outline" data-action="cancel">Close</button>
    </div>`;
}

export function testBanner(): Markup {
  return markup`<p class="test"><strong>TEST</strong> – no real money</p>`;
}

function infoView(): Markup {
  return markup`${testBanner()}
    <div class="center">
      <h1>Payment sandbox</h1>
      <p class="quiet">A sandbox of the payment provider. Start a payment in the shop to see its checkout.</p>
    </div>`;
}
