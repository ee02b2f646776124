import type { Context, Hono } from "hono";
import { markup, page, type Markup } from "../page.ts";
import { readBody } from "./envelope.ts";
import { isPaid, receiveTransfer } from "./payments.ts";
import type { Transaction } from "./transaction.ts";
import type { World } from "./world.ts";

const CSP = "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'";
const SENDER = { sender: "ADAEZE OBI", from: "0123456789" };
const OTHER = { sender: "CHINEDU EZE", from: "9876543210" };
const MISSING_KOBO = 150_000;

/** The ways to send a transfer, and what the buttons say. */
const WAYS = {
  right: "Send the right amount",
  wrong: "Send a wrong amount",
  late: "Send it late: it comes back",
  accepted: "Send it late: it is accepted",
  twice: "Send it twice",
  name: "Send from another name",
} as const;
type Way = keyof typeof WAYS;

/** A small bank app: sends transfers to the account numbers of this sandbox. It works without JavaScript. */
export function serveBank(app: Hono, world: World): void {
  app.get("/bank", (c) => show(c, world, c.req.query("account") ?? ""));
  app.post("/bank", async (c) => {
    const { account, way } = (await readBody(c)) ?? {};
    const number = typeof account === "string" ? account : "";
    const tx = byAccount(world, number);
    if (!tx || typeof way !== "string" || !Object.hasOwn(WAYS, way)) return show(c, world, number, "", 422);
    return show(c, world, number, send(world, tx, way as Way));
  });
}

function byAccount(world: World, account: string): Transaction | undefined {
  return world.store.transactions().find((tx) => tx.account_number !== null && tx.account_number === account);
}

/** Sends a transfer and returns what the bank app says about it. */
function send(world: World, tx: Transaction, way: Way): string {
  const { amount } = tx;
  const isLate = way === "late" || way === "accepted";
  if (isLate && tx.account_expires_at !== null) tx.account_expires_at = new Date(world.clock.now() - 1).toISOString();
  const before = world.settings.fulfil_late_notification;
  world.settings.fulfil_late_notification = way === "accepted" || (before && way !== "late");
  const sent = way === "wrong" ? Math.max(5_000, amount - MISSING_KOBO) : amount;
  const sender = way === "name" ? OTHER : SENDER;
  const results = Array.from({ length: way === "twice" ? 2 : 1 }, () =>
    receiveTransfer(world, tx, { amount: sent, ...sender }),
  );
  world.settings.fulfil_late_notification = before;
  return results.map((isTaken) => `${naira(sent)} sent: ${isTaken ? "successful" : "it comes back to you"}.`).join(" ");
}

const naira = (kobo: number) => `₦${(kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: 2 })}`;

async function show(c: Context, world: World, account: string, said = "", status: 200 | 422 = 200) {
  const tx = byAccount(world, account);
  c.header("content-security-policy", CSP);
  c.header("cache-control", "no-store");
  const body = markup`<body class="page">
    <main class="sheet">
      <p class="test"><strong>TEST</strong> – no real money</p>
      <div class="head"><h1>Bank app</h1></div>
      <div class="body">${said === "" ? null : markup`<p class="alert" role="status">${said}</p>`}${
        tx ? transferForm(tx) : accountForm(account)
      }</div>
    </main>
  </body>`;
  return c.html(page("Bank app (test)", "/checkout/checkout.css", body), status);
}

function transferForm(tx: Transaction): Markup {
  const ways = Object.entries(WAYS).map(
    ([way, label]) => markup`<button class="button outline wide" name="way" value="${way}">${label}</button>`,
  );
  return markup`<dl class="facts">
      <div><dt>To</dt><dd>${tx.account_number}, Test Bank</dd></div>
      <div><dt>Amount</dt><dd>${naira(tx.amount)}</dd></div>
      <div><dt>State</dt><dd>${isPaid(tx) ? "paid" : "waiting for the transfer"}</dd></div>
    </dl>
    <form method="post" action="/bank">
      <input type="hidden" name="account" value="${tx.account_number}" />
      ${ways}
    </form>`;
}

function accountForm(account: string): Markup {
  return markup`${account === "" ? null : markup`<p class="alert" role="alert">No bank knows this account number.</p>`}
    <form method="get" action="/bank">
      <div class="field">
        <label for="account">Account number</label>
        <input class="input" id="account" name="account" inputmode="numeric" value="${account}" required />
      </div>
      <button class="button wide">Continue</button>
    </form>`;
}
