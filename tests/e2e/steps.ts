import type { BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { DEFAULT_TIME_SCALE } from "#sandbox/paystack/clock.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct, type NewProduct, type Product } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { expectMessage } from "../setup/messages.ts";
import { testShop } from "../setup/shop.ts";

type PageOptions = Parameters<typeof newPage>[0];

export const PHONE = 360;
/** For the second half of a flow that begins on a phone: both layouts are used, in one flow. */
export const WIDE = { width: 1280, height: 800 };

let running: RunningShop | null = null;

/** One shop with 400 demo products for the calling file. Rate limits are reset before every test. */
export function useShop(): void {
  beforeAll(async () => {
    running = await testShop({ products: 400 });
  });
  beforeEach(() => shop().shop.database.sql("delete from rate_limits"));
  afterAll(() => running?.close());
}

export function shop(): RunningShop {
  if (!running) throw new Error("useShop() was not called, or the shop did not start");
  return running;
}

/** Plain SQL on the shop's database. */
export async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await shop().shop.database.sql(text, values)).rows as Row[];
}

/** A product for one test only. Prices in kobo. */
export function goods(overrides: Partial<NewProduct> = {}): Promise<Product> {
  return makeProduct(shop().shop.db, { price_kobo: 500_000, stock_quantity: 500, ...overrides });
}

/** Changes columns of a product, as another user would meanwhile. */
export async function change(product: Product, changes: Record<string, number>): Promise<void> {
  const columns = Object.keys(changes).map((name, index) => `${name} = $${index + 2}`);
  await sql(`update products set ${columns.join(", ")} where id = $1`, [product.id, ...Object.values(changes)]);
}

/** Opens `path` in a new profile, like a typed address, and waits for hydration. */
export async function visit(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await go(page, path);
  return page;
}

/** The same in an open page. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${shop().url}${path}`);
  await usable(page);
}

/** The menu becomes a button after hydration; on a wide screen it exists but is hidden. */
export async function usable(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu", exact: true, includeHidden: true }).waitFor({ state: "attached" });
}

/** The visible one of several such elements: phones and wide screens have their own. */
export function seen(locator: Locator): Locator {
  return locator.filter({ visible: true });
}

export function toasts(page: Page): Locator {
  return page.getByRole("region", { name: /^Messages/ });
}

/** Waits for the next such toast. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expectMessage(page, title, text);
}

export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: typeof name === "string" }).waitFor();
}

/** The heading of a product page: a card or suggestion has the name of its group, the page that of the variant. */
export function beginningWith(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)}`);
}

/** Waits until the address's path and query are `path`. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().replace(shop().url, "")).toBe(path);
}

export async function expectCartCount(page: Page, count: number): Promise<void> {
  const name = count === 0 ? "Cart, empty" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  await page.getByRole("link", { name, exact: true }).waitFor();
}

type Line = { product: Product; quantity: number };

/** A stored cart line, with its price in naira; `overrides` are a visitor's manipulations. */
export function storedLine({ product, quantity }: Line, overrides: Record<string, unknown> = {}): object {
  const { id, name, slug, unit, min_order, stock_quantity, price_kobo, discount_price_kobo, images } = product;
  const price = (discount_price_kobo ?? price_kobo) / 100;
  const image = images[0] ?? null;
  return { id, name, slug, unit, min_order, image, quantity, stock: stock_quantity, price, ...overrides };
}

/** A browser with `entries` in its local storage: strings unchanged, other values as a store writes them. */
export function storage(entries: Record<string, unknown>): { storageState: BrowserContextOptions["storageState"] } {
  const localStorage = Object.entries(entries).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify({ state: value, version: 0 }),
  }));
  return { storageState: { cookies: [], origins: [{ origin: shop().url, localStorage }] } };
}

/** With animations and transitions, which visitors see unless their system asks for less motion. */
export const MOVING = { reducedMotion: "no-preference" } as const;

/** A shopper's browser: with the service worker, which answers pages. `storage` and most other pages go without. */
export const SHOPPER = { serviceWorkers: "allow" } as const;

/** A shopper's browser with a cart, in which the provider's window was used last. */
export function withCart(...lines: Line[]): ReturnType<typeof storage> & typeof SHOPPER {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    ...storage({
      "cart-storage": { items: lines.map((line) => storedLine(line)), count },
      "checkout-channel": "popup",
    }),
    ...SHOPPER,
  };
}

/** Waits until the service worker answers the page's requests; it is registered once the page has been read a while. */
export async function underWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** A unique address and number: unpaid holds are limited per contact. */
export function newContact(): { name: string; email: string; phone: string } {
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1));
  const digits = String(serial % 10_000_000).padStart(7, "0");
  const phone = `0803 ${digits.slice(0, 3)} ${digits.slice(3)}`;
  return { name: "Adaeze Obi", email: `adaeze-${crypto.randomUUID().slice(0, 8)}@example.com`, phone };
}

/** Fills in the form and chooses the provider's window, or leaves the way to pay that the page proposes. */
export async function fillShipping(
  page: Page,
  { name, email, phone }: ReturnType<typeof newContact>,
  way: "window" | "proposed" = "window",
): Promise<void> {
  const form = page.getByRole("group", { name: "Shipping information" });
  await form.getByLabel("Full name").fill(name);
  await form.getByLabel("Email").fill(email);
  await form.getByLabel(/^Phone/).fill(phone);
  await form.getByLabel("Address").fill("12 Allen Avenue");
  await form.getByLabel("City").fill("Ikeja");
  await form.getByLabel("State").selectOption("Lagos");
  if (way === "window") await chooseWindow(page);
}

/** Chooses the provider's window; a bank transfer is proposed first. */
export async function chooseWindow(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /^Card or USSD/ }).check();
}

export function payButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Pay ₦/ });
}

/** Opens checkout with one product of ₦5,000.00 in the cart, with a stock of 50. */
export async function atCheckout(quantity = 3, options: PageOptions = {}) {
  const product = await goods({ stock_quantity: 50 });
  const page = await visit("/checkout", { ...withCart({ product, quantity }), ...options });
  return { page, product, buyer: newContact(), popup: popupOf(page) };
}

/** Opens checkout and the popup. */
export async function atPopup(quantity = 3, options: PageOptions = {}) {
  const checkout = await atCheckout(quantity, options);
  await fillShipping(checkout.page, checkout.buyer);
  await payButton(checkout.page).click();
  await checkout.popup.getByRole("tab", { name: "Card" }).waitFor();
  return checkout;
}

/** The provider's popup, a frame of another origin. */
export function popupOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[src*="/popup"]');
}

/** Enters a test card into the provider's form, on its page or in the popup, and pays. */
export async function payByCard(form: Page | FrameLocator, number: string, cvv: string): Promise<void> {
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiry").fill("12/40");
  await form.getByLabel("CVV").fill(cvv);
  await form.getByRole("button", { name: /^Pay ₦/ }).click();
}

export const GOOD_CARD = ["4084 0840 8408 4081", "408"] as const;
export const DECLINED_CARD = ["4084 0800 0000 5408", "001"] as const;

/** The page of a paid order; polls are up to 30 s apart. */
export async function expectOrderPage(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Thank you for your order" }).waitFor({ timeout: 90_000 });
  await page.getByText("Processing", { exact: true }).waitFor();
}

/**
 * Stops the provider's clock for the running test: transfers and late webhooks happen when the returned function
 * advances schedule time, independent of the test's duration.
 */
export function stopBankClock(): (seconds: number) => Promise<void> {
  const paystack = shop().demo?.paystack;
  if (!paystack) throw new Error("The shop has no sandbox for the provider.");
  paystack.setTimeScale(0);
  onTestFinished(() => paystack.setTimeScale(DEFAULT_TIME_SCALE));
  return (seconds) => paystack.advanceClock(seconds);
}

/** The same page with a clock that is stopped from its first script on and advances on demand. */
export async function goWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await go(page, path);
}

const byName = (a = "", b = "") => a.localeCompare(b);

type Mail = { id: string; to: string; subject: string };

/** Waits for exactly these mails to `email`, in any order, and returns the address in the order's confirmation. */
export async function expectMails(email: string, kinds = ["order", "welcome"]): Promise<string> {
  const api = `${shop().demo?.mailboxUrl}/api/messages`;
  const list = async () => (await (await fetch(`${api}?q=${encodeURIComponent(email)}`)).json()) as Mail[];
  const kindOf = ({ subject }: Mail) => (subject.startsWith("Order ") ? "order" : subject.split(" ")[0]?.toLowerCase());
  await expect.poll(async () => (await list()).map(kindOf).toSorted(byName)).toEqual(kinds);
  const confirmation = (await list()).find((mail) => kindOf(mail) === "order");
  const mail = (await (await fetch(`${api}/${confirmation?.id}`)).json()) as { html: string };
  const link = /href="(http[^"]*\/checkout\/payment-success\?token=[\w-]{32})"/.exec(mail.html)?.[1];
  if (!link) throw new Error("The confirmation has no link to the order.");
  return link;
}

/** The number of orders of `email`. */
export async function ordersOf(email: string): Promise<number> {
  return (await sql("select 1 from orders where customer_email = $1", [email])).length;
}

export async function stockOf(id: string): Promise<number> {
  const [row] = await sql<{ stock: number }>("select stock_quantity as stock from products where id = $1", [id]);
  return row?.stock ?? -1;
}
