import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { expectToast, makePerson, openSignedIn, profileReady } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const FAILING = { allow: [/Failed to load resource/, /Unexpected Server Error/, /Unable to decode/] };
const sql = (text: string) => shop.shop.database.sql(text);
const ITEMS = [
  { name: "Long Grain Parboiled Rice, 50 kg bag", price_kobo: 7_850_000, quantity: 12 },
  { name: "Groundnut Oil, 25 L keg", price_kobo: 6_400_000, quantity: 4 },
  { name: "Tomato Paste 70 g, carton of 50 sachets", price_kobo: 1_125_050, quantity: 30 },
];
const order = (id: string | null, more: Parameters<typeof makeOrder>[2] = {}) =>
  makeOrder(shop.shop.database, id, { items: ITEMS, ...more });
const number = (id: string) => id.slice(0, 8).toUpperCase();
const card = (page: Page, id: string) => page.getByRole("article", { name: number(id) });
const dialog = (page: Page, id: string) => page.getByRole("dialog", { name: number(id) });
const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();

/** Marks the document, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset["mark"] = "same"));
const isSame = (page: Page) => page.evaluate(() => document.body.dataset["mark"] === "same");

test("a customer without orders is shown the way to the goods", async () => {
  const { page } = await openSignedIn(shop, { path: "/profile/orders" });
  await page.getByRole("heading", { name: "No Orders Yet" }).waitFor();
  await page.getByRole("link", { name: "Browse Products" }).click();
  await page.waitForURL("**/products");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).not.toBe("My Orders");
});

test("the first order appears, and its changes show, without a reload", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders" });
  await isLive(page);
  await mark(page);
  const id = await order(person.id);
  await card(page, id).getByText("Processing").waitFor();
  await setStatus(shop.shop.database, id, "shipped");
  await card(page, id).getByText("Shipped").waitFor();
  expect(await isSame(page)).toBe(true);
});

test("an open dialog follows its order; Back, Escape and the button close it, a link opens it", async () => {
  const { page, person } = await openSignedIn(shop);
  const [id, other] = [await order(person.id), await order(person.id)];
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await isLive(page);
  await mark(page);

  await card(page, id)
    .getByRole("link", { name: /View Details/ })
    .click();
  await dialog(page, id).getByText("Shipping information").waitFor();
  expect(new URL(page.url()).searchParams.get("order")).toBe(id);
  const words = (await dialog(page, id).innerText()).replaceAll("\u00a0", " ");
  for (const part of ["Paystack", "Paid", "12 Allen Avenue", "₦1,535,515.00", ...ITEMS.map(({ name }) => name)]) {
    expect(words).toContain(part);
  }
  await setStatus(shop.shop.database, id, "delivered");
  await dialog(page, id).getByText("Delivered", { exact: true }).waitFor();
  await shop.shop.database.sql(
    "update orders set payment_status = 'refunded', refunded_kobo = total_amount_kobo where id = $1",
    [id],
  );
  await dialog(page, id).getByText("Refunded").waitFor();

  await page.goBack();
  await dialog(page, id).waitFor({ state: "hidden" });
  await page.goForward();
  await dialog(page, id).getByText("Delivered", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page, id).waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expect.poll(() => card(page, id).getByText("Delivered", { exact: true }).count()).toBe(1);
  expect(await isSame(page)).toBe(true);

  await page.goto(`${shop.url}/profile/orders?order=${other}`);
  await dialog(page, other).getByText("Order information").waitFor();
  await dialog(page, other).getByRole("button", { name: "Close" }).click();
  await dialog(page, other).waitFor({ state: "hidden" });
  await page.waitForURL(`${shop.url}/profile/orders`);
});

test("a change during a broken connection is shown after reconnecting", async () => {
  const allow = [/Failed to load resource/, /Failed to fetch/];
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders", allow });
  const id = await order(person.id);
  await card(page, id).getByText("Processing").waitFor();
  await mark(page);
  await page.context().setOffline(true);
  await page.getByText("Reconnecting…").waitFor();
  await setStatus(shop.shop.database, id, "cancelled");
  await page.context().setOffline(false);
  await card(page, id).getByText("Cancelled").waitFor();
  await isLive(page);
  expect(await isSame(page)).toBe(true);
});

test("details that fail to load are reported, and the list stays", async () => {
  const { page, person } = await openSignedIn(shop, { path: null, allow: [/Failed to load resource/] });
  const id = await order(person.id);
  await page.goto(`${shop.url}/profile/orders`);
  await isLive(page);
  await page.context().route("**/profile/orders.data*", (route) => route.abort());
  await setStatus(shop.shop.database, id, "shipped");
  await expectToast(page, "Error", "Failed to load your orders. Please try again.");
  expect(await card(page, id).count()).toBe(1);
  await card(page, id)
    .getByRole("link", { name: /View Details/ })
    .click();
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  await dialog(page, id).waitFor({ state: "hidden" });
  expect(await card(page, id).count()).toBe(1);
});

test("details that failed to load do not open after reconnecting", async () => {
  const allow = [/Failed to load resource/, /Failed to fetch/];
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders", allow });
  const id = await order(person.id);
  await card(page, id).waitFor();
  // The toast library is loaded at the first touch.
  const messages = page.waitForResponse(/toaster-view/);
  await page.getByRole("heading", { level: 1 }).click();
  await messages;
  await page.context().setOffline(true);
  await page.getByText("Reconnecting…").waitFor();
  await card(page, id)
    .getByRole("link", { name: /View Details/ })
    .click();
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  await page.waitForURL(`${shop.url}/profile/orders`);
  await setStatus(shop.shop.database, id, "shipped");
  await page.context().setOffline(false);
  await isLive(page);
  await card(page, id).getByText("Shipped").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("another person's order is not found and shows nothing of it", async () => {
  const { page } = await openSignedIn(shop, { path: null, allow: [/404/] });
  const theirs = await order((await makePerson(shop)).id);
  const answer = await page.goto(`${shop.url}/profile/orders?order=${theirs}`);
  expect(answer?.status()).toBe(404);
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  expect(await page.getByRole("dialog", { name: number(theirs) }).count()).toBe(0);
  const json = await page.goto(`${shop.url}/profile/orders/${theirs}`);
  expect(json?.status()).toBe(404);
  expect(await page.innerText("body")).not.toContain("Allen Avenue");
});

test("a user signed out on another device is redirected to the login, and gets no more events", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders", allow: [/401/] });
  const id = await order(person.id);
  await card(page, id).waitFor();
  await shop.shop.database.sql("delete from sessions where user_id = $1", [person.id]);
  await setStatus(shop.shop.database, id, "shipped");
  await page.waitForURL("**/login");
  await expect.poll(() => page.innerText("body")).not.toContain(number(id));
});

test("works before any script: details and pages are links", async () => {
  const { page, person } = await openSignedIn(shop, { path: null, javaScriptEnabled: false });
  const ids = [];
  for (let day = 1; day <= 21; day += 1) {
    ids.push(await order(person.id, { id: randomUUID(), created_at: new Date(Date.UTC(2026, 4, day)) }));
  }
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByText("May 21, 2026").waitFor();
  expect(await page.getByText("Connecting…").isVisible()).toBe(false);
  expect(await page.getByRole("article").count()).toBe(20);
  await page.getByRole("link", { name: "Page 2" }).click();
  const oldest = ids[0]!;
  await card(page, oldest)
    .getByRole("link", { name: /View Details/ })
    .click();
  await page.getByRole("heading", { name: "Shipping information" }).waitFor();
  await page.getByRole("link", { name: "Close" }).click();
  expect(page.url()).toBe(`${shop.url}/profile/orders?page=2`);
  expect(await page.getByRole("heading", { name: "Shipping information" }).count()).toBe(0);
});

test("the empty state, the list and the details are accessible and fit the window at both widths", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders" });
  await isLive(page);
  await expectFitAtBothWidths(page);
  const ids = [];
  for (const [n, order_status] of ["processing", "shipped", "delivered", "cancelled"].entries()) {
    const created_at = new Date(Date.UTC(2026, 8 + n, 28));
    ids.push(await order(person.id, { order_status, created_at }));
  }
  await card(page, ids[3]!).waitFor();
  await expectFitAtBothWidths(page);
  await card(page, ids[1]!)
    .getByRole("link", { name: /View Details/ })
    .click();
  await dialog(page, ids[1]!).getByText("Order information").waitFor();
  await expectFitAtBothWidths(page);
});

const isInWindow = (one: Element) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

test("an order with a very long word does not scroll sideways, at both widths", async () => {
  const { page, person } = await openSignedIn(shop, { path: null });
  const word = "Superduperextraordinarylongunbrokenproductnm";
  const id = await makeOrder(shop.shop.database, person.id, {
    items: [{ name: word, price_kobo: 785_000_000, quantity: 1200 }],
  });
  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  const details = page.getByRole("dialog");
  await details.getByText(word).waitFor();
  const over = (one: Element) => one.scrollWidth - one.clientWidth;
  await atBothWidths(page, async () => {
    expect(await details.evaluate(over)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("at 360 px the details of an order keep their height after loading, and can be closed at their end", async () => {
  const { page, person } = await openSignedIn(shop, { width: 360 });
  const items = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `Rice ${n}`, price_kobo: 100_000, quantity: n }));
  await order(person.id, { items });
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByText("Live", { exact: true }).waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route("**/orders.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: /View Details/ }).click();
  const details = page.getByRole("dialog");
  await details.getByRole("status", { name: "Loading" }).waitFor();
  const height = () => details.evaluate((one) => one.scrollHeight);
  const loading = await height();
  answer.resolve();
  await details.getByText("Rice 6").waitFor();
  expect(Math.abs((await height()) - loading)).toBeLessThan(60);
  await details.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await details.getByText("Total", { exact: true }).waitFor();
  expect(await details.getByRole("button", { name: "Close" }).evaluate(isInWindow)).toBe(true);
  await details.getByRole("button", { name: "Close" }).click();
  await details.waitFor({ state: "hidden" });
});

test("Failed to load your orders and Failed to load order details: the database fails", async () => {
  const { page, person } = await openSignedIn(shop, FAILING);
  const id = await order(person.id);
  await profileReady(page);
  try {
    await sql("alter table order_items rename to lost");
    await page.getByRole("link", { name: "My Orders" }).first().click();
    await expectToast(page, "Error", "Failed to load your orders. Please try again.");
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    expect((await page.goto(`${shop.url}/profile/orders`))?.status()).toBe(500);
    await expectToast(page, "Error", "Failed to load your orders. Please try again.");
  } finally {
    await sql("alter table lost rename to order_items");
  }
  try {
    await sql("alter table order_items rename column product_price_kobo to lost");
    expect((await page.goto(`${shop.url}/profile/orders?order=${id}`))?.status()).toBe(500);
    await expectToast(page, "Error", "Failed to load order details. Please try again.");
    await card(page, id).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  } finally {
    await sql("alter table order_items rename column lost to product_price_kobo");
  }
});
