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
  const address = (change: Partial<typeof asked> & Record<string, string> = {}) => {
    const url = new URL(google.settings.authorizationUrl);
    for (const [name, value] of Object.entries({ ...asked, ...change })) if (value) url.searchParams.set(name, value);
    return url.href;
  };
  const open = async (change = {}) => await visitor.get(address(change));
  /** Signs in as `person`, and returns the shop's parameters. */
  const signIn = async (person: Record<string, string> = CHIDI) =>
    new URL((await open(person)).headers.get("Location") ?? "").searchParams;
  const exchange = async (code: string | null, change: Record<string, string> = {}) => {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: code ?? "",
      redirect_uri: CALLBACK,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      code_verifier: verifier,
      ...change,
    });
    const response = await fetch(google.settings.tokenUrl, { method: "POST", body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  return { google, open, signIn, exchange };
}

test("asks who it is, and gives out an RS256 identity with the profile in it, once", async () => {
  const { google, open, signIn, exchange } = await sandbox();
  const page = await open();
  expect(page.text).toContain("Choose an account");
  expect(page.text).toContain('name="state" value="the-state"');
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:9");
  const back = await signIn();
  expect(back.get("state")).toBe("the-state");
  const { body: tokens } = await exchange(back.get("code"));
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
  expect(await exchange(back.get("code"))).toMatchObject({ status: 400 });
});

test("an unconfirmed address stays one, and one browser can be two people", async () => {
  const { signIn, exchange } = await sandbox();
  const answers = [{ email_verified: "" }, { email: "two@gmail.example" }];
  const claims = [];
  for (const answer of answers) {
    const { id_token = "" } = (await exchange((await signIn({ ...CHIDI, ...answer })).get("code"))).body;
    claims.push(decodeJwt(id_token));
  }
  expect(claims).toMatchObject([
    { email: "chidi@gmail.example", email_verified: false },
    { email: "two@gmail.example", email_verified: true },
  ]);
});

test("Cancel is access_denied", async () => {
  const { signIn } = await sandbox();
  expect(Object.fromEntries(await signIn({ cancel: "1" }))).toEqual({ error: "access_denied", state: "the-state" });
});

test.each([
  ["no PKCE", { code_challenge: "" }, "no PKCE challenge"],
  ["a plain challenge", { code_challenge_method: "plain" }, "no PKCE challenge"],
  ["a foreign redirect", { redirect_uri: "https://evil.example/cb" }, "The redirect URI is not registered"],
  ["another client", { client_id: "other" }, "The client is not known"],
])("%s is refused, also with an answer", async (_, change, reason) => {
  const { open } = await sandbox();
  for (const answer of [{}, CHIDI]) {
    const page = await open({ ...change, ...answer });
    expect([page.status, page.headers.get("Location")]).toEqual([400, null]);
    expect(page.text).toContain(reason);
  }
});

test("a code is exchanged by its client and verifier only", async () => {
  const { signIn, exchange } = await sandbox();
  const attempt = async (change: Record<string, string>) => await exchange((await signIn()).get("code"), change);
  expect(await attempt({ code_verifier: "x".repeat(43) })).toMatchObject({ status: 400 });
  expect(await attempt({ code_verifier: "" })).toMatchObject({ status: 400 });
  expect(await attempt({ client_secret: "wrong" })).toEqual({ status: 401, body: { error: "invalid_client" } });
  expect(await exchange("never-given", {})).toMatchObject({ status: 400 });
  expect(await attempt({})).toMatchObject({ status: 200 });
});

test("a bad form comes back with the reason, and the request in it", async () => {
  const { open } = await sandbox();
  const bad = await open({ email: "<b>chidi" });
  expect(bad.status).toBe(400);
  expect(bad.text).toContain("Please enter an e-mail address");
  expect(bad.text).toContain('name="state" value="the-state"');
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
