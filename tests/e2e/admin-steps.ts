import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeReview } from "../fixtures/checkout.ts";

/** On the settings page: the minimum of free shipping is there while free shipping is on. */
export async function expectMinimumWithFreeShipping(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Shipping" }).click();
  const [free, minimum] = [page.getByLabel("Enable free shipping"), page.getByLabel("Free shipping minimum (₦)")];
  expect([await free.isChecked(), await minimum.isVisible()]).toEqual([true, true]);
  await free.uncheck();
  await minimum.waitFor({ state: "hidden" });
  await free.check();
  await minimum.waitFor();
}

/** While the answer of a navigation is on its way, the back office says so. */
export async function expectLoading(page: Page): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/admin/staff.data*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByRole("status").getByText("Loading", { exact: true }).waitFor();
  answer();
  await page.getByRole("heading", { level: 1, name: "Staff" }).waitFor();
}

/** A payment of somebody with a long name that waits for a person. */
export async function flagged(shop: RunningShop, reason: string, details: Record<string, unknown>): Promise<void> {
  await makeReview(shop.shop.database, reason, details, {
    customer_name: "Chukwuemeka Nwachukwu-Okonkwo",
    customer_email: "chukwuemeka.nwachukwu.okonkwo@example.com",
  });
}

/** Counts clicks and taps, and choices in dropdowns, over the documents that are opened from now on. */
export async function countPresses(page: Page): Promise<{ reset(): Promise<void>; count(): Promise<number> }> {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      if (event.type === "change" && !(event.target instanceof HTMLSelectElement)) return;
      sessionStorage.setItem("presses", String(Number(sessionStorage.getItem("presses")) + 1));
    };
    addEventListener("pointerdown", count, true);
    addEventListener("change", count, true);
  });
  return {
    reset: () => page.evaluate(() => sessionStorage.removeItem("presses")),
    count: () => page.evaluate(() => Number(sessionStorage.getItem("presses"))),
  };
}

/** Drags a card by the picture in its upper left corner onto another, with the mouse, once cards take part in dragging. */
export async function dragOnto(page: Page, source: Locator, target: Locator): Promise<void> {
  await source.hover({ position: { x: 40, y: 40 } });
  await page.mouse.down();
  // The browser tells of what is dragged over only while the pointer moves there.
  for (const x of [30, 40, 50]) await target.hover({ position: { x, y: 40 } });
  await page.mouse.up();
}
