import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import {
  expectToast,
  makePerson,
  openSignedIn,
  profileReady,
  signInElsewhere,
  signInPage,
} from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

describe("Personal Details", () => {
  test("opens first, says what is wrong at its fields, and saves profile and account", async () => {
    const { page, person } = await openSignedIn(shop, { allow: [/status of 422/] });
    await profileReady(page);
    expect(await tab(page, "Personal Details").getAttribute("aria-selected")).toBe("true");
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    expect(await field(page, "Country").inputValue()).toBe("Nigeria");
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");

    await page.getByLabel("First name").fill("A");
    await page.getByLabel("Last name").fill(" ");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("First name must be at least 2 characters.").waitFor();
    await page.getByText("Last name must be at least 2 characters.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("profile-first_name");

    await page.getByLabel("First name").fill("Adaeze");
    await page.getByLabel("Last name").fill("Obi");
    await field(page, "Phone").fill("0803 111 2222");
    await field(page, "Address").fill("5 Broad Street");
    await field(page, "City").fill("Lagos Island");
    await field(page, "State").selectOption("Lagos");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Profile updated", "Your profile has been successfully updated.");
    const { rows } = await sql(
      `select u.name, u.first_name, p.first_name as profile_name, p.phone, p.state, p.country from users u join profiles p on p.id = u.id where u.id = $1`,
      [person.id],
    );
    expect(rows).toEqual([
      {
        name: "Adaeze Obi",
        first_name: "Adaeze",
        profile_name: "Adaeze",
        phone: "0803 111 2222",
        state: "Lagos",
        country: "Nigeria",
      },
    ]);
    await sql("update profiles set phone = '+2348031112201' where id = $1", [person.id]);
    await page.reload();
    await profileReady(page);
    expect(await field(page, "Phone").inputValue()).toBe("+234 803 111 2201");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Profile updated");
  });

  test("works before any script, with errors and with success", async () => {
    const person = await makePerson(shop);
    const page = await newPage({ javaScriptEnabled: false, allow: [/status of 422/] });
    await signInPage(page, shop, person);
    await page.goto(`${shop.url}/profile`);
    await page.getByLabel("First name").fill("B");
    await field(page, "City").fill("Jos");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("First name must be at least 2 characters.").waitFor();
    expect(await field(page, "City").inputValue()).toBe("Jos");
    await page.getByLabel("First name").fill("Bola");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your profile has been successfully updated.").waitFor();
    expect((await sql("select city, first_name from profiles where id = $1", [person.id])).rows).toEqual([
      { city: "Jos", first_name: "Bola" },
    ]);
  });

  test("another person's id in the form, in the address or in the session list changes nothing of theirs", async () => {
    const [actor, victim] = [await makePerson(shop), await makePerson(shop)];
    const cookie = await signInElsewhere(shop, actor);
    await signInElsewhere(shop, victim);
    const { rows: theirs } = await sql("select id from sessions where user_id = $1", [victim.id]);
    const post = async (body: Record<string, string>) =>
      await fetch(`${shop.url}/profile?index&id=${victim.id}`, {
        method: "POST",
        headers: { Cookie: cookie, Origin: shop.url },
        body: new URLSearchParams(body),
      });
    const names = { first_name: "Mallory", last_name: "Mallet" };
    expect((await post({ intent: "profile", ...names, id: victim.id, user_id: victim.id, role: "admin" })).status).toBe(
      200,
    );
    await post({ intent: "end-session", session_id: String(theirs[0]?.id), user_id: victim.id });
    await post({ intent: "end-others", user_id: victim.id });
    expect((await sql("select first_name, role from users where id = $1", [victim.id])).rows).toEqual([
      { first_name: "Ada", role: "customer" },
    ]);
    expect((await sql("select id from sessions where user_id = $1", [victim.id])).rows).toEqual(theirs);
    expect((await sql("select first_name, role from users where id = $1", [actor.id])).rows).toEqual([
      { first_name: "Mallory", role: "customer" },
    ]);
    const data = await fetch(`${shop.url}/profile/data.json?id=${victim.id}`, { headers: { Cookie: cookie } });
    expect(data.headers.get("content-disposition")).toContain("attachment");
    expect(data.headers.get("cache-control")).toBe("no-store");
    expect(await data.json()).toMatchObject({ profile: { id: actor.id, email: actor.email } });
  });

  test.each(["/profile", "/profile.data", "/profile/data.json"])("a guest gets nothing from %s", async (path) => {
    const response = await fetch(`${shop.url}${path}`, { redirect: "manual" });
    expect(response.status).not.toBe(200);
    expect(await response.text()).not.toContain("created_at");
    const posted = await fetch(`${shop.url}/profile?index`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: shop.url },
      body: new URLSearchParams({ intent: "profile", first_name: "Xx", last_name: "Yy" }),
    });
    expect([posted.status, posted.headers.get("location")]).toEqual([302, "/login"]);
  });
});

test("Download my data gives a file with profile, orders, addresses and consents, of this person alone", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security" });
  const other = await makePerson(shop);
  await sql(
    "insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')",
    [person.id],
  );
  await sql("insert into newsletter_subscribers (email) values ($1)", [person.email]);
  const order = await makeOrder(shop.shop.database, person.id);
  const theirs = await makeOrder(shop.shop.database, other.id, { shipping_address: "1 Foreign Road, Kano, Kano" });
  await profileReady(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("oja-my-data.json");
  const text = readFileSync(await download.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    currency: "NGN",
    profile: { id: person.id, email: person.email, first_name: "Ada", phone: "08035556666", city: "Ibadan" },
    sign_in: { ways: ["credential"], second_factor: false },
    addresses: ["8 Ring Road, Ibadan, Oyo", "12 Allen Avenue, Ikeja, Lagos, 100001"],
    orders: [{ id: order, items: [{ product_name: "Long Grain Rice, 50 kg", quantity: 2 }] }],
    consents: { newsletter: { subscribed: true } },
  });
  for (const foreign of [other.id, other.email, theirs, "Foreign Road"]) expect(text).not.toContain(foreign);
  expect(text).not.toMatch(/argon2|token"|password"/);
  expect(new URL(page.url()).pathname).toBe("/profile");
});

test("a tab is in the address without a request: a reload shows it, and nothing typed is lost", async () => {
  const { page } = await openSignedIn(shop, { allow: [/status of 422/] });
  await profileReady(page);
  await field(page, "City").fill("Jos");
  await field(page, "State").selectOption("Plateau");
  await page.getByLabel("First name").fill("A");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("First name must be at least 2 characters.").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    // Pages and their data; icons and files loaded after hydration may still arrive.
    const isData = new URL(request.url()).pathname.endsWith(".data");
    if (isData || request.isNavigationRequest()) asked.push(request.url());
  });
  await tab(page, "Security").click();
  await page.waitForURL(`${shop.url}/profile?tab=security`);
  await tab(page, "Personal Details").click();
  await page.waitForURL(`${shop.url}/profile`);
  await page.getByText("First name must be at least 2 characters.").waitFor();
  expect([await field(page, "City").inputValue(), await field(page, "State").inputValue()]).toEqual(["Jos", "Plateau"]);
  expect(asked).toEqual([]);
  await tab(page, "Security").click();
  await page.waitForURL(`${shop.url}/profile?tab=security`);
  await page.reload();
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await page.waitForURL(`${shop.url}/profile/orders`);
  await page.goBack();
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
});

test("a tab chosen while a form is on its way leaves the form alone", async () => {
  const { page } = await openSignedIn(shop);
  await profileReady(page);
  await page.route("**/profile.data*", async (route) => {
    await tab(page, "Support").click();
    await page.getByText("Monday to Friday, 9am to 5pm").waitFor();
    await route.continue();
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  await page.waitForURL(`${shop.url}/profile?tab=support`);
});

test("Support says when and whom to ask, and answers the four common questions", async () => {
  const { page } = await openSignedIn(shop);
  await profileReady(page);
  await tab(page, "Personal Details").focus();
  await page.keyboard.press("End");
  await page.getByText("Monday to Friday, 9am to 5pm").waitFor();
  const panel = page.getByRole("tabpanel", { name: "Support" });
  await panel.getByRole("link", { name: "hello@oja.example" }).waitFor();
  expect(await panel.locator("details").count()).toBe(4);
  await page.getByText("How do I return a product?").click();
  await page.getByText(/Refunds arrive within/).waitFor();
  expect(await page.getByRole("link", { name: "Contact us", exact: true }).getAttribute("href")).toBe("/contact");
});

test("checkout is filled in from the profile of who is signed in, and empty for a guest", async () => {
  const { page, person } = await openSignedIn(shop);
  await sql(
    `insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')`,
    [person.id],
  );
  const goods = randomUUID();
  await sql(`insert into products (id, name, slug, price_kobo, stock_quantity) values ($1, 'Rice', $2, 100000, 50)`, [
    goods,
    `rice-${goods}`,
  ]);
  const addToCart = (one: Page) =>
    one.evaluate(
      (item) => localStorage.setItem("cart-storage", JSON.stringify({ state: { items: [item] }, version: 0 })),
      {
        id: goods,
        name: "Rice",
        price_kobo: 100_000,
        image: null,
        quantity: 1,
        min_order: 1,
        slug: `rice-${goods}`,
        stock: 50,
      },
    );
  await addToCart(page);
  await page.goto(`${shop.url}/checkout`);
  await expect.poll(() => page.getByLabel("Full name").inputValue()).toBe("Ada Okafor");
  expect(await page.getByLabel("Email").first().inputValue()).toBe(person.email);
  expect(await page.locator("#checkout-phone").inputValue()).toBe("08035556666");
  expect(await page.locator("#checkout-state").inputValue()).toBe("Oyo");

  const contact = {
    name: "Ada",
    email: person.email,
    phone: "08035556666",
    address: "8 Ring Road",
    city: "Ibadan",
    state: "Oyo",
  };
  const begun = await page.evaluate(
    async (body) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch("/checkout/start", { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()) as { payment: { reference: string } };
    },
    { checkout_id: randomUUID(), contact, lines: [{ id: goods, quantity: 1 }], user_id: randomUUID() },
  );
  const { rows } = await sql("select user_id from payment_attempts where reference = $1", [begun.payment.reference]);
  expect(rows).toEqual([{ user_id: person.id }]);

  const guest = await newPage();
  await guest.goto(`${shop.url}/cart`);
  await addToCart(guest);
  await guest.goto(`${shop.url}/checkout`);
  await guest.getByLabel("Full name").waitFor();
  expect(await guest.getByLabel("Full name").inputValue()).toBe("");
});

test("every tab is accessible and fits the window at both widths", async () => {
  const { page, person } = await openSignedIn(shop);
  await signInElsewhere(shop, person);
  await page.reload();
  await profileReady(page);
  for (const name of ["Personal Details", "Security", "Support"]) {
    await tab(page, name).click();
    await expectFitAtBothWidths(page);
  }
});
