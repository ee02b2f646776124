import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import routes from "#app/routes.ts";
import type { RunningShop } from "#server/start.server.ts";
import { CONTACT, makeGoods } from "../fixtures/checkout.ts";
import { BEHIND_PROXY, makeCustomer, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let rice: string;

beforeAll(async () => {
  shop = await testShop({ env: { ...BEHIND_PROXY, SSO: "1" } });
  rice = await makeGoods(shop.shop.database, { stock: 50 });
});
afterAll(() => shop.close());

const NUL = "a\0b";
const INHERITED = ["__proto__", "constructor", "toString", "hasOwnProperty"];
/** Numbers that no column holds. */
const FAR = ["-2147483649", "99999999999999999999"];

/** Posts to the action at `path` without rendering its page, as the hydrated form does. */
const callAction = (me: Visitor, path: string, fields: Record<string, string>) =>
  me.form(path === "/" ? "/_root.data" : `${path}.data`, fields);

/** Forms of pages with their fields, and the role that may post them. */
const FORMS: [path: string, who: "guest" | "customer" | "admin", fields: string[]][] = [
  ["/login", "guest", ["who", "password", "second-factor", "sso-email", "intent"]],
  ["/signup", "guest", ["who", "password", "firstName", "lastName", "ticket", "phone", "code"]],
  ["/forgot-password", "guest", ["email", "phone", "code"]],
  ["/auth/callback", "guest", ["code", "recovery", "second-factor"]],
  ["/newsletter", "guest", ["email"]],
  [
    "/profile",
    "customer",
    ["intent", "first_name", "last_name", "phone", "address", "city", "state", "id", "name", "code"],
  ],
  ["/admin/second-factor", "admin", ["intent", "password", "code"]],
  ["/admin/security", "admin", ["intent", "id", "name", "password"]],
  ["/admin/single-sign-on", "admin", ["intent", "domain", "issuer", "clientId", "clientSecret", "id"]],
];

describe("forms", () => {
  test.each(FORMS)(
    "%s as %s: no sign that is no letter and no inherited name makes an error",
    async (path, who, fields) => {
      const me =
        who === "guest" ? new Visitor(shop.url) : await signedIn(shop, await makeCustomer(shop, { role: who }));
      const whole = Object.fromEntries(fields.map((name) => [name, "x@example.com"]));
      const intents = fields.includes("intent")
        ? ["profile", "password", "rename-passkey", "end-session", "add"]
        : [""];
      for (const value of [NUL, ...INHERITED]) {
        for (const field of fields) {
          const sent = { ...whole, ...(fields.includes("intent") && { intent: intents[0] ?? "" }), [field]: value };
          expect((await callAction(me, path, sent)).status, `${field}=${JSON.stringify(value)}`).toBeLessThan(500);
        }
        for (const intent of intents) {
          const all = { ...Object.fromEntries(fields.map((name) => [name, value])), ...(intent && { intent }) };
          expect((await me.form(path, all)).status, `all=${JSON.stringify(value)} ${intent}`).toBeLessThan(500);
        }
        expect((await me.form(path, { [value]: value })).status, `named ${JSON.stringify(value)}`).toBeLessThan(500);
      }
    },
  );
});

/** Every address of the map whose route handles forms. */
const app = join(import.meta.dirname, "..", "..", "app");
const takers = routes.flatMap((entry) => takersOf(entry, ""));
function takersOf(entry: RouteConfigEntry, above: string): string[] {
  const path = entry.path ? `${above}/${entry.path}` : above || "/";
  const takes = readFileSync(join(app, entry.file), "utf8").includes("export async function action");
  return [...(takes ? [path] : []), ...(entry.children ?? []).flatMap((child) => takersOf(child, path))];
}

describe("addresses that take forms", () => {
  test("are found", () => expect(takers.length).toBeGreaterThan(35));

  test.each(takers)(
    "%s: odd texts and names are no error of the shop, other sites' forms are refused",
    async (path) => {
      const role = path.startsWith("/admin") || path.startsWith("/api") ? "admin" : "customer";
      const me = await signedIn(shop, await makeCustomer(shop, { role }));
      const record = /products?\//.test(path) ? rice : "00000000-0000-4000-8000-000000000000";
      const address = path.replaceAll(/:\w+\??/g, record);
      const page = (await me.get(address)).text;
      const names = [...page.matchAll(/<(?:input|select|textarea|button)[^>]* name="([^"]+)"/g)].map(
        ([, name]) => name,
      );
      const intents = new Set([...page.matchAll(/name="intent" value="([^"]*)"/g)].map(([, intent]) => intent ?? ""));
      const fields = [...new Set(["id", "ids", "version", "intent", ...names])];
      const id = { [SUBMISSION_FIELD]: newSubmissionId(Date.now() - 60_000) };
      for (const value of [NUL, ...INHERITED]) {
        const filled = Object.fromEntries(fields.map((name) => [name, value]));
        expect((await me.form(address, { ...filled, ...id })).status, JSON.stringify(filled)).toBeLessThan(500);
        for (const sent of [{ [value]: value }, ...[...intents].map((intent) => ({ ...filled, intent }))])
          expect((await callAction(me, address, sent)).status, JSON.stringify(sent)).toBeLessThan(500);
      }
      for (const far of FAR) {
        const filled = { ...Object.fromEntries(fields.map((name) => [name, far])), id: rice };
        for (const intent of ["", ...intents])
          expect((await callAction(me, address, { ...filled, intent })).status, `${intent} ${far}`).toBeLessThan(500);
      }
      if (path.startsWith("/newsletter/unsubscribe")) return;
      const foreign: Record<string, string>[] = [{ Origin: "https://evil.example" }, { Origin: "null" }, {}];
      for (const headers of foreign) {
        for (const target of [address, `${address}.data`]) {
          const body = new URLSearchParams({ intent: "save" });
          expect((await me.send(target, { method: "POST", body, headers })).status, target).toBe(403);
        }
      }
    },
  );
});

/** Addresses of all pages, without the catch-all. */
const pages = routes.flatMap((entry) => pagesOf(entry, "")).filter((path) => !path.includes("*"));
function pagesOf(entry: RouteConfigEntry, above: string): string[] {
  const path = entry.path ? `${above}/${entry.path}` : above || "/";
  const isPage = entry.path !== undefined || entry.index === true;
  return [...(isPage ? [path] : []), ...(entry.children ?? []).flatMap((child) => pagesOf(child, path))];
}

describe("addresses with odd queries", () => {
  const NAMES = [
    "page",
    "size",
    "sort",
    "state",
    "status",
    "q",
    "search",
    "view",
    "of",
    "to",
    "error",
    "type",
    "notice",
  ];

  test.each([...new Set(pages)])("%s", async (path) => {
    const role = path.startsWith("/admin") ? "admin" : "customer";
    const me = await signedIn(shop, await makeCustomer(shop, { role }));
    const address = path.replaceAll(/:\w+\??/g, "00000000-0000-4000-8000-000000000000");
    for (const value of ["__proto__", "constructor", ...FAR]) {
      const query = new URLSearchParams(NAMES.map((name) => [name, value]));
      expect((await me.get(`${address}?${query}`)).status, value).toBeLessThan(500);
    }
  });
});

const AUTH: [path: string, body: Record<string, unknown>][] = [
  ["/sign-in/email", { email: "a@example.com", password: "x" }],
  ["/sign-in/phone-number", { phoneNumber: "08031230000", password: "x" }],
  ["/sign-in/email-otp", { email: "a@example.com", otp: "123456" }],
  ["/sign-in/sso", { email: "a@example.com" }],
  ["/sign-in/social", { provider: "google", callbackURL: "/auth/callback" }],
  ["/sign-up/email", { email: "a@example.com", password: "password", name: "A B", firstName: "A", lastName: "B" }],
  ["/sign-up/phone", { phoneNumber: "08031230001", password: "password", firstName: "A", lastName: "B" }],
  ["/sign-up/phone/verify", { ticket: "x", code: "123456" }],
  ["/phone-number/verify", { phoneNumber: "08031230002", code: "123456" }],
  ["/phone-number/send-otp", { phoneNumber: "08031230003" }],
  ["/email-otp/send-verification-otp", { email: "a@example.com", type: "sign-in" }],
  ["/request-password-reset", { email: "a@example.com" }],
  ["/send-verification-email", { email: "a@example.com", callbackURL: "/auth/callback" }],
  ["/exchange-code", { code: "x" }],
  ["/two-factor/verify-totp", { code: "123456" }],
  ["/two-factor/verify-backup-code", { code: "x" }],
  ["/passkey/verify-authentication", { response: { id: "x", rawId: "x", type: "public-key", response: {} } }],
  ["/own-email", { email: "b@example.com" }],
  ["/own-email/confirm", { code: "123456" }],
  ["/own-phone", { phoneNumber: "08031230004" }],
  ["/own-phone/confirm", { code: "123456" }],
  ["/update-password", { newPassword: "another-password", nonce: "123456" }],
  ["/update-user", { firstName: "A", lastName: "B" }],
  ["/passkey/delete-passkey", { id: "x" }],
  ["/unlink-account", { accountId: "x" }],
];

describe("the sign-in service", () => {
  test.each(AUTH)("%s", async (path, body) => {
    const me = await signedIn(shop, await makeCustomer(shop));
    for (const [field, before] of Object.entries(body)) {
      for (const value of [NUL, ...INHERITED, `${String(before)}\0`]) {
        const sent = { ...body, [field]: value };
        const answer = await me.auth(path, sent);
        expect(answer.status, JSON.stringify(sent)).toBeLessThan(500);
        if (value.includes("\0")) expect(answer.status, JSON.stringify(sent)).toBe(400);
      }
    }
    for (const raw of [undefined, "null", "[]", "1", '"x"']) {
      const headers = { "Content-Type": "application/json", Origin: shop.url };
      const answer = await me.send(`/api/auth${path}`, { method: "POST", headers, ...(raw && { body: raw }) });
      expect(answer.status, raw).toBeGreaterThanOrEqual(400);
      expect(answer.status, raw).toBeLessThan(500);
    }
    for (const name of [NUL, ...INHERITED]) {
      const raw = JSON.stringify(body).replace("{", `{${JSON.stringify(name)}:{"x":1},`);
      const headers = { "Content-Type": "application/json", Origin: shop.url };
      expect((await me.send(`/api/auth${path}`, { method: "POST", body: raw, headers })).status, raw).toBeLessThan(500);
    }
  });
});

describe("JSON and addresses", () => {
  const post = (path: string, body: string) =>
    fetch(shop.url + path, { method: "POST", body, headers: { "Content-Type": "application/json", Origin: shop.url } });
  const start = { checkoutId: crypto.randomUUID(), lines: [], contact: CONTACT };

  test.each([
    "/checkout/start",
    "/cart/check",
    "/functions/v1/send-order-confirmation",
    "/functions/v1/verify-paystack-payment",
  ])("%s says what is wrong with a text that cannot be stored", async (path) => {
    for (const field of Object.keys(CONTACT)) {
      const contact = { ...CONTACT, [field]: NUL };
      const reference = "WH\u0000";
      const lines = [{ id: rice, quantity: 1 }];
      const body = { ...start, lines, contact, reference, orderData: { payment_reference: reference } };
      const answer = await post(path, JSON.stringify(body));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        success: false,
        code: "bad_request",
        message: expect.stringContaining("characters"),
      });
    }
  });

  test.each([
    "/checkout/start",
    "/cart/check",
    "/functions/v1/verify-paystack-payment",
    "/functions/v1/delete-user-account",
  ])("%s takes no inherited name for a field", async (path) => {
    for (const name of INHERITED) {
      const answer = await post(path, `{${JSON.stringify(name)}:{"isAdmin":true}}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test.each([
    "/checkout/return/%00",
    "/product/%00",
    "/product/rice%00",
    "/category/%00",
    "/products?search=%00",
    "/products?category=%00&sort=%00",
    "/products.data?search=%00&_routes=%00",
    "/search/suggest?q=%00",
    "/checkout/payment-success?token=%00",
    "/auth/callback?code=%00&type=recovery",
    "/api/auth/verify-email?token=%00",
    "/api/auth/callback/google?state=%00&code=%00",
    "/files/%00",
    "/assets/%00",
    "/%00",
    "/events?x=%00",
  ])("%s is no error of the shop", async (path) => {
    const me = new Visitor(shop.url);
    const answer = await me.get(path);
    expect([answer.status, answer.text.includes("This address cannot be read")]).toEqual([400, true]);
  });

  test.each([
    "/product/constructor",
    "/category/__proto__",
    "/products?sort=constructor&page=__proto__",
    "/search/suggest?q=__proto__",
    "/__proto__",
    "/profile?tab=constructor",
  ])("%s is a page or none", async (path) => {
    const me = await signedIn(shop, await makeCustomer(shop, { email: newEmail() }));
    expect((await me.get(path)).status).toBeLessThan(500);
  });
});

const subscribers = async () => (await shop.shop.database.sql("select email from newsletter_subscribers")).rows;

test.each(["", "ada", "ada@news", "ada@@news.example", "ada@news..example", "ada@-news.example", "a b@news.example"])(
  "the newsletter refuses the unusable address %j, on the page and in JSON, and does not store it",
  async (email) => {
    const before = await subscribers();
    const form = await new Visitor(shop.url).form("/newsletter", { email }, { Referer: `${shop.url}/about` });
    expect([form.status, form.headers.get("Location")]).toEqual([303, "/about#newsletter-invalid"]);
    const json = await new Visitor(shop.url).form("/newsletter", { email }, { Accept: "application/json" });
    expect([json.status, json.json["code"]]).toEqual([422, "unprocessable"]);
    expect(await subscribers()).toEqual(before);
  },
);
