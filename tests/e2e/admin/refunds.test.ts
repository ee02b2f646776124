import { beforeAll, beforeEach, expect, test } from "vitest";
import { adminReady, expectFitFromPhone, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { startInput } from "#tests/fixtures/checkout.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { GOOD_CARD, goods, shop, sql, stockOf, stopBankClock, useShop } from "../steps.ts";

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

/** An order of four pieces for ₦5,000.00 each, paid with this card. */
async function paidOrder(number: string, cvv: string) {
  const product = await goods({ stock_quantity: 50 });
  const send = async (url: string | URL, body: unknown) => {
    const headers = { "Content-Type": "application/json" };
    return await (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const started = (await send(at("/checkout/start"), startInput([[product.id, 4]]))) as { payment: Payment };
  const { reference, access_code, authorization_url } = started.payment;
  const card = { action: "card", number, cvv, expiry: "12/40" };
  await send(new URL(`/checkout/${access_code}/act`, authorization_url), card);
  const found = () => sql<{ id: string }>("select id from orders where payment_reference = $1", [reference]);
  await expect.poll(async () => (await found()).length).toBe(1);
  return { id: (await found())[0]?.id ?? "", product };
}
type Payment = { reference: string; access_code: string; authorization_url: string };

test("an order is paid, refunded in part, cancelled with what goes back to stock, and reopened", async () => {
  const { id, product } = await paidOrder(...GOOD_CARD);
  const stock = () => stockOf(product.id);
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

test("a failed refund is on the order and on the board, can be sent again there, and the buyer gets a mail", async () => {
  const { id } = await paidOrder("4084 0800 0067 1803", "180");
  const page = await openAdmin(`/admin/orders/${id}?do=refund`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Another amount (₦)").fill("500");
  await dialog.getByLabel("Reason").fill("Goodwill");
  await dialog.getByLabel(/^Tell the customer/).check();
  await dialog.getByRole("button", { name: "Refund ₦500.00" }).click();
  await expectMessage(page, "Refund sent");
  const advance = stopBankClock();
  await advance(3 * 3_600);
  const status = () => sql("select status from payment_refunds where reason = 'Goodwill' order by created_at");
  await expect.poll(status).toEqual([{ status: "failed" }]);
  await page.goto(at(`/admin/orders/${id}`));
  await adminReady(page);
  await dialog.getByText("₦500.00 did not reach the buyer. The buyer was told.").waitFor();
  await dialog.getByText("Paid", { exact: true }).waitFor();
  await expectFitFromPhone(page);
  const told = () =>
    sql(
      `select data->>'message' as text from mails where order_id = $1 and kind = 'order_update' order by created_at, id`,
      [id],
    );
  expect(await told()).toEqual([
    { text: expect.stringContaining("We have sent ₦500.00 back to you.") },
    { text: expect.stringContaining("We wrote to you that ₦500.00 was on its way back to you.") },
  ]);
  await page.goto(at("/admin/payments"));
  await adminReady(page);
  await page.getByRole("heading", { name: "A refund failed" }).waitFor();
  await page.getByText("₦500.00 did not reach the buyer and is still here. The order stands.").waitFor();
  await expectFitFromPhone(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectMessage(page, "Refund sent");
  await advance(3 * 3_600);
  await expect.poll(async () => (await told()).length).toBe(4);
  // It failed again: the same money is still here, once.
  await page.goto(at(`/admin/orders/${id}`));
  await adminReady(page);
  await dialog.getByText("₦500.00 did not reach the buyer. The buyer was told.").waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(1);
});
