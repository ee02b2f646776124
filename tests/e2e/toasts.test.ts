import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { expectToast, go, MOVING, PHONE, toasts, useShop, visit } from "./steps.ts";

useShop();

/** Names of the header's controls whose centre is covered by another element. */
async function coveredInHeader(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("header a, header button, header input")];
    return controls
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
        const there = document.elementFromPoint(x, y);
        return there?.closest("[data-sonner-toast]") != null;
      })
      .map((control) => control.innerText || control.getAttribute("aria-label") || control.tagName);
  });
}

test("messages at both widths: they stand at the top right under the header, wherever the page is", async () => {
  const page = await visit("/products", { width: PHONE, ...MOVING });
  const heart = page.getByRole("button", { name: /to wishlist$|from wishlist$/ }).first();
  await atBothWidths(page, async (width) => {
    for (const scrolled of [0, 600]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), scrolled);
      await heart.evaluate((button: HTMLButtonElement) => button.click());
      await expectToast(page, scrolled === 0 ? "Added to wishlist" : "Removed from wishlist");
      const card = toasts(page).getByRole("listitem").first();
      const bar = page.getByRole("link", { name: /^Cart/ });
      const below = async () => {
        const [box, cart] = [await card.boundingBox(), await bar.boundingBox()];
        return box && cart ? Math.round(box.y - cart.y - cart.height) : null;
      };
      await expect.poll(below, { interval: 50 }).toBeGreaterThan(0);
      const box = await card.boundingBox();
      expect(box && box.x + box.width > width - 40 && box.x >= 0 && box.y < 260, "at the top right").toBe(true);
      expect(await coveredInHeader(page)).toEqual([]);
      if (scrolled > 0) await card.getByRole("button", { name: "Close message" }).click();
    }
    await expect.poll(() => toasts(page).getByRole("listitem").count()).toBe(0);
  });
});

test("there is one message at a time, and it leaves by itself; the keyboard passes through one, which stays while it has the focus and gives it back when closed", async () => {
  const page = await newPage();
  await page.clock.install();
  await go(page, "/products");
  const heart = page.getByRole("button", { name: /to wishlist$/ }).first();
  await heart.click();
  await expectToast(page, "Added to wishlist");
  await heart.click();
  await expectToast(page, "Removed from wishlist");
  await toasts(page).getByText("Added to wishlist").waitFor({ state: "detached" });
  expect(await toasts(page).getByRole("listitem").count()).toBe(1);
  await page.clock.fastForward(4_000);
  await toasts(page).getByRole("listitem").waitFor({ state: "detached" });

  await heart.click();
  await expectToast(page, "Added to wishlist");
  const isWithin = () => toasts(page).evaluate((region) => region.contains(document.activeElement));
  const tabInto = async () => {
    await page.locator("header").getByRole("link").last().focus();
    for (let stops = 0; stops < 12 && !(await isWithin()); stops += 1) await page.keyboard.press("Tab");
    expect(await isWithin()).toBe(true);
  };
  await tabInto();
  await page.clock.fastForward(30_000);
  expect(await toasts(page).getByRole("listitem").count()).toBe(1);
  for (const _ of [1, 2]) await page.keyboard.press("Tab");
  expect(await isWithin(), "two stops, then the page").toBe(false);
  expect(await page.evaluate(() => document.activeElement?.closest("header") === null)).toBe(true);
  await tabInto();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.closest("header") !== null)).toBe(true);
  await toasts(page).getByRole("listitem").waitFor({ state: "detached" });
});
