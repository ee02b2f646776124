import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, makePerson, openSignedIn, profileReady, signInElsewhere } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { expectAccessible } from "../setup/axe.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The code for a key as the page shows it, in groups of four. */
const totp = (key: string) => totpOf(`otpauth://totp/Oja?secret=${key.replace(/\s/g, "")}`);

describe("Security", () => {
  test("a password is checked, changed and used; the reset notice goes", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?reset=true", allow: [/status of 422/] });
    await profileReady(page);
    expect(await page.getByRole("tab", { name: "Security" }).getAttribute("aria-selected")).toBe("true");
    await page.getByText("Password Reset Required").waitFor();
    await page.getByText("Please set a new password for your account.").waitFor();
    await section(page, "Account").getByText(person.email).waitFor();
    await section(page, "Account").getByText("Email and password login").waitFor();

    const change = page.getByRole("button", { name: "Change Password" });
    await field(page, "New password").fill("12345");
    await field(page, "Confirm password").fill("12345");
    await change.click();
    await expect.poll(() => page.getByText("Password must be at least 6 characters.").count()).toBe(2);
    await field(page, "New password").fill("second-password");
    await field(page, "Confirm password").fill("second-passwort");
    await change.click();
    const confirmation = page.locator("#password-confirmPassword-error");
    await expect.poll(() => confirmation.innerText()).toBe("Passwords do not match");

    await field(page, "Confirm password").fill("second-password");
    await change.click();
    await expectToast(page, "Password updated", "Your password has been successfully updated.");
    await expect.poll(() => field(page, "New password").inputValue()).toBe("");
    await expect.poll(() => page.getByText("Password Reset Required").count()).toBe(0);
    await expect.poll(() => new URL(page.url()).searchParams.has("reset")).toBe(false);
    await signInElsewhere(shop, { ...person, password: "second-password" });
  });

  test("a session that is not recent proves itself with the code from the mail", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security", allow: [/403/] });
    await sql("update sessions set created_at = now() - interval '3 days' where user_id = $1", [person.id]);
    await profileReady(page);
    await field(page, "New password").fill("third-password");
    await field(page, "Confirm password").fill("third-password");
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("We sent a code to").waitFor();
    const mailbox = `${shop.demo?.mailboxUrl}/api/messages`;
    const mail = async () => {
      const found = (await (await fetch(`${mailbox}?q=${encodeURIComponent(person.email)}`)).json()) as {
        id: string;
      }[];
      return found[0] ? ((await (await fetch(`${mailbox}/${found[0].id}`)).json()) as { text: string }).text : "";
    };
    await expect.poll(mail).toMatch(/\b\d{6}\b/);
    const code = /\b(\d{6})\b/.exec(await mail())?.[1] ?? "";
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Change Password" }).click();
    await expectToast(page, "Password updated");
    await signInElsewhere(shop, { ...person, password: "third-password" });
  });

  test("somebody who came with Google is told to set a password", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security" });
    await sql("update accounts set provider_id = 'google', password = null, account_id = $2 where user_id = $1", [
      person.id,
      randomUUID(),
    ]);
    await page.reload();
    await profileReady(page);
    await page.getByText("Account linked with Google").waitFor();
    await page.getByText("A password lets you sign in without Google.").waitFor();
    expect(await page.getByRole("button", { name: "Unlink Google" }).isDisabled()).toBe(true);
    await field(page, "New password").fill("my-first-one");
    await field(page, "Confirm password").fill("my-first-one");
    await page.getByRole("button", { name: "Set Password" }).click();
    await expectToast(page, "Password updated");
    await page.getByRole("button", { name: "Change Password" }).waitFor();

    await page.getByRole("button", { name: "Unlink Google" }).click();
    await page.getByRole("button", { name: "Unlink", exact: true }).click();
    await expectToast(page, "Google unlinked");
    await expect.poll(() => page.getByRole("button", { name: "Unlink Google" }).count()).toBe(0);
  });

  test("two-step verification: a wrong password and a wrong code are refused, the right ones turn it on and off", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security", allow: [/40[01]/] });
    await profileReady(page);
    const card = section(page, "Two-step verification");
    await card.getByRole("button", { name: "Turn on two-step verification" }).click();
    await card.getByLabel("Your password").fill("not-my-password");
    await card.getByRole("button", { name: "Continue" }).click();
    await expectToast(page, "Error", "This password is not right.");
    await card.getByRole("alert").getByText("This password is not right.").waitFor();
    await card.getByLabel("Your password").fill(person.password);
    await card.getByRole("button", { name: "Continue" }).click();
    await card.getByRole("img", { name: "QR code" }).waitFor();
    const secret = await card.getByLabel("Key for the app").innerText();

    await card.getByLabel("Enter the code that the app shows").fill("123");
    await card.getByRole("button", { name: "Verify and turn on" }).click();
    await card.getByText("Please enter the 6 digits that the app shows.").waitFor();
    const code = totp(secret);
    await card.getByLabel("Enter the code that the app shows").fill(code === "000000" ? "111111" : "000000");
    await card.getByRole("button", { name: "Verify and turn on" }).click();
    await expectToast(page, "Error", "This code is wrong or has expired.");
    await card.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
    await card.getByLabel("Enter the code that the app shows").fill(totp(secret));
    await card.getByRole("button", { name: "Verify and turn on" }).click();
    await expectToast(page, "Two-step verification is on");
    await expect.poll(() => card.getByRole("listitem").count()).toBe(10);
    await expect.poll(() => page.locator("[data-sonner-toast]").count()).toBe(0);
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await card.getByRole("button", { name: "Download codes" }).click();
    expect((await download).suggestedFilename()).toBe("oja-backup-codes.txt");
    await card.getByRole("button", { name: "Done" }).click();
    await card.getByText("Your account asks for a code.").waitFor();
    expect((await sql("select two_factor_enabled from users where id = $1", [person.id])).rows).toEqual([
      { two_factor_enabled: true },
    ]);

    await page.reload();
    await profileReady(page);
    expect(await card.getByRole("listitem").count()).toBe(0);
    await card.getByRole("button", { name: "Turn off" }).click();
    await card.getByLabel("Your password").fill(person.password);
    await card.getByRole("button", { name: "Turn off" }).click();
    await expectToast(page, "Two-step verification is off");
    await card.getByRole("button", { name: "Turn on two-step verification" }).waitFor();
  });

  test("a passkey is added with this device's authenticator, renamed, and removed after a question", async () => {
    const { page } = await openSignedIn(shop, { path: "/profile?tab=security", allow: [/status of 422/] });
    const local = await page.context().newCDPSession(page);
    await local.send("WebAuthn.enable");
    await local.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await profileReady(page);
    const card = section(page, "Passkeys");
    await card.getByText("You have no passkeys yet.").waitFor();
    await card.getByRole("button", { name: "Add a passkey" }).click();
    await expectToast(page, "Passkey added");
    await card.getByText("Rename Chrome on Linux").click();
    await card.getByLabel("Name").fill(" ");
    await card.getByRole("button", { name: "Save name" }).click();
    await card.getByText("Please enter a name.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await card.getByLabel("Name").fill("Counter laptop");
    await page.keyboard.press("Enter");
    await expectToast(page, "Passkey renamed");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Rename Counter laptop");
    await card.getByRole("button", { name: "Remove Counter laptop" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expectToast(page, "Passkey removed");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add a passkey");
    await card.getByText("You have no passkeys yet.").waitFor();
  });

  test("Google is linked by going there and back; another person's Google account is not", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security" });
    const linkAs = async (email: string) => {
      await profileReady(page);
      await page.getByRole("button", { name: "Link Google" }).click();
      await page.getByRole("heading", { name: "Choose an account" }).waitFor();
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("First name").fill("Ada");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(/\/profile\?tab=security$/);
    };
    await linkAs(`not-${person.email}`);
    await expectToast(page, "Error", "Google could not be linked.");
    await linkAs(person.email);
    await expectToast(page, "Google linked", "You can now sign in with Google.");
    await section(page, "Account").getByText("Account linked with Google").waitFor();
    await page.getByRole("button", { name: "Unlink Google" }).waitFor();
  });

  test("open sessions: one is signed out there, then all others, and this one stays", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security" });
    const agent = "Mozilla/5.0 (Linux; Android 14; TECNO) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    const phone = await signInElsewhere(shop, person, agent);
    const others = [await signInElsewhere(shop, person), await signInElsewhere(shop, person, "wget/1")];
    const isOpen = async (cookie: string) =>
      (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;
    expect(await isOpen(phone)).toBe(true);
    await page.reload();
    await profileReady(page);
    const card = section(page, "Open sessions");
    expect(await card.getByRole("listitem").count()).toBe(4);
    await card.getByText("This device").waitFor();
    await card
      .getByText(/^IP 10\.1\.0\.\d+ · Last seen [A-Z]\w+ \d+, 20\d\d, \d\d:\d\d$/)
      .first()
      .waitFor();
    expect(await card.getByText(/^Signed in [A-Z]\w+ \d+, 20\d\d$/).count()).toBe(4);
    await card.getByRole("button", { name: "Sign out there: Chrome on Android" }).click();
    await expectToast(page, "Signed out there");
    await expect.poll(() => card.getByRole("listitem").count()).toBe(3);
    expect(await isOpen(phone)).toBe(false);
    await card.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expectToast(page, "Signed out everywhere else");
    await expect.poll(() => card.getByRole("listitem").count()).toBe(1);
    expect(await Promise.all(others.map(isOpen))).toEqual([false, false]);
    await page.reload();
    expect(new URL(page.url()).pathname).toBe("/profile");
  });

  test("deletion asks first, signs out and keeps the orders without the person", async () => {
    const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security", allow: [/401/] });
    const order = randomUUID();
    await sql(
      `insert into orders (id, user_id, payment_method, payment_reference, payment_status, total_amount_kobo, customer_name,
         customer_email, customer_phone, shipping_address, access_token)
       values ($1, $2, 'paystack', $3, 'paid', 500000, 'Ada Okafor', $4, '0803', '1 Road', $3)`,
      [order, person.id, `WH-${order}`, person.email],
    );
    await profileReady(page);
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you absolutely sure?" });
    await dialog
      .getByText(
        "This action cannot be undone. This will permanently delete your account and remove your data from our servers.",
      )
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await sql("select id from users where id = $1", [person.id])).rows).toHaveLength(1);
    await page.getByRole("button", { name: "Delete Account" }).click();
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Account deleted", "Your account has been successfully deleted.");
    await page.waitForURL(`${shop.url}/`);
    expect((await page.context().cookies()).some(({ name }) => name.includes("session_token"))).toBe(false);
    for (const table of ["users", "profiles"]) {
      expect((await sql(`select id from ${table} where id = $1`, [person.id])).rows).toEqual([]);
    }
    expect((await sql("select user_id, customer_name from orders where id = $1", [order])).rows).toEqual([
      { user_id: null, customer_name: "Ada Okafor" },
    ]);
    await page.goto(`${shop.url}/profile`);
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  test.each([
    ["a guest", {}, 401],
    ["another site", { Origin: "https://evil.example" }, 403],
    ["no origin", { Origin: "" }, 403],
  ])("deletion is refused to %s", async (who, headers, status) => {
    const person = await makePerson(shop);
    const cookie = who === "a guest" ? "" : await signInElsewhere(shop, person);
    const response = await fetch(`${shop.url}/functions/v1/delete-user-account`, {
      method: "POST",
      headers: { Origin: shop.url, ...headers, Cookie: cookie },
    });
    expect(response.status).toBe(status);
    expect((await sql("select id from users where id = $1", [person.id])).rows).toHaveLength(1);
  });
});
