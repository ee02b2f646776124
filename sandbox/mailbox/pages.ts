import { markup, page, type Markup } from "../page.ts";
import { linksOf } from "./links.ts";
import type { Mail, MailSummary } from "./store.ts";

const LAGOS = new Intl.DateTimeFormat("en-NG", { dateStyle: "medium", timeStyle: "short", timeZone: "Africa/Lagos" });

export function mailListPage(mails: MailSummary[], search: string, shop: string): Markup {
  const count = mails.length === 1 ? "1 message" : `${mails.length} messages`;
  return mailboxPage(
    "Mailbox",
    shop,
    markup`<div class="title">
        <div>
          <h1>Mailbox</h1>
          <p class="quiet">Mails the demo would have sent. ${count}${search ? " found" : ""}.</p>
        </div>
        ${mails.length > 0 && !search ? markup`<form method="post" action="/clear"><button class="button danger">Clear all</button></form>` : null}
      </div>
      <search class="tools">
        <form class="find" method="get" action="/">
          <label class="sr" for="q">Search by address or subject</label>
          <input
            class="input"
            id="q"
            type="search"
            name="q"
            value="${search}"
            placeholder="Address or subject"
            autocomplete="off"
          />
          <button class="button">Search</button>
        </form>
      </search>
      ${mails.length > 0 ? list(mails) : empty(search)}`,
  );
}

function list(mails: MailSummary[]): Markup {
  return markup`<ul class="list">
    ${mails.map(
      (mail) =>
        markup`<li>
          <a href="/messages/${mail.id}">
            <span class="to"><span class="sr">To </span>${mail.to}</span>${time(mail.sentAt)}
            <span class="subject">${mail.subject || "(no subject)"}</span>
            <span class="from quiet">from ${mail.from}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

function empty(search: string): Markup {
  if (search) {
    return markup`<div class="empty">
      <h2>Nothing found</h2>
      <p class="quiet">No mail has "${search}" in its addresses or subject.</p>
      <a class="button outline" href="/">Show all mails</a>
    </div>`;
  }
  return markup`<div class="empty">
    <h2>No mail yet</h2>
    <p class="quiet">Place an order, sign up or ask for a new password in the shop: the mail arrives here.</p>
    <a class="button outline" href="/">Look again</a>
  </div>`;
}

/** An SVG, because the shop's font has no arrow. */
const BACK = markup`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
  <path
    d="M15 5l-7 7 7 7"
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

export function mailPage(mail: Mail, pane: "html" | "text", shop: string): Markup {
  const links = linksOf(mail.html);
  const current = markup`aria-current="page"`;
  return mailboxPage(
    mail.subject || "(no subject)",
    shop,
    markup`<p><a class="back" href="/">${BACK}All mails</a></p>
      <h1>${mail.subject || "(no subject)"}</h1>
      <dl class="facts">
        <div>
          <dt>To</dt>
          <dd>${mail.to}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>${mail.from}</dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd>${time(mail.sentAt)}</dd>
        </div>
      </dl>
      <nav class="panes" aria-label="How to show this mail">
        <a href="/messages/${mail.id}" ${pane === "html" ? current : null}>Mail</a>
        <a href="/messages/${mail.id}?pane=text" ${pane === "text" ? current : null}>Text</a>
      </nav>
      ${
        pane === "text"
          ? markup`<pre class="mail" tabindex="0" role="region" aria-label="Text of the mail">
${mail.text || "This mail has no text version."}</pre>`
          : markup`<iframe
              class="mail"
              title="The mail"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcdoc="${withBase(mail.html)}"
            ></iframe>`
      }
      ${
        links.length > 0
          ? markup`<section class="links">
              <h2>Links in this mail</h2>
              <ul>
                ${links.map(({ href, label }) => markup`<li><a href="${href}">${label}</a>${label === href ? null : markup`<span class="quiet">${href}</span>`}</li>`)}
              </ul>
            </section>`
          : null
      }`,
  );
}

export function missingPage(shop: string): Markup {
  return mailboxPage(
    "Mail not found",
    shop,
    markup`<div class="empty">
      <h1>Mail not found</h1>
      <p class="quiet">It may have been cleared.</p>
      <a class="button outline" href="/">All mails</a>
    </div>`,
  );
}

/** Links of the frame open outside it: a sandboxed frame could not show the shop. */
function withBase(mailHtml: string): string {
  const base = '<base target="_blank">';
  const head = /<head\b[^>]*>/i;
  return head.test(mailHtml) ? mailHtml.replace(head, (tag) => tag + base) : `<!doctype html>${base}${mailHtml}`;
}

function time(at: Date): Markup {
  return markup`<time class="quiet" datetime="${at.toISOString()}">${LAGOS.format(at)}</time>`;
}

function mailboxPage(title: string, shop: string, content: Markup): Markup {
  return page(
    `${title} · Oja mailbox`,
    "/mailbox.css",
    markup`<body>
      <a class="skip" href="#main">Skip to content</a>
      <header>
        <p class="strip"><strong>DEMO</strong> – no mail leaves this machine</p>
        <div class="wrap bar">
          <a class="home" href="/"><span class="mark" aria-hidden="true"></span>Oja mailbox</a>
          <a class="shop" href="${shop}">To the shop</a>
        </div>
      </header>
      <main id="main" class="wrap" tabindex="-1">${content}</main>
    </body>`,
  );
}
