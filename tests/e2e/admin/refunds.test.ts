import { beforeAll, beforeEach, expect, test } from "vitest";
import { adminReady, expectFitFromPhone, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { paidOrder } from "#tests/fixtures/orders.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { GOOD_CARD, shop, sql, stockOf, useShop } from "../steps.ts";

useShop();

let boss: { email: string; password: string };
beforeAll(async () => {
  boss = await person(shop(), "admin");
});
beforeEach(() => sql("delete from auth_rate_limits"));

const at = (path: string) => shop().url + path;
const short = (id: string) => id.slice(0, 8).toUpperCase();

/** The admin page at `path`, with an admin's session. */
async function openAdmin(path: string, options: Parameters<typeof newPage>[0] = {}) {
  const page = await newPage({ allow: REFUSED, ...options });
  await signInPage(page, shop(), boss);
  await page.goto(at(path));
  await adminReady(page);
  return page;
}

test("an order is paid, refunded in part, cancelled with what goes back to stock, and reopened", async () => {
  const { id, product } = await paidOrder(shop(), ...GOOD_CARD);
  const stock = () => stockOf(product);
  const before = await stock();
  const page = await openAdmin(`/admin/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Refund" }).click();
  await dialog.getByLabel(/^Refund: /).fill("1");
  await dialog.getByLabel(/^To stock: /).fill("1");
  await dialog.getByLabel("Reason").fill("One was damaged");
  await dialog.getByText(/goes back to the buyer through the provider/).waitFor();
  await dialog.getByRole("button", { name: /^Refund ₦/ }).click();
  await expectMessage(page, "Refund sent");
  await dialog.getByText(/^Refund: ₦/).waitFor();
  await dialog.getByText("Part refunded", { exact: true }).waitFor();
  expect(await stock()).toBe(before + 1);

  await dialog.getByRole("link", { name: "Cancel order" }).click();
  await dialog.getByRole("spinbutton").fill("2");
  await dialog.getByLabel(/Tell the customer/).uncheck();
  await dialog.getByRole("button", { name: "Cancel the order" }).click();
  await expectMessage(page, "Status updated", "Order status has been updated to cancelled. 2 went back to stock.");
  expect(await stock()).toBe(before + 3);

  const status = dialog.getByLabel(`Status of order ${short(id)}`);
  await expect.poll(() => status.inputValue()).toBe("cancelled");
  await status.selectOption("shipped");
  await dialog.getByText("These goods are taken from stock again").waitFor();
  await dialog.getByText(/ was paid back to the buyer/).waitFor();
  await expectFitFromPhone(page);
  await dialog.getByLabel(/Tell the customer/).uncheck();
  await dialog.getByRole("button", { name: "Set to Shipped" }).click();
  await expectMessage(page, "Status updated", "Order status has been updated to shipped. 3 taken from stock again. ₦");
  expect(await stock()).toBe(before);
});
