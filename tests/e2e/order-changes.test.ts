import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { openSignedIn } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { expectAccessible } from "../setup/axe.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const number = (id: string) => id.slice(0, 8).toUpperCase();
const card = (page: Page, id: string) => page.getByRole("article", { name: number(id) });
const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
/** Screen reader announcements: the live region exists before its first text. */
const changeMessages = (page: Page | Locator) => page.getByRole("status", { name: "Changes of your orders" });

test("a change has a quiet line that screen readers say, in the list and over it", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders", width: 360 });
  await isLive(page);
  expect(await changeMessages(page).innerText()).toBe("");
  const id = await makeOrder(shop.shop.database, person.id);
  await changeMessages(page)
    .getByText(`New order ${number(id)}: Processing.`)
    .waitFor();
  await setStatus(shop.shop.database, id, "shipped");
  await changeMessages(page)
    .getByText(`Order ${number(id)} is now Shipped.`)
    .waitFor();
  expect(await changeMessages(page).innerText()).toBe(`Order ${number(id)} is now Shipped.`);
  await expectAccessible(page);

  await card(page, id)
    .getByRole("link", { name: /View Details/ })
    .click();
  const dialog = page.getByRole("dialog", { name: number(id) });
  await dialog.getByText("Shipping information").waitFor();
  await setStatus(shop.shop.database, id, "delivered");
  await changeMessages(dialog)
    .getByText(`Order ${number(id)} is now Delivered.`)
    .waitFor();
});

// The state is announced, not each event: an order that changed twice while disconnected is announced once, with its
// current state.
test("several changes of one order during a break are one notice", async () => {
  const allow = [/Failed to load resource/, /Failed to fetch/];
  const { page, person } = await openSignedIn(shop, { path: null, allow });
  const [moved, other] = [
    await makeOrder(shop.shop.database, person.id),
    await makeOrder(shop.shop.database, person.id),
  ];
  await page.goto(`${shop.url}/profile/orders`);
  await isLive(page);
  await page.context().setOffline(true);
  await page.getByText("Reconnecting…").waitFor();
  await setStatus(shop.shop.database, moved, "shipped");
  await setStatus(shop.shop.database, other, "cancelled");
  await setStatus(shop.shop.database, moved, "delivered");
  await page.context().setOffline(false);
  await changeMessages(page).getByText("is now").waitFor();
  const sentences = (await changeMessages(page).innerText()).split(/(?<=\.) /).toSorted();
  expect(sentences).toEqual(
    [`Order ${number(moved)} is now Delivered.`, `Order ${number(other)} is now Cancelled.`].toSorted(),
  );
});

test("paging announces nothing", async () => {
  const { page, person } = await openSignedIn(shop, { path: null });
  for (let day = 1; day <= 21; day += 1) {
    await makeOrder(shop.shop.database, person.id, { created_at: new Date(Date.UTC(2026, 4, day)) });
  }
  await page.goto(`${shop.url}/profile/orders?page=2`);
  await isLive(page);
  await page.getByRole("link", { name: "Page 1" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBe(20);
  expect(await changeMessages(page).innerText()).toBe("");
});

test("an unknown order status is grey, an unknown payment status yellow", async () => {
  const { page, person } = await openSignedIn(shop, { path: null });
  const [odd, shipped] = [
    await makeOrder(shop.shop.database, person.id),
    await makeOrder(shop.shop.database, person.id, { order_status: "shipped" }),
  ];
  for (const name of ["order_status", "payment_status"]) {
    await shop.shop.database.sql(`alter table orders drop constraint if exists orders_${name}_check`);
  }
  await shop.shop.database.sql(
    "update orders set order_status = 'on hold', payment_status = 'chargeback' where id = $1",
    [odd],
  );
  await page.goto(`${shop.url}/profile/orders?order=${odd}`);
  const colour = (text: string, where = page.locator("body")) =>
    where
      .getByText(text, { exact: true })
      .first()
      .evaluate((badge) => getComputedStyle(badge).backgroundColor);
  const dialog = page.getByRole("dialog", { name: number(odd) });
  await dialog.getByText("on hold", { exact: true }).waitFor();
  const yellow = await colour("Shipped", card(page, shipped));
  expect(await colour("Chargeback", dialog)).toBe(yellow);
  const grey = ((await colour("on hold", dialog)).match(/\d+/g) ?? []).map(Number);
  expect(grey).toHaveLength(3);
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(20);
  expect(await colour("on hold", dialog)).not.toBe(yellow);
});
