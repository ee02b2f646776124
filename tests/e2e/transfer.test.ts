import { expect, test } from "vitest";
import { PENDING_KEY } from "#app/features/checkout/rules/storage-keys.ts";
import { expectFitAtBothWidths, expectFitFromPhone } from "../fixtures/browser-admin.ts";
import {
  expectHeading,
  expectOrderPage,
  expectToast,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  goWithClock,
  newContact,
  payButton,
  payByCard,
  shop,
  sql,
  stockOf,
  storage,
  storedLine,
  useShop,
  visit,
} from "./steps.ts";

useShop();

const WINDOW = /\/popup|inline\.js/;

/** Fills in checkout with one product of ₦5,000.00 three times, as a first-time shopper. */
async function toPayment(options: Parameters<typeof visit>[1] = {}) {
  const product = await goods({ stock_quantity: 50 });
  const items = [storedLine({ product, quantity: 3 })];
  const cart = storage({ "cart-storage": { items, count: 3 } });
  const page = await visit("/checkout", { width: 360, ...cart, ...options });
  const buyer = newContact();
  await fillShipping(page, buyer, "proposed");
  return { page, product, buyer };
}

type Page = Awaited<ReturnType<typeof visit>>;
type Row = { reference: string; account_number: string; checkout_id: string };

/** The transfer whose page is open, once it shows an account number. */
async function shownTransfer(page: Page) {
  await expectHeading(page, "Pay by bank transfer");
  const token = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const [row] = await sql<Row>(
    "select reference, account_number, checkout_id from payment_attempts where pay_token = $1",
    [token],
  );
  if (!row) throw new Error(`No transfer has the page ${page.url()}`);
  return { ...row, token, url: page.url() };
}

async function openTransfer(page: Page) {
  await payButton(page).click();
  return await shownTransfer(page);
}

function bank() {
  const control = shop().demo?.paystack;
  if (!control) throw new Error("The shop has no sandbox for the provider.");
  return control;
}

test("bank transfer comes first, one tap gives the account; a wrong amount is named; the page turns by itself when the account has ended, and money to the old one still becomes the order", async () => {
  const { page, product } = await toPayment({ permissions: ["clipboard-read", "clipboard-write"] });
  const foreign: string[] = [];
  page.on("request", (request) => void (WINDOW.test(request.url()) && foreign.push(request.url())));
  const methods = page.getByRole("group", { name: "You pay by" }).getByRole("radio");
  expect(await methods.first().isChecked()).toBe(true);
  await page.getByText("From your bank app; about a minute.").waitFor();
  await page.getByText("In the payment window: your card, or a code to dial.").waitFor();
  const { reference, account_number, url } = await openTransfer(page);
  for (const text of ["₦15,000.00", account_number, "Test Bank", "PAYSTACK CHECKOUT / OJA"])
    await page.getByText(text, { exact: true }).waitFor();
  const [held] = await sql(
    "select hold, hold_expires_at >= account_expires_at as long_enough from payment_attempts where reference = $1",
    [reference],
  );
  expect([held, await stockOf(product.id)]).toEqual([{ hold: "held", long_enough: true }, 47]);
  const copies = {
    "exact amount": "15000.00",
    "account number": account_number,
    bank: "Test Bank",
    "account name": "PAYSTACK CHECKOUT / OJA",
  };
  for (const [name, copied] of Object.entries(copies)) {
    await page.getByRole("button", { name: `Copy ${name}`, exact: true }).click();
    await expectToast(page, `${name[0]?.toUpperCase()}${name.slice(1)} copied`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  await page.getByText(/^Valid until \d\d:\d\d, \d\d:\d\d left$/).waitFor();
  expect(await page.title()).toMatch(/^Pay ₦15,000\.00/);
  await page.getByRole("heading", { name: "If the amount was wrong" }).waitFor();
  expect(await page.getByText("please do not pay again").count()).toBe(0);
  await expectFitAtBothWidths(page);

  await page.getByRole("heading", { name: "Send to somebody who pays" }).waitFor();
  const share = await page.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href");
  expect(new URL(share ?? "").searchParams.get("text")).toContain(`${account_number}, Test Bank`);
  expect(new URL(share ?? "").searchParams.get("text")).toContain(url);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectToast(page, "Link copied!");
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }));
  const print = page.getByRole("button", { name: "Print" });
  await print.click();
  expect(await page.evaluate(() => "isPrinted" in window)).toBe(true);
  await page.emulateMedia({ media: "print" });
  for (const text of [account_number, url]) await page.getByText(text, { exact: true }).waitFor();
  await print.waitFor({ state: "hidden" });
  await page.emulateMedia({ media: "screen" });

  const forOthers = await (await fetch(url)).text();
  expect(forOthers).toContain(account_number);
  expect(forOthers).not.toContain("Pay by card or USSD");

  bank().transfer(reference, { amount: 1_350_000 });
  await page.getByText("You sent ₦13,500.00; the bank returns it; send exactly ₦15,000.00.").waitFor();
  await sql("update payment_attempts set account_expires_at = now() where reference = $1", [reference]);
  await expectHeading(page, "This account number has ended");
  await page.getByText(/we look for it for 72 hours/).waitFor();
  await expectFitFromPhone(page);
  expect(await stockOf(product.id)).toBe(47);
  await page.getByRole("button", { name: "Get a new account number" }).click();
  const second = await shownTransfer(page);
  expect(second.account_number).not.toBe(account_number);
  await page.goto(url);
  expect(page.url()).toBe(second.url);
  bank().transfer(reference);
  await expectOrderPage(page);
  await expect.poll(() => page.title()).toMatch(/^Order placed/);
  expect(await stockOf(product.id)).toBe(47);
  expect(foreign).toEqual([]);
});

test("two tabs, double taps and another try after the provider gave no answer show one account number; its page is the order within 10 seconds of the report", async () => {
  const { page, buyer } = await toPayment({ allow: [/status of 503/] });
  const tab = await page.context().newPage();
  await go(tab, "/checkout");
  await fillShipping(tab, buyer, "proposed");
  bank().addFault({ match: { path: "/charge" }, times: 1, effect: { after: true, status: 503 } });
  await payButton(page).click();
  await expectToast(
    page,
    "There is no account number for a bank transfer right now. Please try again, or pay by card or USSD.",
  );
  await payButton(page).and(page.locator(":enabled")).waitFor();
  await Promise.all([payButton(page).dblclick(), payButton(tab).dblclick()]);
  const [one, two] = [await shownTransfer(page), await shownTransfer(tab)];
  expect(two).toEqual(one);
  const shown = await sql("select 1 from payment_attempts where checkout_id = $1 and account_number is not null", [
    one.checkout_id,
  ]);
  expect(shown).toHaveLength(1);

  await tab.close();
  await goWithClock(page, `/checkout/pay/${one.token}`);
  await page.getByRole("button", { name: "Copy account number" }).waitFor();
  bank().transfer(one.reference);
  await expect.poll(() => sql("select 1 from orders where payment_reference = $1", [one.reference])).toHaveLength(1);
  await expectHeading(page, "Pay by bank transfer");
  await page.clock.runFor(10_000);
  await expectOrderPage(page);
});

test("find my payment says what is wrong at its field; paid by card after all, the card is proposed next time", async () => {
  const { page, product } = await toPayment({ allow: [/status of 422/] });
  const { url } = await openTransfer(page);
  await page.getByRole("link", { name: "Find my payment" }).click();
  await expectHeading(page, "Find my payment");
  const search = async (amount: string) => {
    await page.getByLabel("Amount in naira").fill(amount);
    await page.getByLabel("Hour").selectOption(new Date(Date.now() + 3_600_000).toISOString().slice(11, 13));
    await page.getByLabel("Last four digits of the account").fill("4071");
    await page.getByRole("button", { name: "Find my payment" }).click();
  };
  await search("much");
  await page.getByText(/An amount in naira/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("find-amount");
  await expectFitFromPhone(page);
  await search("15,000");
  await page.getByText(/^Not yet; the shop has your note\./).waitFor();

  await page.goto(url);
  await page.getByRole("heading", { name: "Paid by card after all" }).waitFor();
  await page.getByRole("button", { name: "Pay by card or USSD" }).click();
  await payByCard(page, ...GOOD_CARD);
  await expectOrderPage(page);
  // The page takes the paid goods out of the cart once it is hydrated; the next one would take them out of the new cart.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), PENDING_KEY)).toBeNull();
  const items = [storedLine({ product, quantity: 3 })];
  // This page can no longer store its own cart over it, after a late answer.
  await page.evaluate(
    (cart) => {
      localStorage.setItem("cart-storage", cart);
      Storage.prototype.setItem = () => {};
    },
    JSON.stringify({ state: { items, count: 3 }, version: 0 }),
  );
  await go(page, "/checkout");
  expect(await page.getByRole("radio", { name: /^Card or USSD/ }).isChecked()).toBe(true);
});
