import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { textOf } from "../fixtures/html.ts";
import { SSO_PAGE, ssoShop } from "../fixtures/sso.ts";
import { makeCustomer, signedIn, Visitor, BEHIND_PROXY } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let sso: Awaited<ReturnType<typeof ssoShop>>;

beforeAll(async () => {
  sso = await ssoShop();
});
afterAll(() => sso.close());
beforeEach(() => sso.shop.shop.database.sql("delete from auth_rate_limits"));

describe("setting a provider up", () => {
  test("takes an admin's form; the secret is encrypted, and in no page or log", async () => {
    const domain = sso.newDomain();
    const form = { ...sso.company.form(` @${domain.toUpperCase()} `), client_id: sso.company.client.id };
    const answer = await sso.admin.form(SSO_PAGE, form);
    expect(answer.status).toBe(200);
    expect([answer.headers.get("Cache-Control"), answer.headers.get("X-Robots-Tag")]).toEqual(["no-store", "noindex"]);
    const other = await signedIn(sso.shop, await makeCustomer(sso.shop, { role: "admin" }));
    const list = await other.get(SSO_PAGE);
    expect(list.text).toContain(`>${domain}<`);
    expect(textOf(list.text)).toContain(`${sso.company.url}, client ${sso.company.client.id}`);
    expect(textOf(list.text)).toContain(`${sso.shop.url}/api/auth/sso/callback`);
    const data = await other.get(`${SSO_PAGE}.data`);
    const stored = JSON.stringify(await sso.rows("select * from sso_providers where domain = $1", domain));
    expect(stored).toContain(domain);
    for (const place of [answer.text, list.text, data.text, stored, sso.log()]) {
      expect(place).not.toContain("s3cret");
    }
    for (const page of [answer.text, list.text, data.text]) expect(page).not.toContain("encryptedSecret");
    expect(sso.log()).toContain("single sign-on provider added");
  });

  test("belongs to the shop: it stays when the admin who set it up goes", async () => {
    const who = await makeCustomer(sso.shop, { role: "admin" });
    const domain = sso.newDomain();
    await (await signedIn(sso.shop, who)).form(SSO_PAGE, sso.company.form(domain));
    await sso.shop.shop.database.sql("delete from users where id = $1", [who.id]);
    expect((await sso.begin(new Visitor(sso.shop.url), `a@${domain}`)).status).toBe(200);
  });

  test("a guest and a customer set up and remove nothing", async () => {
    const domain = await sso.setUp();
    const [row] = await sso.rows("select id from sso_providers where domain = $1", domain);
    const otherDomain = sso.newDomain();
    const customer = await signedIn(sso.shop, await makeCustomer(sso.shop));
    for (const [visitor, elsewhere] of [
      [new Visitor(sso.shop.url), "/login"],
      [customer, "/"],
    ] as const) {
      for (const form of [sso.company.form(otherDomain), { intent: "remove", id: String(row?.["id"]) }]) {
        for (const address of [SSO_PAGE, `${SSO_PAGE}?index`]) {
          const answer = await visitor.form(address, form);
          expect([answer.status, answer.headers.get("Location")]).toEqual([302, elsewhere]);
        }
        await visitor.form(`${SSO_PAGE}.data`, form);
      }
    }
    expect(await sso.rows("select 1 from sso_providers where domain = $1", domain)).toHaveLength(1);
    expect(await sso.rows("select 1 from sso_providers where domain = $1", otherDomain)).toEqual([]);
  });

  test.each([
    ["domain", { domain: "" }, "Please enter what follows the @"],
    ["domain", { domain: "localhost" }, "Please enter what follows the @"],
    ["domain", { domain: "phone.invalid" }, "Please enter what follows the @"],
    ["domain", { domain: "a.example,b.example" }, "Please enter what follows the @"],
    ["domain", { domain: "https://a.example/" }, "Please enter what follows the @"],
    ["domain", { domain: "Gmail.com" }, "Anybody can have an address there."],
    ["issuer", { issuer: "" }, "Please enter the provider's address"],
    ["issuer", { issuer: "login" }, "Please enter an address such as https://login.example.com."],
    ["issuer", { issuer: "javascript:alert(1)" }, "Please enter an address such as"],
    ["issuer", { issuer: "https://me:pw@login.example.com" }, "Please enter an address such as"],
    ["issuer", { issuer: "http://login.example.com" }, "The address has to begin with https://."],
    ["issuer", { issuer: "https://127.0.0.1:1" }, "This address is in a private network."],
    ["issuer", { issuer: "https://localhost" }, "This address is in a private network."],
    ["issuer", { issuer: "https://[::1]" }, "This address is in a private network."],
    ["issuer", { issuer: "https://169.254.169.254" }, "This address is in a private network."],
    ["issuer", { issuer: "https://0x7f.1" }, "This address is in a private network."],
    ["issuer", { issuer: "https://nowhere.invalid" }, "Nothing answers at this address."],
    ["client_id", { client_id: " " }, "Please enter the client id"],
    ["client_secret", { client_secret: "" }, "Please enter the client secret"],
    ["client_secret", { client_secret: "wrong" }, "The provider does not accept this client id with this secret."],
    ["client_secret", { client_id: "wrong" }, "The provider does not accept this client id with this secret."],
  ])("says at the field %s what is wrong with %o", async (field, change, words) => {
    const domain = sso.newDomain();
    const answer = await sso.admin.form(SSO_PAGE, sso.company.form(domain, change));
    expect([answer.status, errorAt(answer.text, field)]).toEqual([422, expect.stringContaining(words)]);
    expect(answer.text).not.toContain("s3cret");
    expect(await sso.rows("select 1 from sso_providers where domain = $1", domain)).toEqual([]);
  });

  test.each<[string, object | string | number, string]>([
    ["has no discovery document", 404, "There is no OpenID Connect provider here:"],
    ["leads elsewhere", 302, "/.well-known/openid-configuration answers 302."],
    ["answers a page", "<!doctype html>", "is no OpenID Connect provider."],
    ["answers a lot", `{"issuer":"${"x".repeat(300_000)}"}`, "is no OpenID Connect provider."],
    [
      "calls itself otherwise",
      { issuer: "https://other.example" },
      "This provider calls itself https://other.example.",
    ],
    ["has no keys", { jwks_uri: undefined }, "does not tell its jwks_uri"],
    ["names a private token endpoint", { token_endpoint: "https://10.0.0.1/token" }, "https://10.0.0.1/token"],
    ["names an open user endpoint", { userinfo_endpoint: "http://x.example/u" }, "http://x.example/u"],
    ["names a script", { authorization_endpoint: "javascript:alert(1)" }, "an address that the shop does not use"],
  ])("refuses a provider that %s", async (_, document, words) => {
    sso.company.discover(document as never);
    const domain = sso.newDomain();
    expect(errorAt((await sso.admin.form(SSO_PAGE, sso.company.form(domain))).text, "issuer")).toContain(words);
    expect(await sso.rows("select 1 from sso_providers where domain = $1", domain)).toEqual([]);
  });

  test("a domain has one provider, also when two admins press at once", async () => {
    const domain = sso.newDomain();
    const both = await Promise.all([
      sso.admin.form(SSO_PAGE, sso.company.form(domain)),
      sso.admin.form(SSO_PAGE, sso.company.form(domain)),
    ]);
    expect(both.filter(({ text }) => errorAt(text, "domain").includes("There is a provider"))).toHaveLength(1);
    expect(await sso.rows("select 1 from sso_providers where domain = $1", domain)).toHaveLength(1);
  });

  test("what the library's own plug-in for it would open is not there", async () => {
    for (const path of [
      "register",
      "update-provider",
      "delete-provider",
      "providers",
      "get-provider",
      "saml2/sp/metadata",
    ]) {
      expect((await sso.admin.auth(`/sso/${path}`)).status, path).toBe(404);
      expect((await sso.admin.get(`/api/auth/sso/${path}?providerId=x`)).status, path).toBe(404);
    }
  });

  test("set-up and removal are in the audit log, without the secret", async () => {
    const [one, two] = [
      await makeCustomer(sso.shop, { role: "admin" }),
      await makeCustomer(sso.shop, { role: "admin" }),
    ];
    const domain = sso.newDomain();
    await (await signedIn(sso.shop, one)).form(SSO_PAGE, sso.company.form(domain));
    const [made] = await sso.rows("select id, issuer from sso_providers where domain = $1", domain);
    for (const _ of [1, 2])
      await (await signedIn(sso.shop, two)).form(SSO_PAGE, { intent: "remove", id: String(made?.["id"]) });
    const log = "select actor, actor_id, action, before, after from audit_log where subject = $1 order by id";
    const rows = await sso.rows(log, made?.["id"]);
    const provider = { domain, issuer: made?.["issuer"] };
    expect(rows).toEqual([
      {
        actor: "admin",
        actor_id: one.id,
        action: "sso_provider.add",
        before: null,
        after: { ...provider, client_id: sso.company.client.id },
      },
      {
        actor: "admin",
        actor_id: two.id,
        action: "sso_provider.remove",
        before: { ...provider, accounts: 0 },
        after: null,
      },
    ]);
  });

  test("a provider that is gone cannot be removed again", async () => {
    for (const id of ["", "x", crypto.randomUUID()]) {
      const { status, text } = await sso.admin.form(SSO_PAGE, { intent: "remove", id });
      expect([status, text]).toEqual([404, expect.stringContaining("This provider was removed already.")]);
    }
  });
});

test("is off unless the shop wants it, and the page says how to switch it on", async () => {
  const off = await testShop({ env: BEHIND_PROXY });
  const boss = await signedIn(off, await makeCustomer(off, { role: "admin" }));
  const page = await boss.get(SSO_PAGE);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("SSO=1")]);
  expect(page.text).not.toContain("Add provider");
  expect((await boss.get("/admin")).text).not.toContain(SSO_PAGE);
  const answer = await boss.form(SSO_PAGE, sso.company.form("acme.example"));
  expect(answer.text).not.toContain("can log in through");
  expect((await off.shop.database.sql("select 1 from sso_providers")).rows).toEqual([]);
  for (const path of ["/sso/callback", "/sign-in/sso"]) expect((await boss.auth(path, {})).status).toBe(404);
  expect((await new Visitor(off.url).get("/login")).text).not.toMatch(/single sign-on/i);
  const chosen = (await new Visitor(off.url).get("/login?with=sso")).text;
  expect(chosen).toContain("Password");
  expect(chosen).not.toMatch(/single sign-on|Work email/i);
  await off.close();
});

/** The message at a field of the form, by its accessible description. */
function errorAt(html: string, field: string): string {
  const found = new RegExp(`id="${field}-error"[^>]*>(.*?)</p>`, "s").exec(html)?.[1] ?? "";
  return textOf(found).replaceAll("&amp;", "&");
}
