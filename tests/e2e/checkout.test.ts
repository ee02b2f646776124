import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatNaira } from "#app/lib/money.ts";
import { followReceived, totalBytes } from "../../bench/received.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  atCheckout,
  atPopup,
  DECLINED_CARD,
  expectCartCount,
  expectHeading,
  expectMails,
  expectOrderPage,
  expectPath,
  expectToast,
  fillShipping,
  GOOD_CARD,
  go,
  goWithClock,
  ordersOf,
  payButton,
  payByCard,
  PHONE,
  popupOf,
  seen,
  shop,
  SHOPPER,
  newContact,
  sql,
  stockOf,
  useShop,
} from "./steps.ts";

useShop();

/**
 * Maximum bytes from home to a paid order on a phone, without the provider's; 50 KB of it are for search and filters, and
 * 3 KB for ids and answers that differ between runs.
 */
const JOURNEY_BYTES = 353_000;

type Rice = { id: string; name: string; min: number; price: number; stock: number };

/** An available rice product of the demo between the two prices. */
async function someRice(): Promise<Rice> {
  const [rice] = await sql<Rice>(
    `select id, name, min_order as min, coalesce(discount_price_kobo, price_kobo)::int as price, stock_quantity as stock
     from products where name ilike '%rice%' and stock_quantity > min_order + 20 and order_multiple = 1 and price_steps = '[]' order by price limit 1`,
  );
  if (!rice) throw new Error("the demo shop sells no rice");
  return rice;
}

async function filterByPrice(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole("button", { name: /^Filter/ }).click();
  const filters = page.getByRole("search", { name: "Filter products" });
  await filters.getByLabel("Minimum price in naira").fill(String(from));
  await filters.getByLabel("Maximum price in naira").fill(String(to));
  await filters.getByRole("button", { name: "Apply" }).click();
}

test("on a phone a guest finds rice, buys it by card and gets both mails", async () => {
  const rice = await someRice();
  const buyer = newContact();
  const page = await newPage({ ...SHOPPER, width: PHONE });
  const received = await followReceived(await page.context().newCDPSession(page));
  await go(page, "/");
  const search = seen(page.getByRole("combobox", { name: "Search products" }));
  await search.fill("rice");
  await search.press("Enter");
  await expectHeading(page, "Results for “rice”");
  await filterByPrice(page, rice.price / 100 - 1, rice.price / 100 + 1);
  await page.getByRole("link", { name: `Remove filter From ${formatNaira(rice.price - 100)}` }).waitFor();
  await page.getByRole("link", { name: rice.name, exact: true }).click();
  await expectHeading(page, rice.name);

  const quantity = page.getByRole("textbox", { name: `Quantity of ${rice.name}` });
  expect(await quantity.inputValue()).toBe(String(rice.min));
  await seen(page.getByRole("button", { name: "Add to Cart" })).click();
  await expectToast(page, "Added to cart");
  await expectCartCount(page, rice.min);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectHeading(page, "Your cart");
  await page.getByRole("button", { name: "Increase quantity" }).click();
  await expectCartCount(page, rice.min + 1);
  const total = formatNaira(rice.price * (rice.min + 1));
  const [response] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === "/checkout"),
    seen(page.getByRole("link", { name: "Checkout" })).click(),
  ]);
  // A document of its own brings the policy that the popup needs.
  expect(response.headers()["content-security-policy"]).toContain(`frame-src ${shop().payments?.checkoutOrigin}`);
  await expectHeading(page, "Checkout");
  await fillShipping(page, buyer);
  await page.getByRole("button", { name: `Pay ${total}` }).click();

  const popup = popupOf(page);
  await popup.getByRole("heading", { name: `Pay Oja ${total}` }).waitFor();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByRole("button", { name: "Stay here" }).click();
  const bytes = totalBytes(received().filter((one) => one.url.startsWith(shop().url)));
  expect(bytes).toBeLessThan(JOURNEY_BYTES);
  await expectToast(page, "Order placed successfully!");
  await expectCartCount(page, 0);
  await page.getByText(`${rice.min + 1} × ${formatNaira(rice.price)}`).waitFor();
  await expectToast(page, "Welcome email sent!");
  await expectToast(page, "Order confirmation sent!");

  const address = page.url();
  await page.reload();
  await expectOrderPage(page);
  await expectCartCount(page, 0);
  expect(await stockOf(rice.id)).toBe(rice.stock - rice.min - 1);
  expect(await ordersOf(buyer.email)).toBe(1);
  expect(await expectMails(buyer.email)).toBe(address);
});

/** The message is at the field, which has the focus. */
async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByRole("group", { name: "Shipping information" }).getByLabel(new RegExp(`^${label}`));
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`#${described}`).innerText()).toBe(message);
}

test("on a phone the form says what is missing and what is wrong; shipping is paid by buyers, the total is the goods; a payment of the wrong amount creates no order: it is reported and needs review", async () => {
  const { page, popup, buyer, product } = await atCheckout(3, {
    width: PHONE,
    allow: [/400 \(Bad Request\).*checkout\/start/],
  });
  const summary = page.getByRole("region", { name: "Order Summary" });
  await summary.getByText("Paid by buyers").waitFor();
  expect(await summary.getByText(formatNaira(product.price_kobo * 3), { exact: true }).count()).toBe(3);
  const form = page.getByRole("group", { name: "Shipping information" });
  await payButton(page).click();
  await expectToast(page, "Missing information", "Please fill out all required fields.");
  for (const field of ["Full name", "Email", "Phone", "Address", "City", "State"])
    await form.getByText(`${field} is required.`, { exact: true }).waitFor();
  expect(await form.getByLabel("Full name").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await form.getByLabel("Postal code").getAttribute("aria-invalid")).toBeNull();

  await fillShipping(page, { ...buyer, email: "adaeze@" });
  await payButton(page).click();
  await form.getByText("Please enter a valid email address.").waitFor();
  await form.getByLabel("Email").fill(buyer.email);
  await form.getByLabel(/^Phone/).fill("call me");
  await payButton(page).click();
  await form.getByText("Please enter a valid phone number.").waitFor();
  // Only the server validates the country.
  await form.getByLabel(/^Phone/).fill("+999 1234567890");
  await payButton(page).click();
  await expectToast(page, "Please check the form", "Please enter a valid phone number.");
  await expectFieldError(page, "Phone", "Please enter a valid phone number.");
  expect(await ordersOf(buyer.email)).toBe(0);
  await form.getByLabel(/^Phone/).fill("+234 803 123 4567");

  // Errors of the server are shown at the field too.
  await page.route("**/checkout/start", async (route) => {
    const body = route.request().postDataJSON() as { contact: Record<string, string> };
    await route.continue({ postData: { ...body, contact: { ...body.contact, city: " " } } });
  });
  await payButton(page).click();
  await expectToast(page, "Missing information", "Please fill out all required fields.");
  await expectFieldError(page, "City", "City is required.");
  await page.unroute("**/checkout/start");
  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();

  const paystack = shop().demo?.paystack;
  const payment = paystack?.transactions().find(({ customer }) => customer.email === buyer.email);
  paystack?.complete(payment?.reference ?? "", { outcome: "success", amount: 100_00, webhook: "never" });
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Verification Failed", "We couldn't verify your payment. Please contact support.");
  await expectHeading(page, "We are reviewing your payment");
  await page.getByText("Please do not pay again.").waitFor();
  // A pending payment cannot be paid a second time.
  await expectCartCount(page, 0);
  expect(await ordersOf(buyer.email)).toBe(0);
});

test("after closing the popup, by Escape with the focus back at the button, another card can pay; right after paying the success page goes home after ten seconds, unless one wants to stay", async () => {
  const { page, popup, buyer, product } = await atPopup();
  await popup.getByRole("tab", { name: "Card" }).focus();
  await page.keyboard.press("Escape");
  await expectToast(page, "Payment Cancelled");
  const isFocused = (element: Element) => element === document.activeElement;
  await expect.poll(() => payButton(page).evaluate(isFocused)).toBe(true);
  await expectCartCount(page, 3);
  await payButton(page).click();
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Cancelled");
  const other = newContact();
  await fillShipping(page, other);
  await payButton(page).click();
  await popup.getByText(other.email).waitFor();
  await page.clock.install();
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("tabpanel", { name: "Transfer" }).getByText("Other endings").click();
  await popup.getByRole("button", { name: "Send the wrong amount" }).click();
  await popup.getByRole("alert").getByText("not the exact amount").waitFor();
  await popup.getByRole("tab", { name: "Card" }).click();
  await payByCard(popup, ...DECLINED_CARD);
  await popup.getByRole("alert").getByText("You have not been charged").waitFor();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  const address = page.url();
  expect(await page.getByRole("link", { name: "Create Account" }).getAttribute("href")).toBe("/signup");
  expect(await page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
  const left = page.getByText(/You will be taken to the home page in \d+ s\./);
  await left.waitFor();
  // The focus is where one reads on, and the page waits while somebody is in it.
  await expect.poll(() => page.getByRole("heading", { level: 1 }).evaluate(isFocused)).toBe(true);
  await page.clock.runFor(8_000);
  await page.keyboard.press("ArrowDown");
  await page.clock.runFor(8_000);
  await page.keyboard.press("Tab");
  await page.clock.runFor(30_000);
  expect(await left.innerText()).toBe("You will be taken to the home page in 10 s.");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(10_000);
  await expectPath(page, "/");
  // Opened again the page stays.
  await goWithClock(page, address.replace(shop().url, ""));
  await expectOrderPage(page);
  await page.clock.runFor(30_000);
  expect(await page.getByText("You will be taken to the home page").count()).toBe(0);
  await expectOrderPage(page);
  expect([await ordersOf(buyer.email), await ordersOf(other.email), await stockOf(product.id)]).toEqual([0, 1, 47]);
});

test("at both widths the checkout names what a guest can do there, with the pay button in sight on phones; a guest's input survives until the order", async () => {
  const { page, buyer, popup } = await atCheckout(3, { width: PHONE });
  const methods = page.getByRole("group", { name: "You pay by" });
  await atBothWidths(page, async () => {
    for (const name of ["Bank transfer", "Card or USSD"]) await methods.getByText(name, { exact: true }).waitFor();
    expect(await page.getByRole("contentinfo").count()).toBe(0);
    expect(await page.getByText("Newsletter").count()).toBe(0);
    await page.getByRole("link", { name: "Edit cart" }).waitFor();
  });
  const signIn = page.getByText("Have an account?").getByRole("link", { name: "Sign in" });
  expect(await signIn.getAttribute("href")).toBe("/login?next=/checkout");
  // Total and pay button are visible from the first field on.
  for (const y of [0, 300]) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);
    const box = await payButton(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
    expect(box?.y).toBeGreaterThan(600);
  }
  expect(await payButton(page).innerText()).toBe("Pay ₦15,000.00");

  await fillShipping(page, buyer);
  const form = page.getByRole("group", { name: "Shipping information" });
  await form.getByLabel("Postal code").fill("100001");
  const typed = async () => {
    const fields = ["Full name", "Email", "Phone", "Address", "City", "State", "Postal code"];
    return await Promise.all(fields.map((field) => form.getByLabel(new RegExp(`^${field}`)).inputValue()));
  };
  const all = [buyer.name, buyer.email, buyer.phone, "12 Allen Avenue", "Ikeja", "Lagos", "100001"];
  for (const move of [
    () => page.reload(),
    async () => {
      await page.getByRole("link", { name: "Edit cart" }).click();
      await expectHeading(page, "Your cart");
      await page.getByRole("contentinfo").waitFor();
      await go(page, "/checkout");
    },
    () => page.goBack().then(() => page.goForward()),
  ]) {
    await move();
    await expect.poll(typed).toEqual(all);
  }
  await payButton(page).click();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  expect(await page.evaluate(() => sessionStorage.getItem("checkout-contact"))).toBeNull();
  await page.getByRole("link", { name: "Create Account" }).click();
  await expectHeading(page, "Create your account");
  const fields = ["First name", "Last name", "Email or phone"];
  const known = () => Promise.all(fields.map((name) => page.getByLabel(name).inputValue()));
  expect(await known()).toEqual(["Adaeze", "Obi", buyer.email]);
  await page.reload();
  await expect.poll(known).toEqual(["Adaeze", "Obi", buyer.email]);
});
