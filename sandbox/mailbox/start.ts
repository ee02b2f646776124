import { type Context, Hono } from "hono";
import { listen, type Listening } from "../listen.ts";
import type { Markup } from "../page.ts";
import { serveLook } from "../theme.ts";
import { mailListPage, mailPage, missingPage } from "./pages.ts";
import type { MailboxStore } from "./store.ts";
import { MAILBOX_CSS } from "./style.ts";

const SHOWN = 200;

// The frame of a mail inherits this policy: mails contain inline styles and pictures of the shop, and never scripts.
const CSP = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src http: https: data:",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Starts the demo's mailbox on its own origin, to isolate mails from the shop. */
export async function startMailbox(options: {
  port: number;
  host?: string;
  store: MailboxStore;
  shopUrl: () => string;
}): Promise<Listening> {
  const { store, shopUrl } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header("content-security-policy", CSP);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
  });
  serveLook(app);
  app.get("/mailbox.css", (c) => c.body(MAILBOX_CSS, 200, { "content-type": "text/css; charset=utf-8" }));

  app.get("/", async (c) => {
    const search = (c.req.query("q") ?? "").trim().slice(0, 200);
    return page(c, mailListPage(await store.list({ search, limit: SHOWN }), search, shopUrl()));
  });
  app.get("/messages/:id", async (c) => {
    const mail = await store.get(c.req.param("id"));
    if (!mail) return page(c, missingPage(shopUrl()), 404);
    return page(c, mailPage(mail, c.req.query("pane") === "text" ? "text" : "html", shopUrl()));
  });
  app.post("/clear", async (c) => {
    if (isForeign(c)) return c.text("Clear the mailbox from its own page", 403);
    await store.clear();
    return c.redirect("/", 303);
  });

  app.get("/api/messages", async (c) => {
    const limit = Math.min(Math.max(Number.parseInt(c.req.query("limit") ?? "", 10) || 50, 1), SHOWN);
    return c.json(await store.list({ search: c.req.query("q"), limit }));
  });
  app.get("/api/messages/:id", async (c) => {
    const mail = await store.get(c.req.param("id"));
    return mail ? c.json(mail) : c.json({ message: "Not found" }, 404);
  });
  app.notFound((c) => page(c, missingPage(shopUrl()), 404));
  return await listen(app, options);
}

function page(c: Context, markup: Markup, status: 200 | 404 = 200) {
  c.header("cache-control", "no-store");
  return c.html(markup, status);
}

/** A form of another site must not empty the mailbox. */
function isForeign(c: Context): boolean {
  const origin = c.req.header("origin");
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== c.req.header("host"));
}
