import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { answerGoogle, forgedGoogle, signInWithGoogle, startGoogle } from "../fixtures/google.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

const DONE = "/auth/callback?provider=google";
const person = (email = newEmail("google")) => ({ email, given_name: "Chidi", family_name: "Eze" });

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
const errorOf = (location: string | null) => new URL(location ?? "", shop.url).searchParams.get("error");

describe("with the sandbox", () => {
  test("asks for PKCE, offline access, consent and a nonce", async () => {
    const { origin, searchParams } = await startGoogle(new Visitor(shop.url));
    expect(origin).toBe(shop.demo?.googleUrl);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      redirect_uri: `${shop.url}/api/auth/callback/google`,
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/.{16}/),
      state: expect.stringMatching(/.{16}/),
    });
    expect(searchParams.get("scope")?.split(" ").toSorted()).toEqual(["email", "openid", "profile"]);
    const next = (await startGoogle(new Visitor(shop.url))).searchParams;
    for (const name of ["state", "nonce", "code_challenge"]) expect(next.get(name)).not.toBe(searchParams.get(name));
  });

  test("a newcomer gets a confirmed account; the refresh token is encrypted, the identity token not kept", async () => {
    const visitor = new Visitor(shop.url);
    const chidi = person();
    const answer = await signInWithGoogle(visitor, chidi);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, DONE]);
    expect((await visitor.session())?.user).toMatchObject({
      email: chidi.email,
      emailVerified: true,
      firstName: "Chidi",
      lastName: "Eze",
      name: "Chidi Eze",
      role: "customer",
    });
    expect((await visitor.get("/api/auth/methods")).json).toEqual({ providers: ["google"], hasPassword: false });
    const [account] = await rows(
      "select a.* from accounts a join users u on u.id = a.user_id where u.email = $1",
      chidi.email,
    );
    expect(account).toMatchObject({ provider_id: "google", id_token: null });
    for (const token of [account?.["refresh_token"], account?.["access_token"]]) {
      expect(token).toMatch(/^.{40,}$/s);
      expect(token).not.toMatch(/^[\w-]{43}$/);
    }
    const again = new Visitor(shop.url);
    expect((await signInWithGoogle(again, chidi)).headers.get("Location")).toBe(DONE);
    expect((await again.session())?.user["id"]).toBe((await visitor.session())?.user["id"]);
    const [after] = await rows("select id_token, refresh_token from accounts where id = $1", account?.["id"]);
    expect(after?.["id_token"]).toBeNull();
    expect(after?.["refresh_token"]).not.toBe(account?.["refresh_token"]);
  });

  test("links the confirmed account of the same address and keeps its password and names", async () => {
    const customer = await makeCustomer(shop);
    const visitor = new Visitor(shop.url);
    await signInWithGoogle(visitor, person(customer.email));
    const session = await visitor.session();
    expect(session?.user).toMatchObject({ id: customer.id, firstName: "Test" });
    const methods = (await visitor.get("/api/auth/methods")).json as { providers: string[] };
    expect(methods.providers.toSorted()).toEqual(["credential", "google"]);
    await signedIn(shop, customer);
  });

  test("an unconfirmed sign-up is replaced by the owner of the address", async () => {
    const email = newEmail("hijacked");
    const thief = new Visitor(shop.url);
    await thief.auth("/sign-up/email", {
      email,
      password: "thief-password",
      name: "T T",
      firstName: "T",
      lastName: "T",
    });
    const [before] = await rows("select id from users where email = $1", email);
    const owner = new Visitor(shop.url);
    expect((await signInWithGoogle(owner, person(email))).headers.get("Location")).toBe(DONE);
    const session = await owner.session();
    expect(session?.user["id"]).not.toBe(before?.["id"]);
    expect(session?.user["firstName"]).toBe("Chidi");
    expect((await thief.signIn(email, "thief-password")).status).toBe(401);
    // The thief's confirmation mail is no longer valid.
    const { text } = await messageTo(shop, email);
    const link = /https?:\/\/\S+verify-email\S+/.exec(text)?.[0] ?? "";
    await thief.get(link);
    expect(await thief.session()).toBeNull();
  });

  test("an address that Google has not confirmed neither links nor signs in", async () => {
    const customer = await makeCustomer(shop);
    const unverified = { ...person(customer.email), email_verified: false };
    const visitor = new Visitor(shop.url);
    const answer = await signInWithGoogle(visitor, unverified);
    expect(errorOf(answer.headers.get("Location"))).toBe("unable_to_get_user_info");
    expect(await visitor.session()).toBeNull();

    const newcomer = new Visitor(shop.url);
    const email = newEmail("unproven");
    const refused = await signInWithGoogle(newcomer, { ...person(email), email_verified: false });
    expect(errorOf(refused.headers.get("Location"))).toBeTruthy();
    expect(await newcomer.session()).toBeNull();
    expect(await rows("select 1 from users where email = $1", email)).toEqual([]);
  });

  test("Cancel comes back as access_denied without a session", async () => {
    const visitor = new Visitor(shop.url);
    const answer = await signInWithGoogle(visitor, "cancel");
    expect(new URL(answer.headers.get("Location") ?? "", shop.url).pathname).toBe("/auth/callback");
    expect(errorOf(answer.headers.get("Location"))).toBe("access_denied");
    expect(await visitor.session()).toBeNull();
  });

  test("a callback works once", async () => {
    const visitor = new Visitor(shop.url);
    const back = await answerGoogle(visitor, await startGoogle(visitor), person());
    expect((await visitor.get(back.href)).headers.get("Location")).toBe(DONE);
    await visitor.auth("/sign-out");
    const replay = await visitor.get(back.href);
    expect(errorOf(replay.headers.get("Location"))).toBeTruthy();
    expect(await visitor.session()).toBeNull();
  });

  test("another browser cannot finish what one has begun", async () => {
    const visitor = new Visitor(shop.url);
    const back = await answerGoogle(visitor, await startGoogle(visitor), person());
    for (const other of [new Visitor(shop.url), new Visitor(shop.url)]) {
      await startGoogle(other);
      const answer = await other.get(back.href);
      const page = await other.get(answer.headers.get("Location") ?? "");
      expect(page.text).toContain("This sign-in was started in another browser or took too long.");
      expect(await other.session()).toBeNull();
    }
  });

  test.each([
    ["no state", "?code=abc"],
    ["unknown state", "?code=abc&state=never-given"],
    ["nothing", ""],
    ["an error without state", "?error=server_error"],
  ])("a callback with %s opens the error page of the shop", async (_, query) => {
    const visitor = new Visitor(shop.url);
    const answer = await visitor.get(`/api/auth/callback/google${query}`);
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get("Location") ?? "", shop.url).pathname).toBe("/auth/callback");
    expect(await visitor.session()).toBeNull();
  });

  test.each(["https://evil.example/x", "//evil.example", "/\\evil.example", "http://127.0.0.1.evil.example/"])(
    "does not come back to %s",
    async (callbackURL) => {
      const visitor = new Visitor(shop.url);
      for (const field of ["callbackURL", "errorCallbackURL", "newUserCallbackURL"]) {
        const answer = await visitor.auth("/sign-in/social", { provider: "google", [field]: callbackURL });
        expect(answer.status, `for ${field}`).toBe(403);
      }
    },
  );
});

describe("with a provider that lies", () => {
  let forged: Awaited<ReturnType<typeof forgedGoogle>>;
  let victim: RunningShop;

  beforeAll(async () => {
    forged = await forgedGoogle();
    victim = await testShop({ env: { ...BEHIND_PROXY, ...forged.env } });
  });
  afterAll(async () => {
    await victim.close();
    await forged.close();
  });

  const callback = async (visitor: Visitor, asked: URL) =>
    await visitor.get(`/api/auth/callback/google?code=any&state=${asked.searchParams.get("state")}`);

  test("a valid token is accepted", async () => {
    const visitor = new Visitor(victim.url);
    const asked = await startGoogle(visitor);
    forged.forge(newEmail("genuine"), asked);
    expect((await callback(visitor, asked)).headers.get("Location")).toBe(DONE);
    expect((await visitor.session())?.user["firstName"]).toBe("Eve");
    const { rows: stored } = await victim.shop.database.sql("select * from accounts");
    expect(JSON.stringify(stored)).not.toMatch(/rt-secret|at-secret|eyJ/);
  });

  test.each([
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: "" }],
    ["another audience", { audience: "another-client" }],
    ["another issuer", { issuer: "https://evil.example" }],
    ["an old token", { expired: true }],
    ["another key", { foreignKey: true }],
    ["no token at all", { none: true }],
  ])("%s is refused", async (_, forgery) => {
    const visitor = new Visitor(victim.url);
    const asked = await startGoogle(visitor);
    const email = newEmail("refused");
    forged.forge(email, asked, forgery);
    const answer = await callback(visitor, asked);
    expect(new URL(answer.headers.get("Location") ?? "", victim.url).searchParams.get("error")).toBeTruthy();
    expect(await visitor.session()).toBeNull();
    const { rows: made } = await victim.shop.database.sql("select 1 from users where email = $1", [email]);
    expect(made).toEqual([]);
  });
});
