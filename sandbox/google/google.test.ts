import { createHash, randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { readPerson, subjectOf } from "./people.ts";
import { startGoogleSandbox } from "./start.ts";

const CALLBACK = "http://127.0.0.1:9/api/auth/callback/google";
const CLIENT = { clientId: "shop", clientSecret: "shop-secret-shop-secret" };
const CHIDI = { email: "chidi@gmail.example", given_name: "Chidi", family_name: "Eze", email_verified: "on" };

async function sandbox() {
  const google = await startGoogleSandbox({ port: 0, ...CLIENT, redirectUris: [CALLBACK] });
  onTestFinished(() => google.close());
  const verifier = randomBytes(32).toString("base64url");
  const asked = {
    client_id: "shop",
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid email profile",
    state: "the-state",
    nonce: "the-nonce",
    access_type: "offline",
    prompt: "consent",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const visitor = new Visitor(google.url);
  const open = async (change: Partial<typeof asked> = {}) => {
    const address = new URL(google.settings.authorizationUrl);
    for (const [name, value] of Object.entries({ ...asked, ...change }))
      if (value) address.searchParams.set(name, value);
    return await visitor.get(address.href);
  };
  const page = async (change: Partial<typeof asked> = {}) => (await open(change)).headers.get("Location") ?? "";
  /** Allows access, and returns the shop's parameters. */
  const allow = async (at: string, person: Record<string, string> = CHIDI) =>
    await visitor.follow(await visitor.form(`${at}/allow`, person), (url) => url.href.startsWith(CALLBACK));
  const exchange = async (code: string | null, code_verifier = verifier) => {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: code ?? "",
      redirect_uri: CALLBACK,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      code_verifier,
    });
    const response = await fetch(google.settings.tokenUrl, { method: "POST", body });
    return (await response.json()) as Record<string, string>;
  };
  return { google, visitor, open, page, allow, exchange };
}

test("asks who it is, asks for consent, and gives out an RS256 identity with the profile in it", async () => {
  const { google, visitor, page, allow, exchange } = await sandbox();
  const at = await page();
  expect((await visitor.get(at)).text).toContain("Choose an account");
  const consent = await visitor.form(at, CHIDI);
  expect(consent.text).toContain("Oja wants to know who you are");
  expect(consent.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:9");
  const back = await allow(at);
  expect(back.searchParams.get("state")).toBe("the-state");
  const tokens = await exchange(back.searchParams.get("code"));
  expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  expect(decodeProtectedHeader(tokens["id_token"] ?? "").alg).toBe("RS256");
  expect(decodeJwt(tokens["id_token"] ?? "")).toMatchObject({
    iss: google.url,
    aud: "shop",
    sub: subjectOf("chidi@gmail.example"),
    nonce: "the-nonce",
    email: "chidi@gmail.example",
    email_verified: true,
    given_name: "Chidi",
    family_name: "Eze",
    name: "Chidi Eze",
  });
  expect(await exchange(back.searchParams.get("code"))).toMatchObject({ error: "invalid_grant" });
});

test("an unconfirmed address stays one, and without offline access there is no refresh token", async () => {
  const { page, allow, exchange } = await sandbox();
  const back = await allow(await page({ access_type: "" }), { ...CHIDI, email_verified: "" });
  const tokens = await exchange(back.searchParams.get("code"));
  expect(tokens["refresh_token"]).toBeUndefined();
  expect(decodeJwt(tokens["id_token"] ?? "")["email_verified"]).toBe(false);
});

test("Cancel is access_denied; one browser can be two people", async () => {
  const { visitor, page, allow, exchange } = await sandbox();
  const at = await page();
  const back = await visitor.follow(await visitor.form(`${at}/cancel`, {}), (url) => url.href.startsWith(CALLBACK));
  expect(back.searchParams.get("error")).toBe("access_denied");
  for (const name of ["one", "two"]) {
    const { searchParams } = await allow(await page(), { ...CHIDI, email: `${name}@gmail.example` });
    const { id_token = "" } = await exchange(searchParams.get("code"));
    expect(decodeJwt(id_token)["email"]).toBe(`${name}@gmail.example`);
  }
});

test("refuses what Google refuses: no PKCE, a plain challenge, another verifier, a foreign redirect", async () => {
  const { open, page, allow, exchange } = await sandbox();
  for (const change of [{ code_challenge: "" }, { code_challenge_method: "plain" }]) {
    expect((await open(change)).headers.get("Location")).toContain("error=invalid_request");
  }
  const foreign = await open({ redirect_uri: "https://evil.example/cb" });
  expect([foreign.status, foreign.headers.get("Location")]).toEqual([400, null]);
  expect(foreign.text).toContain("This sign-in cannot go on");
  const back = await allow(await page());
  expect(await exchange(back.searchParams.get("code"), "x".repeat(43))).toMatchObject({ error: "invalid_grant" });
});

test("another browser cannot answer a sign-in, and bad forms come back with the reason", async () => {
  const { google, visitor, page } = await sandbox();
  const at = await page();
  const other = await new Visitor(google.url).form(`${at}/allow`, CHIDI);
  expect([other.status, other.headers.get("Location")]).toEqual([400, null]);
  const bad = await visitor.form(at, { email: "<b>chidi" });
  expect(bad.status).toBe(400);
  expect(bad.text).toContain("Please enter an e-mail address");
  expect(bad.text).not.toContain("<b>chidi");
});

test.each([
  [{ person: "ada@oja.example" }, "ada@oja.example"],
  [{ person: "nobody@oja.example" }, "Please enter an e-mail address, such as chidi@gmail.example."],
  [{ email: " Chidi@Gmail.Example ", given_name: "Chidi" }, "chidi@gmail.example"],
  [{ email: "chidi@gmail.example", given_name: " " }, "Please enter a first name."],
])("readPerson %#", (form, answer) => {
  const read = readPerson(form);
  expect("problem" in read ? read.problem : read.email).toBe(answer);
});
