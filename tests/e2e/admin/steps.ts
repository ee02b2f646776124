import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFitFromPhone, expectNoOverflow } from "#tests/fixtures/browser-admin.ts";
import { makeReview } from "#tests/fixtures/checkout.ts";
import { expectMessage } from "#tests/setup/messages.ts";

/** On the settings page: the minimum of free shipping is shown while free shipping is on. */
export async function expectMinimumWithFreeShipping(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Shipping" }).click();
  const [free, minimum] = [page.getByLabel("Enable free shipping"), page.getByLabel("Free shipping minimum (₦)")];
  expect([await free.isChecked(), await minimum.isVisible()]).toEqual([true, true]);
  await free.uncheck();
  await minimum.waitFor({ state: "hidden" });
  await free.check();
  await minimum.waitFor();
}

/** The admin shows a pending navigation. */
export async function expectLoading(page: Page): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/admin/staff.data*", async (route) => {
    await answered;
    await route.continue();
  });
  const menu = page.getByRole("navigation", { name: "Back office" });
  const staff = menu.getByRole("link", { name: "Staff", exact: true });
  if (!(await staff.isVisible())) await menu.getByText("More", { exact: true }).click();
  await staff.click();
  await page.getByRole("status").getByText("Loading", { exact: true }).waitFor();
  answer();
  await page.getByRole("heading", { level: 1, name: "Staff" }).waitFor();
}

/** A review of a payment whose buyer has a long name. */
export async function flagged(shop: RunningShop, reason: string, details: Record<string, unknown>): Promise<void> {
  await makeReview(shop.shop.database, reason, details, {
    customer_name: "Chukwuemeka Nwachukwu-Okonkwo",
    customer_email: "chukwuemeka.nwachukwu.okonkwo@example.com",
  });
}

/** A choice among many options, which is a select before hydration. */
const comboboxOf = (page: Page, name: string) => page.locator("input").and(page.getByRole("combobox", { name }));

/**
 * An admin's daily tasks on a phone, each from `start`. They return the number of clicks or taps; a choice in a dropdown is one,
 * typing is none.
 */
export function frequentJobs(page: Page, start: string) {
  const palette = page.getByRole("dialog", { name: "Find in the back office" });
  const counting = page.addInitScript(() => {
    const count = (event: Event) => {
      if (event.type === "change" && !(event.target instanceof HTMLSelectElement)) return;
      sessionStorage.setItem("presses", String(Number(sessionStorage.getItem("presses")) + 1));
    };
    addEventListener("pointerdown", count, true);
    addEventListener("change", count, true);
  });

  async function counted(job: () => Promise<void>): Promise<number> {
    await counting;
    await page.goto(start);
    await adminReady(page);
    await page.evaluate(() => sessionStorage.removeItem("presses"));
    await job();
    return await page.evaluate(() => Number(sessionStorage.getItem("presses")));
  }

  async function find(text: string): Promise<void> {
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await palette.getByRole("combobox").fill(text);
  }

  return {
    ship: (order: string) =>
      counted(async () => {
        await page.getByRole("link", { name: "1 order to pack" }).click();
        await page.getByLabel(`Status of order ${order.slice(0, 8).toUpperCase()}`).selectOption("shipped");
        await page.getByRole("dialog").getByLabel("Message").waitFor();
        await page.getByRole("button", { name: "Set to Shipped" }).click();
        await expectMessage(page, "Status updated");
      }),
    find: (phone: string, name: string) =>
      counted(async () => {
        await find(phone);
        const line = palette.getByRole("option", { name }).first();
        await line.waitFor();
        await line.click();
        await page.getByRole("dialog", { name: /^Order #/ }).waitFor();
      }),
    price: (product: string, naira: string) =>
      counted(async () => {
        await find(product);
        await palette.getByRole("option", { name: product }).waitFor();
        await page.keyboard.press("Enter");
        const form = page.getByRole("dialog", { name: product });
        await form.getByLabel("Price in naira").click();
        await form.getByLabel("Price in naira").fill(naira);
        await form.getByRole("button", { name: "Update Product" }).click();
        await expectMessage(page, "Product updated");
      }),
    raise: (category: string, products: string) =>
      counted(async () => {
        await page.getByRole("region", { name: "Figures" }).locator('a[href="/admin/products"]').click();
        await page.getByRole("button", { name: "Filters" }).click();
        const choice = comboboxOf(page, "Category");
        await choice.click();
        await choice.fill(category);
        await page.getByRole("option", { name: category, exact: true }).waitFor();
        await choice.press("Enter");
        await page.getByRole("button", { name: `Select all ${products} that match` }).click();
        await page.locator("[data-bulk-value]:focus").waitFor();
        await page.keyboard.type("5");
        await page.getByRole("button", { name: "Preview" }).click();
        await page.getByRole("button", { name: `Apply to ${products} products` }).click();
        await page.getByRole("button", { name: `Undo ${products} products` }).waitFor();
      }),
    settle: (note: string) =>
      counted(async () => {
        await page.getByRole("link", { name: "1 payment to review" }).click();
        await page.getByRole("textbox", { name: "Note", exact: true }).click();
        await page.keyboard.type(note);
        await page.getByRole("button", { name: "Done", exact: true }).click();
        await expectMessage(page, "Payment resolved");
      }),
  };
}

/** Drags a card by the picture in its upper left corner onto another with the mouse, once cards are draggable. */
export async function dragOnto(page: Page, source: Locator, target: Locator): Promise<void> {
  await source.hover({ position: { x: 40, y: 40 } });
  await page.mouse.down();
  // The browser fires dragover only while the pointer moves there.
  for (const x of [30, 40, 50]) await target.hover({ position: { x, y: 40 } });
  await page.mouse.up();
}

type TypedPrices = {
  /** What is typed to find the category. */
  part: string;
  category: string;
  password: string;
  endSession: () => Promise<unknown>;
};

/**
 * On today's prices, finds a category of 51 products of ₦1,000.00 by typing `part`, and types prices on both pages, which
 * a reload keeps; what cannot be read is named. Applies two prices of ₦1,100.00.
 */
export async function expectTypedPricesKept(
  page: Page,
  { part, category, password, endSession }: TypedPrices,
): Promise<void> {
  const choice = comboboxOf(page, "Category");
  await choice.focus();
  await page.keyboard.type(part);
  await page.getByRole("option", { name: category }).waitFor();
  await choice.press("Enter");
  expect(await choice.inputValue()).toBe(category);
  await page.getByRole("button", { name: "Show" }).click();
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Kept 100").fill("1100");
  await field("Kept 101").fill("87.000");
  await page.getByText("1 of 50 prices change, 1 cannot be read").waitFor();
  await page.getByRole("link", { name: "Next 50" }).click();
  await field("Kept 150").fill("1,100");
  await page.reload();
  await page.getByText("1 of 1 prices change, 2 typed prices on other pages").waitFor();
  await expectFitFromPhone(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("“87.000” is no price of Kept 101.").waitFor();
  await page.getByRole("link", { name: "Previous 50" }).click();
  await field("Kept 101").fill("");
  await endSession();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Your session has ended.").waitFor();
  await page.getByLabel(/^Password of /).fill(password);
  await page.getByRole("button", { name: "Log in and send" }).click();
  await page.getByRole("link", { name: "Back to the typed prices" }).waitFor();
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Apply to 2 products" }).click();
  await page.getByRole("button", { name: "Undo 2 products" }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("oja.prices")))).toEqual(
    [],
  );
}
