import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { SecurityKey } from "../fixtures/security-key.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

describe("known devices and passkeys", () => {
  /** Simulates that strangers at many addresses, and one at the address of `near`, have reached their daily limits. */
  async function besiege(email: string, near: Visitor) {
    for (const who of [new Visitor(shop.url, near.address), new Visitor(shop.url)]) {
      await who.signIn(email, "wrong-password");
      await who.auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
    }
    await shop.shop.database.sql(
      "update rate_limits set points = 6000 where key like '%:origin:%' or key like '%:all:%'",
    );
  }

  test("the only admin signs in from a known browser during an attack", async () => {
    const admin = await makeCustomer(shop, { role: "admin" });
    const desk = await signedIn(shop, admin);
    expect(desk.attributes("oja.known_device")).toMatch(/max-age=31536000.*httponly.*samesite=lax/);
    await desk.auth("/sign-out");
    await besiege(admin.email, desk);
    expect((await new Visitor(shop.url, desk.address).signIn(admin.email, admin.password)).status).toBe(429);
    expect((await new Visitor(shop.url).signIn(admin.email, admin.password)).status).toBe(429);
    expect((await desk.signIn(admin.email, "wrong-password")).status).toBe(401);
    expect((await desk.auth("/email-otp/send-verification-otp", { email: admin.email, type: "sign-in" })).status).toBe(
      200,
    );
    expect((await desk.signIn(admin.email, admin.password)).status).toBe(200);
    expect((await desk.session())?.user["email"]).toBe(admin.email);
  });

  test("the only admin signs in by the form without JavaScript", async () => {
    const customer = await makeCustomer(shop);
    const desk = new Visitor(shop.url);
    const logIn = () => desk.form("/login", { who: customer.email, password: customer.password });
    expect((await logIn()).status).toBe(302);
    await desk.auth("/sign-out");
    await besiege(customer.email, desk);
    expect((await logIn()).status).toBe(302);
  });

  test("unlimited attempts of strangers do not block sign-in from other addresses", async () => {
    const admin = await makeCustomer(shop, { role: "admin" });
    for (let turn = 0; turn < 40; turn++)
      expect((await new Visitor(shop.url).signIn(admin.email, "wrong-password")).status).toBe(401);
    expect((await new Visitor(shop.url).signIn(admin.email, admin.password)).status).toBe(200);
  });

  test("after 5000 attempts in a day a code still signs in on a new device", async () => {
    const admin = await makeCustomer(shop, { role: "admin" });
    await besiege(admin.email, new Visitor(shop.url));
    await messageTo(shop, admin.email, 1);
    const elsewhere = new Visitor(shop.url);
    expect((await elsewhere.signIn(admin.email, admin.password)).status).toBe(429);
    expect(
      (await elsewhere.auth("/email-otp/send-verification-otp", { email: admin.email, type: "sign-in" })).status,
    ).toBe(200);
    // Two codes were sent to strangers before, and each code invalidates the previous one.
    const otp = codeIn((await messageTo(shop, admin.email, 2)).text);
    expect((await elsewhere.auth("/sign-in/email-otp", { email: admin.email, otp })).status).toBe(200);
  });

  test("all known devices together have thirty tries apart from strangers", async () => {
    const customer = await makeCustomer(shop);
    const place = new Visitor(shop.url).address;
    const desks = [];
    for (let turn = 0; turn < 6; turn++) {
      const desk = new Visitor(shop.url, place);
      expect((await desk.signIn(customer.email, customer.password)).status).toBe(200);
      desks.push(desk);
    }
    const statuses = [];
    for (const desk of desks)
      for (let turn = 0; turn < 10; turn++) statuses.push((await desk.signIn(customer.email, "wrong-password")).status);
    // Thirty of the device's own, then ten as a stranger at its address.
    expect(statuses.filter((status) => status === 401)).toHaveLength(40);
    expect((await new Visitor(shop.url).signIn(customer.email, customer.password)).status).toBe(200);
  });

  test("a known device has tries of its own, and no more than others", async () => {
    const customer = await makeCustomer(shop);
    const desk = await signedIn(shop, customer);
    for (let turn = 0; turn < 10; turn++)
      expect((await desk.signIn(customer.email, "wrong-password")).status).toBe(401);
    expect((await desk.signIn(customer.email, customer.password)).status).toBe(429);
  });

  test("only the account's own cookie makes a device known", async () => {
    const [victim, thief] = [await makeCustomer(shop), await makeCustomer(shop)];
    const [theirs, own] = [await signedIn(shop, thief), await signedIn(shop, victim)].map(
      (who) => /oja\.known_device=([^;]+)/.exec(who.cookieFor(new URL(shop.url)))?.[1] ?? "",
    );
    await besiege(victim.email, new Visitor(shop.url));
    const ask = async (cookie = "") => {
      const stranger = new Visitor(shop.url);
      const body = { email: victim.email, password: victim.password };
      return (await stranger.auth("/sign-in/email", body, { Cookie: `oja.known_device=${cookie}` })).status;
    };
    const guessed = "a".repeat(43);
    for (const cookie of [theirs, own?.replace(/^.{4}/, "aaaa"), `${own?.split(".")[0]}.${guessed}`, "x", ""])
      expect(await ask(cookie), cookie).toBe(429);
    expect(await ask(`${own}${`.${guessed}`.repeat(9)}`)).toBe(429);
    expect(await ask(own)).toBe(200);
  });

  test("a browser stays known to all who signed in there, by address and by number", async () => {
    const [one, two] = [await makeCustomer(shop), await makeCustomer(shop)];
    await shop.shop.database.sql(
      "update users set phone_number = '+2348031119001', phone_number_verified = true where id = $1",
      [one.id],
    );
    const desk = await signedIn(shop, one);
    await desk.auth("/sign-out");
    await desk.signIn(two.email, two.password);
    await desk.auth("/sign-out");
    await besiege(one.email, desk);
    expect(
      (await desk.auth("/sign-in/phone-number", { phoneNumber: "08031119001", password: one.password })).status,
    ).toBe(200);
    expect((await desk.signIn(one.email, one.password)).status).toBe(200);
  });

  test.each([
    ["/update-password", { newPassword: "a-newer-password" }, true],
    ["/revoke-other-sessions", {}, true],
    ["/revoke-sessions", {}, false],
  ])("%s ends the known devices of the account, and of no other", async (path, body, staysHere) => {
    const [customer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const [here, there] = [await signedIn(shop, customer), await signedIn(shop, customer)];
    for (const one of [here, there]) {
      await one.signIn(other.email, other.password);
      await one.signIn(customer.email, customer.password);
    }
    expect((await here.auth(path, body)).status).toBe(200);
    await besiege(customer.email, here);
    await besiege(other.email, here);
    const isKnown = async (one: Visitor, email: string) => (await one.signIn(email, "wrong-password")).status === 401;
    expect([await isKnown(here, customer.email), await isKnown(there, customer.email)]).toEqual([staysHere, false]);
    expect([await isKnown(here, other.email), await isKnown(there, other.email)]).toEqual([true, true]);
  });

  test("a passkey has no delay", async () => {
    const admin = await makeCustomer(shop, { role: "admin" });
    const key = new SecurityKey({ checksPerson: true });
    expect(await key.register(await signedIn(shop, admin))).toBe(200);
    const elsewhere = new Visitor(shop.url);
    await besiege(admin.email, elsewhere);
    expect((await elsewhere.signIn(admin.email, admin.password)).status).toBe(429);
    expect((await key.signIn(elsewhere)).status).toBe(200);
  });

  test("a second factor that was not shown makes no device known", async () => {
    const customer = await makeCustomer(shop);
    await shop.shop.database.sql("update users set two_factor_enabled = true where id = $1", [customer.id]);
    const half = new Visitor(shop.url);
    expect((await half.signIn(customer.email, customer.password)).json["twoFactorRedirect"]).toBe(true);
    expect(half.cookieFor(new URL(shop.url))).not.toContain("known_device");
  });
});
