import { expect, test } from "vitest";
import { newPage } from "../setup/browser.ts";
import { expectPath, expectToast, go, goWithClock, newContact, sql, useShop } from "./steps.ts";

useShop();

const STRUCTURED_DATA = 'head script[type="application/ld+json"]';

test("the music is fetched when it is turned on, and the choice is remembered; each tab shows at most 8 products, moves by keys and leads to all of them, and Back shows it again", async () => {
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

  const blocked = page.evaluate(
    () =>
      new Promise((resolve) => {
        HTMLMediaElement.prototype.play = () => {
          setTimeout(resolve);
          return Promise.reject(new Error("blocked"));
        };
      }),
  );
  await button.click();
  await blocked;
  expect(await storedChoice()).toBe("true");
  await page.getByRole("button", { name: "Background music", pressed: false }).waitFor();

  const selected = () => page.getByRole("tab", { selected: true }).innerText();
  await page.getByRole("tab", { name: "Featured" }).focus();
  for (const [key, name, path] of [
    ["ArrowRight", "Best Sellers", "/products/best-sellers"],
    ["End", "New Arrivals", "/products/new-arrivals"],
    ["ArrowRight", "Featured", "/products/featured"],
    ["ArrowLeft", "New Arrivals", "/products/new-arrivals"],
    ["Home", "Featured", "/products/featured"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(selected).toBe(name);
    const panel = page.getByRole("tabpanel", { name });
    await panel.getByRole("article").first().waitFor();
    expect(await panel.getByRole("article").count()).toBeLessThanOrEqual(8);
    const all = panel.getByRole("link", { name: `View all ${name.toLowerCase()}` });
    expect(await all.getAttribute("href")).toBe(path);
  }
  expect(await page.locator(STRUCTURED_DATA).count()).toBe(2);
  const name = "New Arrivals";
  await page.getByRole("tab", { name }).click();
  await page.getByRole("link", { name: "View all new arrivals" }).click();
  await expectPath(page, "/products/new-arrivals");
  await page
    .getByRole("status")
    .getByText(/^\d+ products/)
    .waitFor();
  // Home's describes home only.
  await expect.poll(() => page.locator(STRUCTURED_DATA).count()).toBe(0);
  // The footer's newsletter answers with a message.
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("Email address").fill(newContact().email);
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expectToast(page, "Success! You've been subscribed to our newsletter.");
  await footer.getByText("24/7").waitFor();
  for (const social of ["Facebook", "Instagram", "X", "WhatsApp"])
    await footer.getByRole("link", { name: social, exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name, selected: true }).waitFor();
  await page.getByRole("tabpanel", { name }).waitFor();
});

test("the voices move by buttons, wrap around, ignore haste, and by themselves every 8 seconds; the newsletter thanks for three and keeps the address once", async () => {
  const page = await newPage({ allow: [/422/] });
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

  const { email } = newContact();
  const letter = page.getByRole("region", { name: "Prices move. Be the first to know." });
  const field = letter.getByLabel("Email address");
  const thanks = letter.getByText("Thank you for subscribing!");
  for (const _ of [1, 2]) {
    await field.fill(email);
    await letter.getByRole("button", { name: "Subscribe" }).click();
    await page.clock.runFor(1);
    await thanks.waitFor();
    await page.clock.runFor(2_998);
    await thanks.waitFor();
    await page.clock.runFor(2);
    await thanks.waitFor({ state: "detached" });
  }
  await expect.poll(() => sql("select 1 from newsletter_subscribers where email = $1", [email])).toHaveLength(1);

  // An address that is none is not thanked for.
  await field.fill("adaeze");
  await letter.getByRole("button", { name: "Subscribe" }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await field.fill("adaeze@shop");
  await letter.getByRole("button", { name: "Subscribe" }).click();
  await letter.getByRole("alert").getByText("Please enter a valid email address.").waitFor();
  expect(await thanks.count()).toBe(0);
});
