import { markup, page, type Markup } from "../page.ts";
import { PEOPLE, type Person } from "./people.ts";

/** The provider that the pages represent: Google, or a company's single sign-on. */
export type Brand = "Google sandbox" | "Company sign-in";

type Asked = { uid: string; problem?: string; email?: string; brand?: Brand };

/** The account chooser: invented users, and a form for any other identity. */
export function choosePage({ uid, problem, email = "", brand }: Asked): Markup {
  return googlePage(
    "Choose an account",
    markup`<h1>Choose an account</h1>
      <p class="lead quiet">to continue to Oja. Nobody here is real, and no password is asked.</p>
      ${problem ? markup`<p class="alert" role="alert">${problem}</p>` : null}
      <form method="post" action="/sign-in/${uid}">
        <ul class="people">
          ${PEOPLE.map((person) => markup`<li>${personButton(person)}</li>`)}
        </ul>
      </form>
      <h2>Somebody else</h2>
      <form class="fields" method="post" action="/sign-in/${uid}">
        <div class="field">
          <label for="email">E-mail</label>
          <input class="input" id="email" name="email" type="email" value="${email}" autocomplete="off" required maxlength="200" />
        </div>
        <div class="pair">
          ${nameField("given_name", "First name", true)} ${nameField("family_name", "Last name", false)}
        </div>
        <label class="check"><input type="checkbox" name="email_verified" checked />This address is confirmed</label>
        <button class="button">Continue</button>
      </form>
      ${cancel(uid)}`,
    brand,
  );
}

function personButton({ email, given_name, family_name, note }: (typeof PEOPLE)[number]): Markup {
  return markup`<button class="person" name="person" value="${email}">
    <span class="face" aria-hidden="true">${given_name.slice(0, 1)}</span>
    <span class="name">${given_name} ${family_name}</span>
    <span class="mail quiet">${email}${note ? ` (${note})` : ""}</span>
  </button>`;
}

function nameField(name: string, label: string, isRequired: boolean): Markup {
  return markup`<div class="field">
    <label for="${name}">${label}</label>
    <input class="input" id="${name}" name="${name}" autocomplete="off" maxlength="60" ${isRequired ? markup`required` : null} />
  </div>`;
}

/** The consent page. */
export function consentPage(asked: { uid: string; person: Person; isOffline: boolean; brand?: Brand }): Markup {
  const { uid, person, isOffline, brand } = asked;
  const { email, given_name, family_name, email_verified } = person;
  return googlePage(
    "Allow Oja",
    markup`<h1>Oja wants to know who you are</h1>
      <div class="who">
        <div class="person">
          <span class="face" aria-hidden="true">${given_name.slice(0, 1)}</span>
          <span class="name">${given_name} ${family_name}</span>
          <span class="mail quiet">${email}${email_verified ? "" : " (address not confirmed)"}</span>
        </div>
      </div>
      <p>Oja will be able to see:</p>
      <ul class="asks">
        <li>your name</li>
        <li>your e-mail address</li>
        ${isOffline ? markup`<li>both again later, while you are away</li>` : null}
      </ul>
      <form class="actions" method="post" action="/sign-in/${uid}/allow">
        ${hidden({ email, given_name, family_name, email_verified: email_verified ? "on" : "" })}
        <button class="button">Allow</button>
        <a class="button outline" href="/sign-in/${uid}">Choose another account</a>
      </form>
      ${cancel(uid)}`,
    brand,
  );
}

function hidden(fields: Record<string, string>): Markup[] {
  return Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`);
}

function cancel(uid: string): Markup {
  return markup`<form class="actions" method="post" action="/sign-in/${uid}/cancel">
    <button class="button danger">Cancel</button>
  </form>`;
}

/** The error page, with the reason for the developer. */
export function errorPage(title: string, detail: string): Markup {
  return googlePage(
    title,
    markup`<h1>${title}</h1>
      <p class="lead quiet">${detail}</p>
      <p class="small">Go back to the shop and start again.</p>`,
  );
}

/** The start page; if it also acts as a company's provider, it shows what an admin of the shop enters. */
export function startPage(company?: { issuer: string; clientId: string; clientSecret: string }): Markup {
  const rows = company
    ? [
        ["Provider's address", company.issuer],
        ["Client id", company.clientId],
        ["Client secret", company.clientSecret],
      ]
    : [];
  return googlePage(
    "Google sign-in, a sandbox",
    markup`<h1>Google sign-in, a sandbox</h1>
      <p class="lead quiet">A small identity provider that plays Google for the demo shop. Press 'Continue with Google' on the shop's login page to see it.</p>
      ${
        company
          ? markup`<h2>Or a company's own sign-in</h2>
              <p>Start the shop with <code>SSO=1</code>, open Single sign-on as its admin, and enter any domain, such as acme.example, with</p>
              <dl class="facts">${rows.map(([name = "", value = ""]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`
          : null
      }`,
  );
}

function googlePage(title: string, content: Markup, brand: Brand = "Google sandbox"): Markup {
  return page(
    `${title} · ${brand}`,
    "/google.css",
    markup`<body>
      <header><p class="strip"><strong>DEMO</strong> – a sandbox, this is not ${brand === "Company sign-in" ? "a real company" : "Google"}</p></header>
      <main id="main" tabindex="-1">
        <p class="brand"><span class="mark" aria-hidden="true"></span>${brand}</p>
        ${content}
      </main>
    </body>`,
  );
}
