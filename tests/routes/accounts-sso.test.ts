import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COMPANY_CLIENT } from "#sandbox/google/people.ts";
import type { Lies } from "../fixtures/company.ts";
import { answerGoogle } from "../fixtures/google.ts";
import { SSO_DONE, SSO_PAGE, ssoShop } from "../fixtures/sso.ts";
import { totpOf } from "../fixtures/totp.ts";
import { makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";

let sso: Awaited<ReturnType<typeof ssoShop>>;

beforeAll(async () => {
  sso = await ssoShop();
});
afterAll(() => sso.close());
beforeEach(() => sso.shop.shop.database.sql("delete from auth_rate_limits"));

const refused = (reason: string) => ({ location: `${SSO_DONE}&error=${reason}`, user: undefined });

describe("signing in", () => {
  let domain: string;
  beforeAll(async () => {
    domain = await sso.setUp();
  });
  const address = (name = "worker") => newEmail(name).replace("example.com", domain);

  test("the provider is asked with PKCE, state, nonce and the address, and told the code's verifier", async () => {
    const asked = await sso.start(new Visitor(sso.shop.url), ` Bola@${domain.toUpperCase()} `);
    expect(asked.href).toContain(`${sso.company.url}/authorize?`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: "code",
      client_id: sso.company.client.id,
      redirect_uri: `${sso.shop.url}/api/auth/sso/callback`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      login_hint: `bola@${domain}`,
    });
    await sso.arrive(domain, { email: address() });
    const { body } = sso.company.asked.findLast(({ path }) => path === "/token") ?? {};
    expect(Object.fromEntries(body ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "any",
      redirect_uri: `${sso.shop.url}/api/auth/sso/callback`,
      code_verifier: expect.stringMatching(/^[\w-]{128}$/),
    });
  });

  test("a newcomer gets a confirmed customer's account, and the same one the next time", async () => {
    const email = address();
    const claims = { sub: "w-1", email: email.toUpperCase(), given_name: "Bola", family_name: "Ade", role: "admin" };
    const first = await sso.arrive(domain, claims);
    expect(first.location).toBe(SSO_DONE);
    const expected = {
      email,
      emailVerified: true,
      role: "customer",
      firstName: "Bola",
      lastName: "Ade",
      name: "Bola Ade",
    };
    expect(first.user).toMatchObject(expected);
    const again = await sso.arrive(domain, { ...claims, email: address("moved") });
    expect(again.user).toMatchObject({ ...expected, id: first.user?.["id"] });
    const stored = await sso.rows("select * from accounts where user_id = $1", first.user?.["id"]);
    expect(stored).toMatchObject([
      { provider_id: `sso:${domain}`, account_id: "w-1", access_token: null, refresh_token: null, id_token: null },
    ]);
    expect(sso.log()).not.toMatch(/at-secret|eyJ/);
    expect(sso.log()).not.toContain(email);
  });

  test("the sandbox's pages lead through it as well", async () => {
    const demo = sso.newDomain();
    const form = { intent: "add", domain: demo, issuer: sso.shop.demo?.googleUrl ?? "" };
    await sso.admin.form(SSO_PAGE, {
      ...form,
      client_id: COMPANY_CLIENT.clientId,
      client_secret: COMPANY_CLIENT.clientSecret,
    });
    const visitor = new Visitor(sso.shop.url);
    const email = `bola@${demo}`;
    const back = await answerGoogle(visitor, await sso.start(visitor, email), {
      email,
      given_name: "Bola",
      family_name: "",
    });
    expect((await visitor.get(back.href)).headers.get("Location")).toBe(SSO_DONE);
    expect((await visitor.session())?.user).toMatchObject({ email, emailVerified: true, role: "customer" });
  });

  test.each<[string, (own: string) => string]>([
    ["another domain", () => newEmail("victim")],
    ["a domain below", (own) => `victim@mail.${own}`],
    ["a domain with the same end", (own) => `victim@not${own}`],
    ["a domain that begins alike", (own) => `victim@${own}.evil.example`],
    ["two @", (own) => `victim@evil.example@${own}`],
    ["a dot at the end", (own) => `victim@${own}.`],
  ])("a provider does not vouch for an address with %s", async (_, make) => {
    const email = make(domain);
    const victim = email.split("@").length === 2 ? await makeCustomer(sso.shop, { email }) : null;
    expect(await sso.arrive(domain, { email })).toMatchObject(refused("sso_other_domain"));
    expect(
      await sso.rows(
        "select 1 from accounts where provider_id = $1 and user_id = $2",
        `sso:${domain}`,
        victim?.id ?? null,
      ),
    ).toEqual([]);
  });

  test.each<[string, JWTPayload, Lies, string]>([
    ["an address it has not confirmed", { email_verified: false }, {}, "sso_unconfirmed"],
    ["an address it has not confirmed, in a text", { email_verified: "false" }, {}, "sso_unconfirmed"],
    ["no address", { email: undefined }, {}, "sso_no_address"],
    ["no text for an address", { email: ["a@b.example"] }, {}, "sso_no_address"],
    ["an endless address", { email: `${"x".repeat(300)}@b.example` }, {}, "sso_no_address"],
    ["another nonce", { nonce: "another" }, {}, "sso_failed"],
    ["no nonce", { nonce: undefined }, {}, "sso_failed"],
    ["another audience", {}, { audience: "other-client" }, "sso_failed"],
    ["two audiences", {}, { audience: ["shop at acme", "other-client"] }, "sso_failed"],
    ["another client as the authorised one", { azp: "other-client" }, {}, "sso_failed"],
    ["another issuer", {}, { issuer: "https://evil.example" }, "sso_failed"],
    ["an old token", {}, { expired: true }, "sso_failed"],
    ["a token signed by somebody else", {}, { foreignKey: true }, "sso_failed"],
    ["a token signed with the client's secret", {}, { symmetric: true }, "sso_failed"],
    ["no identity token", {}, { none: true }, "sso_failed"],
  ])("an answer with %s opens no session", async (_, claims, lies, reason) => {
    const email = address();
    expect(await sso.arrive(domain, { email, ...claims }, lies)).toMatchObject(refused(reason));
    expect(await sso.rows("select 1 from users where email = $1", email)).toEqual([]);
  });

  test("an address that only the userinfo endpoint tells counts, if it is of the same subject", async () => {
    const email = address();
    const arrive = (sub: string) => sso.arrive(domain, { sub: "u-1", email: undefined }, { userinfo: { sub, email } });
    expect(await arrive("u-2")).toMatchObject(refused("sso_no_address"));
    expect((await arrive("u-1")).user).toMatchObject({ email });
  });

  test("it creates no admin, and admins cannot sign in by it", async () => {
    const boss = await makeCustomer(sso.shop, { email: address("boss"), role: "admin" });
    expect(await sso.arrive(domain, { email: boss.email })).toMatchObject(refused("sso_not_here"));
    expect(await sso.rows("select 1 from accounts where user_id = $1 and provider_id like 'sso:%'", boss.id)).toEqual(
      [],
    );
    // A user who signed in this way before and became an admin since.
    const { user } = await sso.arrive(domain, { sub: "rising", email: address("rising") });
    await sso.shop.shop.database.sql("update users set role = 'admin', staff_role = 'owner' where id = $1", [
      user?.["id"],
    ]);
    expect(await sso.arrive(domain, { sub: "rising", email: address("rising") })).toMatchObject(
      refused("sso_not_here"),
    );
  });

  test("a confirmed account of the same address is joined and keeps its password", async () => {
    const customer = await makeCustomer(sso.shop, { email: address("known") });
    expect((await sso.arrive(domain, { email: customer.email })).user).toMatchObject({
      id: customer.id,
      firstName: "Test",
    });
    await signedIn(sso.shop, customer);
  });

  test("an unconfirmed sign-up is replaced", async () => {
    const email = address("hijacked");
    const thief = new Visitor(sso.shop.url);
    await thief.auth("/sign-up/email", { email, password: "thief-password", name: "T", firstName: "T", lastName: "T" });
    await messageTo(sso.shop, email);
    expect((await sso.arrive(domain, { email, given_name: "Owner" })).user).toMatchObject({
      email,
      firstName: "Owner",
    });
    expect((await thief.signIn(email, "thief-password")).status).toBe(401);
  });

  test("a second factor is asked for, and a closed account stays closed", async () => {
    const customer = await makeCustomer(sso.shop, { email: address("careful") });
    const at = await signedIn(sso.shop, customer);
    const { json } = await at.auth("/two-factor/enable", { password: customer.password });
    await at.auth("/two-factor/verify-totp", { code: totpOf(String(json["totpURI"])) });
    const arrived = await sso.arrive(domain, { email: customer.email });
    expect(arrived).toMatchObject({ location: `${SSO_DONE}&mfa=required`, user: undefined });
    expect(
      (await arrived.visitor.auth("/two-factor/verify-totp", { code: totpOf(String(json["totpURI"]), 1) })).status,
    ).toBe(200);
    expect((await arrived.visitor.session())?.user).toMatchObject({ id: customer.id });

    const banned = await makeCustomer(sso.shop, { email: address("banned") });
    await sso.shop.shop.database.sql("update users set banned = true where id = $1", [banned.id]);
    expect(await sso.arrive(domain, { email: banned.email })).toMatchObject(refused("banned"));
  });

  test("an answer works once, in the browser that asked, and not without its state", async () => {
    const visitor = new Visitor(sso.shop.url);
    const asked = await sso.start(visitor, `a@${domain}`);
    sso.company.forge(asked, { email: address() });
    const other = new Visitor(sso.shop.url);
    await sso.start(other, `a@${domain}`);
    expect(await sso.returnFromProvider(other, asked)).toContain("/auth/callback?error=state_mismatch");
    expect(await other.session()).toBeNull();
    expect(await sso.returnFromProvider(visitor, asked)).toBe(SSO_DONE);
    await visitor.auth("/sign-out");
    expect(await sso.returnFromProvider(visitor, asked)).toContain("error=state_mismatch");
    for (const query of [
      "",
      "?code=any",
      "?code=any&state=none",
      "?code=a&code=b&state=c&state=d",
      "?error=server_error",
    ]) {
      const { status, headers } = await visitor.get(`/api/auth/sso/callback${query}`);
      expect([status, new URL(headers.get("Location") ?? "", sso.shop.url).pathname], query).toEqual([
        302,
        "/auth/callback",
      ]);
    }
    expect(await visitor.session()).toBeNull();
  });

  test("Cancel, another trouble of the provider, and another issuer's answer come back with a reason", async () => {
    const redirectOf = async (query: string) => {
      const visitor = new Visitor(sso.shop.url);
      const asked = await sso.start(visitor, `a@${domain}`);
      sso.company.forge(asked, { email: address() });
      return await sso.returnFromProvider(visitor, asked, query);
    };
    const from = (issuer: string) => `code=any&iss=${encodeURIComponent(issuer)}`;
    expect(await redirectOf("error=access_denied")).toBe(`${SSO_DONE}&error=access_denied`);
    expect(await redirectOf("error=%3Cscript%3E")).toBe(`${SSO_DONE}&error=sso_failed`);
    expect(await redirectOf(from("https://evil.example"))).toBe(`${SSO_DONE}&error=sso_failed`);
    expect(await redirectOf(from(sso.company.url))).toBe(SSO_DONE);
  });

  test("an unknown domain gets one answer, with and without accounts of its addresses", async () => {
    const customer = await makeCustomer(sso.shop);
    const answers = [];
    for (const email of [
      customer.email,
      newEmail("nobody"),
      "not-an-address",
      "@",
      `a@mail.${domain}`,
      `a@b@${domain}`,
    ]) {
      const { status, text } = await sso.begin(new Visitor(sso.shop.url), email);
      answers.push([status, text]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([404, expect.stringContaining("There is no single sign-on for this address.")]);
    // A known domain does not reveal who has an account either.
    const [known, unknown] = [await makeCustomer(sso.shop, { email: address() }), address()];
    for (const email of [known.email, unknown]) {
      expect(new URL((await sso.start(new Visitor(sso.shop.url), email)).href).origin).toBe(sso.company.url);
    }
  });

  test("the login page's form works without a script, and other sites cannot post it", async () => {
    const visitor = new Visitor(sso.shop.url);
    expect((await visitor.get("/login")).text).toContain('href="/login?with=sso"');
    const unknown = await visitor.form("/login?with=sso", { "sso-email": "a@unknown.example" });
    expect(unknown.text).toContain("There is no single sign-on for this address.");
    expect(unknown.text).toContain('value="a@unknown.example"');
    const known = await visitor.form("/login?with=sso", { "sso-email": `a@${domain}` });
    const href = /href="([^"]*\/authorize[^"]*)"/.exec(known.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    sso.company.forge(new URL(href), { email: address() });
    expect(await sso.returnFromProvider(visitor, new URL(href))).toBe(SSO_DONE);
    const foreign = await new Visitor(sso.shop.url).auth(
      "/sign-in/sso",
      { email: `a@${domain}` },
      { Origin: "https://evil.example", Cookie: "a=b" },
    );
    expect(foreign.status).toBe(403);
  });
});

describe("removing a provider", () => {
  test("ends its sessions and sign-ins under way; set up anew it opens the same account", async () => {
    const domain = await sso.setUp();
    const email = `worker@${domain}`;
    const { user, visitor } = await sso.arrive(domain, { email });
    const bystander = await signedIn(sso.shop, await makeCustomer(sso.shop));
    const late = new Visitor(sso.shop.url);
    const asked = await sso.start(late, email);
    sso.company.forge(asked, { email });
    await sso.remove(domain);
    expect(await visitor.session()).toBeNull();
    expect(await bystander.session()).not.toBeNull();
    expect((await sso.returnFromProvider(late, asked)).replace(sso.shop.url, "")).toBe(`${SSO_DONE}&error=sso_removed`);
    expect(await late.session()).toBeNull();
    expect((await sso.begin(new Visitor(sso.shop.url), email)).status).toBe(404);
    expect(await sso.rows("select 1 from accounts where provider_id = $1", `sso:${domain}`)).toEqual([]);
    await sso.setUp(domain);
    expect((await sso.arrive(domain, { email, sub: "another-subject" })).user).toMatchObject({ id: user?.["id"] });
  });
});
