import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lagosDay } from "#app/lib/dates.ts";
import type { RunningShop } from "#server/start.server.ts";
import { expectFit, expectFitAtBothWidths, expectNoOverflow } from "../fixtures/browser-admin.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { expectToast, openSignedIn, profileReady } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { makeCustomer, signedIn } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { SHOPPER } from "./steps.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
  // Goods arrive on every day, so that a promised one is never a free one.
  await sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
});
afterAll(() => shop.close());

const sql = (text: string) => shop.shop.database.sql(text);
const ITEMS = [
  { name: "Long Grain Parboiled Rice, 50 kg bag", price_kobo: 7_850_000, quantity: 12 },
  { name: "Groundnut Oil, 25 L keg", price_kobo: 6_400_000, quantity: 4 },
  { name: "Tomato Paste 70 g, carton of 50 sachets", price_kobo: 1_125_050, quantity: 30 },
  { name: "Superduperextraordinarylongunbrokenproductnm", price_kobo: 785_000_000, quantity: 1200 },
];
const DELIVERY = { delivery_kind: "door", delivery_text: "Door delivery: Our vans", state_code: "LA" };
const order = (id: string | null, more: Parameters<typeof makeOrder>[2] = {}) =>
  makeOrder(shop.shop.database, id, { items: ITEMS, ...more });
const number = (id: string) => id.slice(0, 8).toUpperCase();
const card = (page: Page, id: string) => page.getByRole("article", { name: number(id) });
const dialog = (page: Page, id: string) => page.getByRole("dialog", { name: number(id) });
/** Screen reader announcements: the live region exists before its first text. */
const changeMessages = (page: Page | Locator) => page.getByRole("status", { name: "Changes of your orders" });
const openDetails = (page: Page, id: string) =>
  card(page, id)
    .getByRole("link", { name: /View Details/ })
    .click();
const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000));
const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();

/** Marks the document, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset["mark"] = "same"));
const isSame = (page: Page) => page.evaluate(() => document.body.dataset["mark"] === "same");

test("the first order appears and its changes show without a reload, a late one's new date too, in the list and in open details, which Back, Escape and a button close; who was signed out elsewhere comes to the login", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile/orders", allow: [/401/] });
  await isLive(page);
  await page.getByRole("heading", { name: "No Orders Yet" }).waitFor();
  await expectFit(page);
  expect(await changeMessages(page).innerText()).toBe("");
  await mark(page);
  const id = await order(person.id, { ...DELIVERY, promised_from: inDays(-3), promised_to: inDays(-2) });
  await changeMessages(page)
    .getByText(`New order ${number(id)}: Processing.`)
    .waitFor();
  await card(page, id).getByText("Processing").waitFor();
  await setStatus(shop.shop.database, id, "shipped");
  await card(page, id).getByText("Shipped").waitFor();
  await expect.poll(() => changeMessages(page).innerText()).toBe(`Order ${number(id)} is now Shipped.`);
  const others: string[] = [];
  for (const order_status of ["processing", "delivered", "cancelled"])
    others.push(await order(person.id, { order_status, created_at: new Date(Date.UTC(2026, 8 + others.length, 28)) }));
  for (const other of others) await card(page, other).waitFor();
  await expectFitAtBothWidths(page);

  await openDetails(page, id);
  const details = dialog(page, id);
  await details.getByText("Shipping information").waitFor();
  expect(new URL(page.url()).searchParams.get("order")).toBe(id);
  const words = (await details.innerText()).replaceAll("\u00a0", " ");
  for (const part of ["Paystack", "Paid", "12 Allen Avenue", "₦9,421,535,515.00", ...ITEMS.map(({ name }) => name)])
    expect(words).toContain(part);
  await expectFitAtBothWidths(page);
  await atBothWidths(page, async () => {
    expect(await details.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });
  await details.getByText("This order is late: it was promised by").waitFor();
  const packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  await packer.form(`/admin/orders/${id}`, { intent: "promise", promised_to: inDays(2), seen: inDays(-2) });
  await details.getByText("will now arrive by").waitFor();
  await setStatus(shop.shop.database, id, "delivered");
  await details.getByText("Delivered", { exact: true }).waitFor();
  await changeMessages(details)
    .getByText(`Order ${number(id)} is now Delivered.`)
    .waitFor();
  await sql(`update orders set payment_status = 'refunded', refunded_kobo = total_amount_kobo where id = '${id}'`);
  await details.getByText("Refunded").waitFor();

  await page.goBack();
  await details.waitFor({ state: "hidden" });
  await page.goForward();
  await details.getByText("Delivered", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expect.poll(() => card(page, id).getByText("Delivered", { exact: true }).count()).toBe(1);
  expect(await isSame(page)).toBe(true);

  const [other = ""] = others;
  await page.goto(`${shop.url}/profile/orders?order=${other}`);
  await dialog(page, other).getByText("Order information").waitFor();
  await dialog(page, other).getByRole("button", { name: "Close" }).click();
  await dialog(page, other).waitFor({ state: "hidden" });
  await page.waitForURL(`${shop.url}/profile/orders`);

  await sql(`delete from sessions where user_id = '${person.id}'`);
  await setStatus(shop.shop.database, other, "shipped");
  await page.waitForURL("**/login");
  await expect.poll(() => page.innerText("body")).not.toContain(number(other));
});

test("changes during a broken connection are shown after reconnecting, several of one order as one notice; details that failed to load do not open then", async () => {
  const allow = [/Failed to load resource/, /Failed to fetch/];
  const { page, person } = await openSignedIn(shop, { path: null, allow });
  const [moved, other] = [await order(person.id), await order(person.id)];
  await page.goto(`${shop.url}/profile/orders`);
  await isLive(page);
  await mark(page);
  // The toast library is loaded at the first touch.
  const messages = page.waitForResponse(/toaster-view/);
  await page.getByRole("heading", { level: 1 }).click();
  await messages;
  await page.context().setOffline(true);
  await page.getByText("Reconnecting…").waitFor();
  await openDetails(page, moved);
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  await page.waitForURL(`${shop.url}/profile/orders`);
  await setStatus(shop.shop.database, moved, "shipped");
  await setStatus(shop.shop.database, other, "cancelled");
  await setStatus(shop.shop.database, moved, "delivered");
  await page.context().setOffline(false);
  await changeMessages(page).getByText("is now").waitFor();
  const sentences = (await changeMessages(page).innerText()).split(/(?<=\.) /).toSorted();
  expect(sentences).toEqual(
    [`Order ${number(moved)} is now Delivered.`, `Order ${number(other)} is now Cancelled.`].toSorted(),
  );
  await card(page, other).getByText("Cancelled").waitFor();
  await isLive(page);
  expect(await isSame(page)).toBe(true);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("Failed to load your orders and Failed to load order details: while the database or the line fails this is said, and a list that is there stays", async () => {
  const allow = [/Failed to load resource/, /Unexpected Server Error/, /Unable to decode/];
  const { page, person } = await openSignedIn(shop, { allow });
  const id = await order(person.id);
  await profileReady(page);
  const failed = [
    ["Error", "Failed to load your orders. Please try again."],
    ["Error", "Failed to load order details. Please try again."],
  ] as const;
  await sql("alter table order_items rename to lost");
  try {
    await page.getByRole("link", { name: "My Orders" }).first().click();
    await expectToast(page, ...failed[0]);
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  } finally {
    await sql("alter table lost rename to order_items");
  }
  await sql("alter table order_items rename column product_price_kobo to lost");
  try {
    expect((await page.goto(`${shop.url}/profile/orders?order=${id}`))?.status()).toBe(500);
    await expectToast(page, ...failed[1]);
    await card(page, id).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  } finally {
    await sql("alter table order_items rename column lost to product_price_kobo");
  }
  await isLive(page);
  await page.context().route("**/profile/orders.data*", (route) => route.abort());
  await setStatus(shop.shop.database, id, "shipped");
  await expectToast(page, ...failed[0]);
  expect(await card(page, id).count()).toBe(1);
  await openDetails(page, id);
  await expectToast(page, ...failed[1]);
  await dialog(page, id).waitFor({ state: "hidden" });
  expect(await card(page, id).count()).toBe(1);
});

test("paging announces nothing; at 360 px the details of an order keep their height after loading, and can be closed at their end", async () => {
  const { page, person } = await openSignedIn(shop, { width: 360, path: null });
  for (let day = 1; day <= 20; day += 1) await order(person.id, { created_at: new Date(Date.UTC(2026, 4, day)) });
  const items = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `Rice ${n}`, price_kobo: 100_000, quantity: n }));
  const id = await order(person.id, { items, created_at: new Date(Date.UTC(2026, 5, 1)) });
  await page.goto(`${shop.url}/profile/orders?page=2`);
  await isLive(page);
  await page.getByRole("link", { name: "Page 1" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBe(20);
  expect(await changeMessages(page).innerText()).toBe("");

  const answer = Promise.withResolvers<void>();
  await page.route("**/orders.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openDetails(page, id);
  const details = page.getByRole("dialog");
  await details.getByRole("status", { name: "Loading" }).waitFor();
  const height = () => details.evaluate((one) => one.scrollHeight);
  const loading = await height();
  answer.resolve();
  await details.getByText("Rice 6").waitFor();
  expect(Math.abs((await height()) - loading)).toBeLessThan(60);
  await details.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await details.getByText("Total", { exact: true }).waitFor();
  const isInWindow = (one: Element) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  expect(await details.getByRole("button", { name: "Close" }).evaluate(isInWindow)).toBe(true);
  await details.getByRole("button", { name: "Close" }).click();
  await details.waitFor({ state: "hidden" });
});

test("Reorder fills the cart at today's terms and says what is gone or changed, until it is closed or loaded again; a receipt is printed without the page's links", async () => {
  const { page, person } = await openSignedIn(shop, { ...SHOPPER, width: 360, path: null });
  const product = (more: object) => makeProduct(shop.shop.db, { price_kobo: 500_000, stock_quantity: 50, ...more });
  const [same, dearer, gone] = [
    await product({}),
    await product({ price_kobo: 600_000 }),
    await product({ stock_quantity: 0 }),
  ];
  const line = ({ id, name }: { id: string; name: string }) => ({
    product_id: id,
    name,
    price_kobo: 500_000,
    quantity: 4,
  });
  const id = await makeOrder(shop.shop.database, person.id, {
    items: [line(same), line(dearer), line(gone), { name: "Old lamp", price_kobo: 100, quantity: 1 }],
  });
  await page.goto(`${shop.url}/profile/orders`);
  await card(page, id)
    .getByRole("button", { name: /^Reorder/ })
    .click();
  await page.getByText(`2 of 4 products of order #${number(id)} are in your cart.`).waitFor();
  for (const text of [
    `${dearer.name}: Price changed from ₦5,000.00 to ₦6,000.00.`,
    `${gone.name}: Out of stock.`,
    "Old lamp: no longer sold.",
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole("link", { name: "Cart, 8 items" }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: `Remove ${same.name}` }).waitFor();
  await page.getByRole("link", { name: "Cart, 8 items" }).waitFor();
  expect(await page.getByText("Old lamp: no longer sold.").count()).toBe(0);

  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Reorder/ })
    .click();
  await page.getByText("Old lamp: no longer sold.").waitFor();
  await page.getByRole("button", { name: "Close message about the reorder" }).click();
  await page.getByText("Old lamp: no longer sold.").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Cart, 16 items" }).waitFor();

  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  await page.getByRole("dialog").getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("heading", { name: "Receipt" }).waitFor();
  await expectNoOverflow(page);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "My Orders" }).isVisible()).toBe(false);
  await page.getByRole("columnheader", { name: "Unit price" }).waitFor();
});
