import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { answerGoogle } from "../fixtures/google.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** An account with only a number has an address that is never shown (decision 0018). */
let shop: RunningShop;
let numbers = 0;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const visitor = () => new Visitor(shop.url);
const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
const ways = async (id: string) =>
  (await rows("select provider_id from accounts where user_id = $1 order by 1", id)).map((row) => row["provider_id"]);

async function trader() {
  const phone = `+2348061${String(600_000 + (numbers += 1))}`;
  const session = new Visitor(shop.url);
  const person = { phoneNumber: phone, password: "right-password", firstName: "Ada", lastName: "Obi" };
  const { json } = await session.auth("/sign-up/phone", person);
  const code = codeIn((await messageTo(shop, phone)).text);
  expect((await session.auth("/sign-up/phone/verify", { ticket: json["ticket"], code })).status).toBe(200);
  return { phone, session, id: String((await session.session())?.user["id"]) };
}

/** Clicks "Link Google" and answers as `email`; returns the redirect of the shop. */
async function link(session: Visitor, email: string) {
  const body = { provider: "google", callbackURL: "/profile?linked=google", errorCallbackURL: "/profile" };
  const asked = await session.auth("/link-social", body);
  expect(asked.status).toBe(200);
  const person = { email, given_name: "Ada", family_name: "Obi" };
  const back = await answerGoogle(session, new URL(String(asked.json["url"])), person);
  return new URL((await session.get(back.href)).headers.get("Location") ?? "", shop.url);
}

describe("what devices show of the account", () => {
  test("the authenticator's label is the number", async () => {
    const { session, phone } = await trader();
    const { json } = await session.auth("/two-factor/enable", { password: "right-password" });
    const uri = new URL(String(json["totpURI"]));
    expect(decodeURIComponent(uri.pathname)).toBe(`/Oja:${phone}`);
    expect(uri.searchParams.get("issuer")).toBe("Oja");
    expect(uri.searchParams.get("secret")).toMatch(/^[A-Z2-7]{16,}$/);
    expect(json["backupCodes"]).toHaveLength(10);
  });

  test("the passkey's name is the number, and the person's name", async () => {
    const { session, phone } = await trader();
    const { status, json } = await session.get("/api/auth/passkey/generate-register-options");
    expect(status).toBe(200);
    expect(json["user"]).toMatchObject({ name: phone, displayName: "Ada Obi" });
    expect(JSON.stringify(json)).not.toContain("phone.invalid");
    expect(json["challenge"]).toBeTruthy();
  });

  test("an account with an address has that one", async () => {
    const customer = await makeCustomer(shop);
    const session = await signedIn(shop, customer);
    const { json } = await session.auth("/two-factor/enable", { password: customer.password });
    expect(decodeURIComponent(String(json["totpURI"]))).toContain(`Oja:${customer.email}?`);
    const options = await session.get("/api/auth/passkey/generate-register-options");
    expect(options.json["user"]).toMatchObject({ name: customer.email });
  });
});

describe("linking Google", () => {
  test("a free address becomes the account's confirmed one; Google opens it then", async () => {
    const { session, id, phone } = await trader();
    const email = newEmail("linked");
    expect((await link(session, email)).search).toBe("?linked=google");
    expect(await rows("select email, email_verified, phone_number from users where id = $1", id)).toEqual([
      { email, email_verified: true, phone_number: phone },
    ]);
    expect(await ways(id)).toEqual(["credential", "google"]);
    expect((await messageTo(shop, phone, 1)).text).toContain("email address");
    expect((await new Visitor(shop.url).signIn(email, "right-password")).status).toBe(200);
  });

  test("an unconfirmed sign-up is replaced", async () => {
    const { session, id } = await trader();
    const squatter = await makeCustomer(shop, { verified: false });
    expect((await link(session, squatter.email)).search).toBe("?linked=google");
    expect(await rows("select id from users where email = $1", squatter.email)).toEqual([{ id }]);
  });

  test("an address of another account is refused, and nothing has changed", async () => {
    const { session, id } = await trader();
    const owner = await makeCustomer(shop);
    const address = await link(session, owner.email);
    expect(address.searchParams.get("error")).toBeTruthy();
    expect(await ways(id)).toEqual(["credential"]);
    const [user] = await rows("select email, email_verified from users where id = $1", id);
    expect(user).toMatchObject({ email: expect.stringMatching(/@phone\.invalid$/), email_verified: false });
    expect(await ways(owner.id)).toEqual(["credential"]);
  });

  test("a Google account that opens another account is refused", async () => {
    const [first, second] = [await trader(), await trader()];
    const email = newEmail("shared");
    await link(first.session, email);
    await rows("update users set email = $1 where id = $2", newEmail("moved"), first.id);
    expect((await link(second.session, email)).searchParams.get("error")).toBeTruthy();
    const [user] = await rows("select email, email_verified from users where id = $1", second.id);
    expect(user).toMatchObject({ email: expect.stringMatching(/@phone\.invalid$/), email_verified: false });
  });

  test("is not done from an old session", async () => {
    const { session, id } = await trader();
    await rows("update sessions set created_at = now() - interval '3 days' where user_id = $1", id);
    const answer = await session.auth("/link-social", { provider: "google", callbackURL: "/profile" });
    expect([answer.status, answer.json["code"]]).toEqual([403, "REAUTHENTICATION_NEEDED"]);
  });

  test("an account with an address takes only the same one, as before", async () => {
    const customer = await makeCustomer(shop);
    const session = await signedIn(shop, customer);
    expect((await link(session, newEmail("another"))).searchParams.get("error")).toBe("email_does_not_match");
    expect(await ways(customer.id)).toEqual(["credential"]);
    expect((await link(session, customer.email)).search).toBe("?linked=google");
    expect(await ways(customer.id)).toEqual(["credential", "google"]);
  });
});

test("a new password is told by SMS", async () => {
  const { session, phone } = await trader();
  expect((await session.auth("/update-password", { newPassword: "another-password" })).status).toBe(200);
  expect((await messageTo(shop, phone, 1)).text).toContain("The password of your Oja account was changed.");
});

describe("a code for a forgotten password", () => {
  const RECOVERY = "/phone-number/verify?for=recovery";
  const wanted = async (phoneNumber: string) => {
    expect((await visitor().auth("/phone-number/send-otp", { phoneNumber })).status).toBe(200);
    return codeIn((await messageTo(shop, phoneNumber)).text);
  };

  test("creates no account for an unknown number, and tells only its owner", async () => {
    const phoneNumber = "+2348061599001";
    const code = await wanted(phoneNumber);
    const wrong = await visitor().auth(RECOVERY, { phoneNumber, code: code === "111111" ? "222222" : "111111" });
    expect([wrong.status, wrong.json["code"]]).toEqual([400, "INVALID_OTP"]);
    const who = visitor();
    const answer = await who.auth(RECOVERY, { phoneNumber, code });
    expect([answer.status, answer.json["code"]]).toEqual([404, "NO_ACCOUNT"]);
    expect(await who.session()).toBeNull();
    expect(await rows("select 1 from users where phone_number = $1", phoneNumber)).toEqual([]);
    expect((await visitor().auth(RECOVERY, { phoneNumber, code })).json["code"]).not.toBe("NO_ACCOUNT");
  });

  test("opens the account of its number", async () => {
    const { phone, id } = await trader();
    expect((await visitor().auth("/phone-number/send-otp", { phoneNumber: phone })).status).toBe(200);
    const code = codeIn((await messageTo(shop, phone, 1)).text);
    const who = visitor();
    expect((await who.auth(RECOVERY, { phoneNumber: phone, code })).status).toBe(200);
    expect((await who.session())?.user["id"]).toBe(id);
  });
});
