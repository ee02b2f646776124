import { markup, page, type Markup } from "../page.ts";
import { PEOPLE } from "./people.ts";

/** The fields of the page: the user that signs in, or the refusal. */
export const ANSWERS = ["person", "email", "given_name", "family_name", "email_verified", "cancel"];

type Asked = { query: Record<string, string>; isCompany: boolean; problem?: string };

/** The page that asks who signs in: invented users, a form for any other identity, and Cancel. Each form repeats `query`. */
export function choosePage({ query, isCompany, problem }: Asked): Markup {
  const request = Object.entries(query)
    .filter(([name]) => !ANSWERS.includes(name))
    .map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`);
  const email = query["email"] ?? query["login_hint"] ?? "";
  return googlePage(
    "Choose an account",
    markup`<h1>Choose an account</h1>
      <p class="lead quiet">Oja will see the account's name and e-mail address. Nobody here is real, and no password is asked.</p>
      ${problem ? markup`<p class="alert" role="alert">${problem}</p>` : null}
      <form action="/auth">
        ${request}
        <ul class="people">
          ${PEOPLE.map((person) => markup`<li>${personButton(person)}</li>`)}
        </ul>
      </form>
      <h2>Another identity</h2>
      <form class="fields" action="/auth">
        ${request}
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
      <form class="actions" action="/auth">
        ${request}
        <button class="button danger" name="cancel">Cancel</button>
      </form>`,
    isCompany,
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

function googlePage(title: string, content: Markup, isCompany = false): Markup {
  const brand = isCompany ? "Company sign-in" : "Google sandbox";
  return page(
    `${title} · ${brand}`,
    "/google.css",
    markup`<body>
      <header><p class="strip"><strong>DEMO</strong> – a sandbox, this is not ${isCompany ? "a real company" : "Google"}</p></header>
      <main id="main" tabindex="-1">
        <p class="brand"><span class="mark" aria-hidden="true"></span>${brand}</p>
        ${content}
      </main>
    </body>`,
  );
}
