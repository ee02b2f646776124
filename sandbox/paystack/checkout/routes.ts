import type { Context, Hono } from "hono";
import type { Markup } from "../../page.ts";
import { readBody } from "../envelope.ts";
import { isPaid } from "../payments.ts";
import type { Transaction } from "../transaction.ts";
import type { World } from "../world.ts";
import { runCheckout } from "./browser.ts";
import { act, arrive } from "./flow.ts";
import { paidOutcome, setupErrorOutcome } from "./outcome.ts";
import { errorView, notFoundPage, shell } from "./page.ts";
import { newSession, type Outcome, type Session, STAY } from "./session.ts";
import { CHECKOUT_CSS } from "./style.ts";
import { render } from "./views.ts";

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  // Any shop may frame the popup, as with the real provider.
  "frame-ancestors http: https:",
].join("; ");

/** The checkout: a popup in the shop's page or a full page. */
export function serveCheckout(app: Hono, world: World): void {
  const sessions = new Map<string, Session>();
  const sessionOf = (tx: Transaction): Session => {
    const known = sessions.get(tx.access_code);
    if (known) return known;
    const made = newSession(tx.channels[0] ?? "card");
    sessions.set(tx.access_code, made);
    return made;
  };
  const reply = async (c: Context, tx: Transaction, outcome: Outcome) =>
    c.json({
      html: await render(world, tx, sessionOf(tx)),
      ...outcome,
      transaction: { id: tx.id, accessCode: tx.access_code, customer: { email: tx.customer.email } },
    });

  app.get("/checkout/checkout.js", (c) =>
    c.body(`(${runCheckout.toString()})();\n`, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    }),
  );
  app.get("/checkout/checkout.css", (c) =>
    c.body(CHECKOUT_CSS, 200, { "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" }),
  );

  app.get("/popup", (c) => page(c, shell({ mode: "popup", code: null, merchant: world.merchant })));

  app.post("/checkout/:code/open", async (c) => {
    const tx = world.store.byCode(c.req.param("code"));
    if (!tx)
      return c.json({
        html: await errorView("This payment does not exist."),
        ...setupErrorOutcome("Invalid access code"),
      });
    const session = sessionOf(tx);
    const error = arrive(world, tx, session);
    if (!error) return reply(c, tx, STAY);
    session.view = "paid";
    return reply(c, tx, { ...setupErrorOutcome(error), leave: paidOutcome(tx).leave });
  });

  app.post("/checkout/:code/act", async (c) => {
    const tx = world.store.byCode(c.req.param("code"));
    if (!tx)
      return c.json(
        { html: await errorView("This payment does not exist."), ...STAY, events: [{ event: "close" }] },
        404,
      );
    const body = (await readBody(c)) ?? {};
    const field = (name: string): string => (typeof body[name] === "string" ? body[name].trim() : "");
    return reply(c, tx, act({ world, tx, session: sessionOf(tx), field }, field("action")));
  });

  app.get("/checkout/:code/status", async (c) => {
    const tx = world.store.byCode(c.req.param("code"));
    if (!tx || !isPaid(tx)) return c.json({ paid: false });
    const session = sessionOf(tx);
    session.view = "paid";
    return c.json({ paid: true, html: await render(world, tx, session), ...paidOutcome(tx) });
  });

  app.get("/:access_code{[a-z0-9]{15}}", (c) => {
    const tx = world.store.byCode(c.req.param("access_code"));
    if (!tx) return page(c, notFoundPage(), 404);
    return page(c, shell({ mode: "page", code: tx.access_code, merchant: world.merchant }));
  });
  app.get("/", (c) => page(c, shell({ mode: "info", code: null, merchant: world.merchant })));
}

function page(c: Context, markup: Markup, status: 200 | 404 = 200) {
  c.header("content-security-policy", CSP);
  c.header("cache-control", "no-store");
  return c.html(markup, status);
}
