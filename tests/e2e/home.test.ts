import { expect, test } from "vitest";
import { newPage } from "../setup/browser.ts";
import {
  expectHeading,
  expectPath,
  expectToast,
  go,
  goWithClock,
  PHONE,
  newContact,
  sql,
  useShop,
  visit,
} from "./steps.ts";

useShop();

test("on a phone it shows the shop's claim and links", async () => {
  const page = await visit("/", { width: PHONE });
  await expectHeading(page, /Stock your shop/);
  expect(await page.getByRole("link", { name: "Shop Now" }).getAttribute("href")).toBe("/products");
  expect(await page.getByRole("link", { name: "Request Custom Order" }).first().getAttribute("href")).toBe(
    "/custom-order",
  );
  for (const [value, what] of [
    [/^\d[\d,]*\+?$/, "products"],
    [/^\d[\d,]*\+?$/, "suppliers"],
    ["24/7", "support"],
    ["98%", "satisfaction"],
  ] as const)
    await page.getByText(what, { exact: true }).locator("..").getByText(value, { exact: true }).waitFor();
  for (const name of [
    "Quality control",
    "Delivery in 1-3 business days",
    "24/7 support",
    "Larger discounts for larger quantities",
  ])
    await page.getByRole("region", { name: "Why Choose Us" }).getByRole("heading", { name }).waitFor();
  const tiles = page.getByRole("region", { name: "Shop By Category" }).getByRole("listitem");
  expect(await tiles.count()).toBe(10);
  await tiles.getByRole("link", { name: "Household" }).click();
  await expectPath(page, "/category/household");
  await expectHeading(page, "Household");
});

const STRUCTURED_DATA = 'head script[type="application/ld+json"]';
test("each tab shows at most 8 products and leads to all of them, and Back shows it again", async () => {
  const page = await newPage();
  for (const [name, path] of [
    ["Featured", "/products/featured"],
    ["Best Sellers", "/products/best-sellers"],
    ["New Arrivals", "/products/new-arrivals"],
  ] as const) {
    await go(page, "/");
    expect(await page.locator(STRUCTURED_DATA).count()).toBe(2);
    await page.getByRole("tab", { name }).click();
    const panel = page.getByRole("tabpanel", { name });
    const count = await panel.getByRole("article").count();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(8);
    await panel.getByRole("link", { name: `View all ${name.toLowerCase()}` }).click();
    await expectPath(page, path);
    await expectHeading(page, /./);
    const [row] = await sql<{ all: number }>(
      `select count(*)::int as all from products where ${name.toLowerCase().replace(" ", "_").replace(/s$/, "")}`,
    );
    await page.getByRole("status").getByText(`${row?.all} product`).waitFor();
    // Home's describes home only.
    await expect.poll(() => page.locator(STRUCTURED_DATA).count()).toBe(0);
    await page.goBack();
    await page.getByRole("tab", { name, selected: true }).waitFor();
    await panel.waitFor();
  }
});

test("the tabs move by arrows, Home and End and wrap around", async () => {
  const page = await visit("/");
  const selected = () => page.getByRole("tab", { selected: true }).innerText();
  await page.getByRole("tab", { name: "Featured" }).focus();
  for (const [key, name] of [
    ["ArrowRight", "Best Sellers"],
    ["End", "New Arrivals"],
    ["ArrowRight", "Featured"],
    ["ArrowLeft", "New Arrivals"],
    ["Home", "Featured"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(selected).toBe(name);
    await page.getByRole("tabpanel", { name }).waitFor();
  }
});

test("the voices move by buttons, wrap around, ignore haste, and move by themselves every 8 seconds", async () => {
  const page = await newPage();
  await goWithClock(page, "/");
  const voices = page.getByRole("region", { name: "What buyers say" });
  const shown = async (number: number) => await voices.getByRole("group", { name: `${number} of 4` }).waitFor();
  await shown(1);
  await voices.getByRole("button", { name: "Previous" }).click();
  await shown(4);
  await voices.getByRole("button", { name: "Next", exact: true }).click();
  await page.clock.runFor(499);
  await voices.getByRole("button", { name: "Next", exact: true }).click();
  await shown(4);
  await page.clock.runFor(1);
  await voices.getByRole("button", { name: "Next", exact: true }).click();
  await shown(1);
  // Outside the buttons it is not paused.
  await page.getByRole("tab", { name: "Featured" }).click();
  await page.clock.runFor(7_999);
  await shown(1);
  await page.clock.runFor(1);
  await shown(2);
});

test("the newsletter thanks for three seconds and keeps the address once", async () => {
  const page = await newPage();
  await goWithClock(page, "/");
  const { email } = newContact();
  const letter = page.getByRole("region", { name: "Prices move. Be the first to know." });
  const thanks = letter.getByText("Thank you for subscribing!");
  for (const _ of [1, 2]) {
    await letter.getByLabel("Email address").fill(email);
    await letter.getByRole("button", { name: "Subscribe" }).click();
    await page.clock.runFor(1);
    await thanks.waitFor();
    await page.clock.runFor(2_998);
    await thanks.waitFor();
    await page.clock.runFor(2);
    await thanks.waitFor({ state: "detached" });
  }
  await expect.poll(() => sql("select 1 from newsletter_subscribers where email = $1", [email])).toHaveLength(1);
});

test("an address that is none is not thanked for; the footer's newsletter answers with a message, on every page", async () => {
  const page = await visit("/", { allow: [/422/] });
  const letter = page.getByRole("region", { name: "Prices move. Be the first to know." });
  const field = letter.getByLabel("Email address");
  await field.fill("adaeze");
  await letter.getByRole("button", { name: "Subscribe" }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await field.fill("adaeze@shop");
  await letter.getByRole("button", { name: "Subscribe" }).click();
  await letter.getByRole("alert").getByText("Please enter a valid email address.").waitFor();
  expect(await letter.getByText("Thank you for subscribing!").count()).toBe(0);

  await go(page, "/cart");
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("Email address").fill(newContact().email);
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expectToast(page, "Success! You've been subscribed to our newsletter.");
  await footer.getByText("24/7").waitFor();
  for (const name of ["Facebook", "Instagram", "X", "WhatsApp"])
    await footer.getByRole("link", { name, exact: true }).waitFor();
});

test("the music is fetched when it is turned on, and the choice is remembered", async () => {
  const page = await newPage();
  // Not every test browser has the codec, so playback itself is not checked.
  await page.addInitScript(() => (HTMLMediaElement.prototype.play = () => Promise.resolve()));
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/music/")) fetched.push(request.url());
  });
  await go(page, "/");
  const button = page.getByRole("button", { name: "Background music" });
  const storedChoice = () => page.evaluate(() => localStorage.getItem("backgroundMusicEnabled"));
  expect([await button.getAttribute("aria-pressed"), await storedChoice(), fetched.length]).toEqual(["false", null, 0]);
  await button.click();
  await page.getByRole("button", { name: "Background music", pressed: true }).waitFor();
  await expect.poll(() => fetched.length).toBe(1);
  expect(await storedChoice()).toBe("true");
  await go(page, "/");
  await page.getByRole("button", { name: "Background music", pressed: true }).waitFor();
  await button.click();
  await page.getByRole("button", { name: "Background music", pressed: false }).waitFor();
  expect(await storedChoice()).toBe("false");
});

test("music that the browser blocks stays off", async () => {
  const page = await newPage();
  await page.addInitScript(() => (HTMLMediaElement.prototype.play = () => Promise.reject(new Error("blocked"))));
  await go(page, "/");
  await page.getByRole("button", { name: "Background music" }).click();
  await page.getByRole("button", { name: "Background music", pressed: false }).waitFor();
});
