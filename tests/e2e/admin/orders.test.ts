import { beforeAll, beforeEach, expect, test } from "vitest";
import { adminReady, expectFitFromPhone, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { makePerson, signInPage } from "#tests/fixtures/customers.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { shop, sql, useShop } from "../steps.ts";

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

test("a new order stands in the open list and the menu by itself, also while a form over the list was open; it is moved there with its message, and the customer's open page shows it", async () => {
  await sql("update orders set order_status = 'delivered'");
  const ada = await makePerson(shop());
  const hers = await newPage();
  await signInPage(hers, shop(), ada);
  await hers.goto(at("/profile/orders"));
  await hers.getByText("Live", { exact: true }).waitFor();

  const page = await openAdmin("/admin/orders");
  const rowOf = (id: string) => page.getByRole("row", { name: short(id) });
  const one = await makeOrder(shop().shop.database, null);
  await rowOf(one).waitFor();
  await expectMessage(page, "New order", `Order ${short(one)}`);
  const link = page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: /^Orders/ });
  await expect.poll(() => link.innerText()).toMatch(/^Orders\s+1\s+to pack$/);
  await page.getByRole("link", { name: `View order ${short(one)}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Timeline").waitFor();
  const id = await makeOrder(shop().shop.database, ada.id, { customer_email: ada.email });
  await expect.poll(() => link.innerText()).toMatch(/^Orders\s+2\s+to pack$/);
  await page.keyboard.press("Escape");
  await rowOf(id).waitFor();
  const bell = page.getByRole("switch", { name: "Sound for new orders" });
  expect(await bell.getAttribute("aria-checked")).toBe("false");
  await bell.click();
  await page.reload();
  await adminReady(page);
  await expect.poll(() => bell.getAttribute("aria-checked")).toBe("true");

  const status = page.getByLabel(`Status of order ${short(id)}`);
  await status.selectOption("shipped");
  await dialog.getByText("Tell the customer").waitFor();
  expect(await dialog.getByLabel("Message").inputValue()).toBe(`Your order ${short(id)} is on its way to you.`);
  await dialog.getByLabel("Message").fill("It left with the 9:00 bus.");
  await dialog.getByRole("button", { name: "Set to Shipped" }).click();
  await expectMessage(page, "Status updated", "Order status has been updated to shipped. The customer gets a mail.");
  await hers.getByText(`Order ${short(id)} is now Shipped.`).waitFor();
  expect(await sql("select data->>'message' as message from mails where order_id = $1", [id])).toEqual([
    { message: "It left with the 9:00 bus." },
  ]);
});

test("a message of a dialog stands above it, and the dialog shows another admin's change", async () => {
  const id = await makeOrder(shop().shop.database, null, { order_status: "shipped" });
  const page = await openAdmin(`/admin/orders?q=${short(id)}`, { width: 360 });
  await page.getByLabel(`Status of order ${short(id)}`).selectOption("processing");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It is Shipped now.").waitFor();
  await sql("update orders set order_status = 'delivered' where id = $1", [id]);
  await dialog.getByRole("button", { name: "Set to Processing" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/^Another admin set this order to Delivered meanwhile/)
    .waitFor();
  await dialog.getByText("It is Delivered now.").waitFor();
  const close = page.getByRole("button", { name: "Close message" });
  await expect
    .poll(() =>
      close
        .evaluate((cross) => {
          const { x, y, width, height } = cross.getBoundingClientRect();
          return cross.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .catch(() => false),
    )
    .toBe(true);
  await dialog.getByRole("button", { name: "Set to Processing" }).click();
  await expectMessage(page, "Status updated");
});

test("by keyboard every status can be reached, and Enter asks and confirms, also for several orders; a failed list shows an error", async () => {
  const customer_name = `Bulk Buyer ${crypto.randomUUID().slice(0, 8)}`;
  const id = await makeOrder(shop().shop.database, null, { customer_name });
  await makeOrder(shop().shop.database, null, { customer_name });
  const failing = [/500 \(Internal Server Error\)/, /Unexpected Server Error/];
  const page = await openAdmin(`/admin/orders?q=${short(id)}`, { allow: [...REFUSED, ...failing] });
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  const status = page.getByLabel(`Status of order ${short(id)}`);
  await status.press("ArrowDown");
  await page.getByText("Enter to set").waitFor();
  const dialog = page.getByRole("dialog");
  expect(await dialog.count()).toBe(0);
  await status.press("ArrowDown");
  expect(await status.inputValue()).toBe("delivered");
  await page.keyboard.press("Enter");
  const button = dialog.getByRole("button", { name: "Set to Delivered" });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expectMessage(page, "Status updated", "Order status has been updated to delivered.");

  await page.goto(at(`/admin/orders?q=${encodeURIComponent(customer_name)}`));
  await adminReady(page);
  await page.getByLabel("All on this page").check();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Set status" }).click();
  await dialog.getByText("Tell 2 customers").waitFor();
  const set = dialog.getByRole("button", { name: "Set 2 orders to Shipped" });
  await expect.poll(() => set.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expectMessage(page, "Status updated");
  expect(await sql("select distinct order_status from orders where customer_name = $1", [customer_name])).toEqual([
    { order_status: "shipped" },
  ]);
  // The keys are loaded after the page.
  const isAtRow = async () => {
    await page.keyboard.press("j");
    return await page.evaluate(() => document.activeElement?.hasAttribute("data-row-link"));
  };
  await expect.poll(isAtRow).toBe(true);
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("b");
  await page.locator('select[aria-label="New status"]:focus').waitFor();
  for (const _ of ["Set status", "Send goods", "Packing slips"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Print/ }).waitFor();

  for (const [table, path, title] of [
    ["orders", "/admin/orders", "Error loading orders"],
    ["profiles", "/admin/customers", "Error loading customers"],
  ] as const) {
    await sql(`alter table ${table} rename to ${table}_away`);
    try {
      await page.goto(at(path));
      await expectMessage(page, title);
    } finally {
      await sql(`alter table ${table}_away rename to ${table}`);
    }
  }
});

test("an order, several orders, payments, failures, customers and slips fit and are accessible at both widths", async () => {
  const long = { customer_name: "Chukwuemeka Nwachukwu-Okonkwo Olorunfemi", total_amount_kobo: 99_999_999_900 };
  const ada = await makePerson(shop());
  const id = await makeOrder(shop().shop.database, ada.id, {
    ...long,
    discount_kobo: 0,
    items: [
      {
        name: "A very long name of goods that goes on and on, 50 kg bag, red",
        price_kobo: 99_999_999_900,
        quantity: 1,
      },
    ],
  });
  await sql(
    `insert into mails (kind, to_address, tries, last_error) values
     ('order_confirmation', 'a.very.long.address.of.somebody@company.example.com', 12, 'connect ECONNREFUSED 127.0.0.1:1025')`,
  );
  const gone = await makeOrder(shop().shop.database, null, { ...long, order_status: "cancelled" });
  const page = await newPage({ allow: REFUSED, width: 360 });
  await signInPage(page, shop(), boss);
  for (const path of [
    `/admin/orders/${id}?q=${short(id)}`,
    `/admin/orders/${id}?q=${short(id)}&do=cancel`,
    `/admin/orders/bulk?q=${short(id)}&id=${id}&id=${gone}&set=processing`,
    "/admin/payments",
    "/admin/failures",
    `/admin/customers?q=${ada.email}`,
    `/admin/customers/${ada.id}?q=${ada.email}`,
  ]) {
    await page.goto(at(path));
    await adminReady(page);
    await expectFitFromPhone(page);
  }
  await page.goto(at(`/admin/orders/slips?id=${id}`));
  await page.getByRole("button", { name: /^Print/ }).waitFor();
  await expectFitFromPhone(page);
});
