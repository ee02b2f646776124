import { expect, test } from "vitest";
import { expectAccessible } from "../setup/axe.ts";
import { newPage } from "../setup/browser.ts";
import {
  expectHeading,
  expectOrderPage,
  fillShipping,
  goods,
  newContact,
  payButton,
  shop,
  sql,
  storage,
  storedLine,
  useShop,
  visit,
} from "./steps.ts";

useShop();

const WINDOW = /\/popup|inline\.js/;

/** Fills in checkout with one product of ₦5,000.00 three times, as a first-time shopper. */
async function toPayment() {
  const product = await goods({ stock_quantity: 50 });
  const items = [storedLine({ product, quantity: 3 })];
  const page = await visit("/checkout", { width: 360, ...storage({ "cart-storage": { items, count: 3 } }) });
  const foreign: string[] = [];
  page.on("request", (request) => void (WINDOW.test(request.url()) && foreign.push(request.url())));
  const buyer = newContact();
  await fillShipping(page, buyer, "proposed");
  return { page, product, buyer, foreign };
}

/** Presses the pay button and returns the transfer whose page opens. */
async function openTransfer(page: Awaited<ReturnType<typeof visit>>) {
  await payButton(page).click();
  await expectHeading(page, "Pay by bank transfer");
  const token = new URL(page.url()).pathname.split("/").at(-1);
  const [row] = await sql<{ reference: string; account_number: string; access_token: string }>(
    "select reference, account_number, access_token from payment_attempts where pay_token = $1",
    [token],
  );
  return { ...row!, token };
}

const bank = () => {
  const control = shop().demo?.paystack;
  if (!control) throw new Error("The shop has no sandbox for the provider.");
  return control;
};

test("bank transfer comes first: one tap gives the account; a wrong amount is named; another phone shows the same; the page becomes the order", async () => {
  const { page, foreign } = await toPayment();
  const methods = page.getByRole("group", { name: "You pay by" }).getByRole("radio");
  expect(await methods.first().isChecked()).toBe(true);
  await page.getByText("From your bank app; about a minute.").waitFor();
  await page.getByText("In the payment window: your card, or a code to dial.").waitFor();
  const { reference, account_number } = await openTransfer(page);
  for (const text of ["₦15,000.00", account_number, "Test Bank"]) await page.getByText(text, { exact: true }).waitFor();
  for (const name of ["Copy exact amount", "Copy account number", "Copy bank", "Copy account name"])
    await page.getByRole("button", { name, exact: true }).waitFor();
  await page.getByText(/^Valid until/).waitFor();
  expect(await page.title()).toMatch(/^Pay ₦15,000\.00/);
  expect(foreign).toEqual([]);
  await expectAccessible(page);

  await page.getByRole("heading", { name: "Send to somebody who pays" }).waitFor();
  const share = await page.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href");
  expect(decodeURIComponent(share ?? "")).toContain(page.url());

  const other = await newPage({ width: 1280, javaScriptEnabled: false });
  await other.goto(page.url());
  await other.getByText(account_number, { exact: true }).waitFor();
  expect(await other.getByRole("button", { name: "Pay by card or USSD" }).count()).toBe(0);

  bank().transfer(reference, { amount: 1_350_000 });
  await page.getByText("You sent ₦13,500.00; the bank returns it; send exactly ₦15,000.00.").waitFor();
  bank().transfer(reference);
  await expectOrderPage(page);
  await expect.poll(() => page.title()).toMatch(/^Order placed/);
  await other.getByRole("heading", { level: 1, name: "Paid: the order is placed" }).waitFor();
  expect(await other.content()).not.toContain("Adaeze");
});

test("after the clock there is a new account number, and the old address leads to it; card after all from the same page", async () => {
  const { page } = await toPayment();
  const first = await openTransfer(page);
  await sql("update payment_attempts set account_expires_at = now() where reference = $1", [first.reference]);
  await page.reload();
  await expectHeading(page, "This account number has ended");
  await page.getByRole("button", { name: "Get a new account number" }).click();
  await expectHeading(page, "Pay by bank transfer");
  const second = page.url();
  expect(second).not.toContain(first.token);
  await page.goto(`${shop().url}/checkout/pay/${first.token}`);
  expect(page.url()).toBe(second);
  await page.getByRole("heading", { name: "Paid by card after all" }).waitFor();
  await page.getByRole("button", { name: "Pay by card or USSD" }).click();
  await page.getByLabel("Card number").fill("4084 0840 8408 4081");
  await page.getByLabel("Expiry").fill("12/40");
  await page.getByLabel("CVV").fill("408");
  await page.getByRole("button", { name: /^Pay ₦/ }).click();
  await expectOrderPage(page);
});

test("find my payment: the buyer's own becomes an order, anything else a note that staff see beside it", async () => {
  const { page } = await toPayment();
  const { reference } = await openTransfer(page);
  const lagos = new Date(Date.now() + 3_600_000).toISOString();
  const search = async (amount: string) => {
    await page.getByRole("link", { name: "Find my payment" }).first().click();
    await expectHeading(page, "Find my payment");
    await page.getByLabel("Amount in naira").fill(amount);
    await page.getByLabel("Hour").selectOption(lagos.slice(11, 13));
    await page.getByLabel("Last four digits of the sender's account").fill("6789");
    await page.getByRole("button", { name: "Find my payment" }).click();
  };
  await search("15,000");
  await page.getByText(/^Not yet; the shop has your note\./).waitFor();
  await page.goBack();
  // The provider never reports it: the search asks.
  bank().setWebhookUrl(null);
  bank().transfer(reference);
  await page.goto(`${shop().url}/find-my-payment`);
  await page.getByLabel("Amount in naira").fill("15000");
  await page.getByLabel("Hour").selectOption(lagos.slice(11, 13));
  await page.getByLabel("Name of the sender").fill("Adaeze Obi");
  await page.getByRole("button", { name: "Find my payment" }).click();
  await page.getByText("Found: here is your order.").waitFor();
  await page.getByRole("link", { name: "See your order" }).click();
  await expectOrderPage(page);
});
