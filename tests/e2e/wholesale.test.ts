import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectFitAtBothWidths, expectFitFromPhone, expectNoOverflow } from "../fixtures/browser-admin.ts";
import { atBothWidths } from "../setup/browser.ts";
import {
  expectCartCount,
  expectHeading,
  expectMails,
  expectOrderPage,
  expectToast,
  fillShipping,
  GOOD_CARD,
  goods,
  payByCard,
  PHONE,
  popupOf,
  seen,
  shop,
  SHOPPER,
  newContact,
  useShop,
  visit,
} from "./steps.ts";

useShop();

/** ₦1,000.00 a piece, ₦900.00 from 48 and ₦800.00 from 120 on, sold in cartons of 12. */
const soap = () =>
  goods({
    name: "Ori shea soap, 100 g",
    price_kobo: 100_000,
    unit: "piece",
    min_order: 24,
    order_multiple: 12,
    stock_quantity: 600,
    price_steps: [
      { from: 48, unit_kobo: 90_000 },
      { from: 120, unit_kobo: 80_000 },
    ],
    larger_units: [
      { unit: "carton", pieces: 12 },
      { unit: "pallet", pieces: 120 },
    ],
  });

/** ₦30,000.00 a carton of 24 pieces, ₦27,600.00 from 10 on. */
const milk = () =>
  goods({
    name: "Evaporated milk with a name that is long enough for three lines of a card, 160 g",
    price_kobo: 3_000_000,
    unit: "carton of 24",
    pieces: 24,
    min_order: 6,
    price_steps: [{ from: 10, unit_kobo: 2_760_000 }],
  });

const stepInForce = (page: Page) => page.locator('table tr[aria-current="true"]');

test("a shopper buys by price steps: card, product page, cart, checkout, order and mail say the unit price paid, and hold steps, packs and long names at both widths", async () => {
  const [bar, carton] = [await soap(), await milk()];
  const buyer = newContact();
  const page = await visit(`/products?search=${carton.slug}`, { ...SHOPPER, width: PHONE });
  const card = page.getByRole("article").filter({ hasText: carton.name });
  await card.getByText("₦1,250.00 a piece").waitFor();
  await card.getByText("from ₦27,600.00 at 10+").waitFor();
  await atBothWidths(page, () => expectNoOverflow(page));
  await card.getByRole("button", { name: /^Add 6 to cart/ }).click();
  await card.getByText("6 cartons (144 pieces)").waitFor();
  await card.getByRole("button", { name: `Save ${carton.name} to wishlist` }).click();
  await expectCartCount(page, 6);
  await page.getByRole("link", { name: /^Wishlist/ }).click();
  const saved = page.getByRole("listitem").filter({ hasText: carton.name });
  await saved.getByText("₦1,250.00 a piece").waitFor();
  await saved.getByText("from ₦27,600.00 at 10+").waitFor();
  await expectFitFromPhone(page);

  await page.goto(`${shop().url}/product/${bar.slug}`);
  const quantity = page.getByRole("textbox", { name: `Quantity of ${bar.name}` });
  await page.getByRole("table", { name: "Price by quantity" }).waitFor();
  await expect.poll(() => stepInForce(page).innerText()).toMatch(/24 to 47[\s\S]*your price[\s\S]*₦1,000.00/);
  await expectFitAtBothWidths(page);

  await quantity.fill("30");
  await quantity.press("Enter");
  await expectToast(page, "The quantity is now 24", "This is sold in cartons of 12: 24 or 36?");
  await page.getByRole("button", { name: "Add 24 more to pay ₦900.00 each" }).click();
  await expect.poll(() => stepInForce(page).innerText()).toContain("48 to 119");
  await seen(page.getByText("₦43,200.00")).first().waitFor();
  await page.getByText("You save ₦4,800.00").waitFor();
  await page.getByText("4 cartons (48 pieces)").waitFor();

  await page.getByRole("radio", { name: "pallet of 120" }).check();
  await expect.poll(() => quantity.inputValue()).toBe("1");
  await expect.poll(() => stepInForce(page).innerText()).toContain("120+");
  await page.getByRole("radio", { name: "carton of 12" }).check();
  await expect.poll(() => quantity.inputValue()).toBe("10");
  await page.getByRole("button", { name: "Decrease quantity" }).click();
  await page.getByText("9 cartons (108 pieces)").waitFor();
  await seen(page.getByRole("button", { name: "Add to Cart", exact: true })).click();
  await expectCartCount(page, 114);
  await page.getByText("The price counts the 108 in your cart.").waitFor();

  await page.goto(`${shop().url}/products?search=${bar.slug}`);
  const counted = page.getByRole("textbox", { name: `Quantity of ${bar.name}` });
  await expect.poll(() => counted.inputValue()).toBe("9");
  await page.getByRole("article").getByText("9 cartons (108 pieces)").waitFor();
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectHeading(page, "Your cart");
  const line = page.getByRole("listitem").filter({ hasText: bar.name });
  await line.getByText("₦900.00 each", { exact: true }).waitFor();
  await expectFitAtBothWidths(page);
  // The cart uses the unit chosen on the page, until another is chosen here.
  const typed = line.getByRole("textbox");
  const unit = line.getByRole("combobox", { name: `Count ${bar.name} in` });
  await line.getByText("9 cartons (108 pieces)").waitFor();
  expect(await typed.inputValue()).toBe("9");
  await line.getByText("Price from 48 on: you save ₦10,800.00").waitFor();
  // Two lines have a next step; only the nearer one shows it.
  await expect.poll(() => page.getByRole("button", { name: /^Add \d+ more to pay/ }).count()).toBe(1);
  await line.getByRole("button", { name: "Add 12 more to pay ₦800.00 each" }).click();
  await line.getByText("₦96,000.00").waitFor();
  await line.getByText("10 cartons (120 pieces)").waitFor();
  await page.getByText("You save ₦24,000.00 by quantity").waitFor();
  await unit.selectOption("piece");
  await typed.fill("127");
  await typed.press("Enter");
  await expectToast(page, "The quantity is now 132", "This is sold in cartons of 12: 120 or 132?");
  await line.getByRole("button", { name: "Decrease quantity" }).click();
  await unit.selectOption("pallet of 120 pieces");
  await line.getByText("1 pallet (120 pieces)").waitFor();
  expect(await typed.inputValue()).toBe("1");

  await seen(page.getByRole("link", { name: "Checkout" })).click();
  await expectHeading(page, "Checkout");
  await page.getByText("120 × ₦800.00").waitFor();
  await page.getByText("6 cartons (144 pieces)").waitFor();
  await page.getByText("1 pallet (120 pieces)").waitFor();
  await page.getByText("You save ₦24,000.00 by quantity").waitFor();
  await expectFitFromPhone(page);
  await fillShipping(page, buyer);
  await page.getByRole("button", { name: "Pay ₦276,000.00" }).waitFor();
  await page.getByRole("button", { name: "Add 4 more to pay ₦27,600.00 each" }).click();
  await page.getByText("10 × ₦27,600.00").waitFor();
  await page.getByText("You save ₦48,000.00 by quantity").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Add \d+ more to pay/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Pay ₦372,000.00" }).click();
  await payByCard(popupOf(page), ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByText("120 × ₦800.00 per piece").waitFor();
  await page.getByText("10 × ₦27,600.00 per carton of 24 (240 pieces)").waitFor();
  await expectMails(buyer.email);
  const api = `${shop().demo?.mailboxUrl}/api/messages`;
  const list = (await (await fetch(`${api}?q=${encodeURIComponent(buyer.email)}`)).json()) as {
    id: string;
    subject: string;
  }[];
  const { id } = list.find(({ subject }) => subject.startsWith("Order ")) ?? {};
  const mail = (await (await fetch(`${api}/${id}`)).json()) as { html: string };
  expect(mail.html).toContain("120 × ₦800.00 per piece");
  expect(mail.html).toContain("10 × ₦27,600.00 per carton of 24 (240 pieces)");
});
