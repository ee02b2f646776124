import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  change,
  expectCartCount,
  expectHeading,
  expectPath,
  expectToast,
  go,
  goods,
  PHONE,
  seen,
  SHOPPER,
  sql,
  storage,
  storedLine,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

describe("lines", () => {
  test("on a phone a quantity is raised, lowered and typed between minimum and stock", async () => {
    const product = await goods({ min_order: 3, stock_quantity: 6 });
    const page = await visit("/cart", { ...withCart({ product, quantity: 3 }), width: PHONE });
    const field = page.getByRole("textbox", { name: `Quantity of ${product.name}` });
    const less = page.getByRole("button", { name: "Decrease quantity" });
    const more = page.getByRole("button", { name: "Increase quantity" });
    expect(await less.isDisabled()).toBe(true);
    await more.click();
    await expectCartCount(page, 4);
    await page.getByText("₦20,000.00").first().waitFor();
    await less.click();
    await expectCartCount(page, 3);
    await field.fill("1");
    await field.press("Enter");
    await expectToast(page, "Minimum Quantity", "You cannot order less than 3 units of this item.");
    expect(await field.inputValue()).toBe("3");
    for (const typed of ["2.5", "5e2"]) {
      await field.fill(typed);
      await field.press("Enter");
      await expectToast(page, "Whole numbers only", typed);
      expect(await field.inputValue()).toBe("3");
      await page.getByRole("main").getByText(`“${typed}” is not a quantity.`).waitFor();
    }
    await field.fill("7000");
    await field.press("Enter");
    await expectToast(page, "Only 6 left");
    await expectCartCount(page, 6);
    await page.getByRole("main").getByText("Only 6 left", { exact: true }).waitFor();
    expect(await more.isDisabled()).toBe(true);
    await page.reload();
    await expectCartCount(page, 6);
  });

  test("a card's minus at the minimum takes the product off the cart, and Undo puts it back", async () => {
    const product = await goods({ min_order: 5 });
    const page = await visit(`/products?search=${encodeURIComponent(product.name)}`, { ...SHOPPER, width: 360 });
    const card = page.getByRole("article").filter({ hasText: product.name });
    const add = card.getByRole("button", { name: /^Add 5 to cart/ });
    await add.click();
    await card.getByRole("button", { name: `Remove ${product.name} from cart` }).click();
    await expectCartCount(page, 0);
    await expectToast(page, "Item removed", product.name);
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectCartCount(page, 5);
  });

  test("a table on wide screens, a list on phones", async () => {
    const product = await goods();
    const page = await visit("/cart", { ...withCart({ product, quantity: 1 }), width: PHONE });
    await atBothWidths(page, async (width) => {
      const item = page.getByRole("listitem").filter({ hasText: product.name }).getByText("₦5,000.00 each");
      const table = page.getByRole("table", { name: "Products in your cart" });
      const row = table.getByRole("row", { name: new RegExp(product.name) });
      const [there, gone] = width === PHONE ? [item, table] : [row, item];
      await there.waitFor();
      await expect.poll(() => gone.count()).toBe(0);
    });
  });

  test("removing takes the line off and moves the focus to its neighbour; Undo brings it back with its quantity and its place", async () => {
    const [first, second] = [await goods(), await goods()];
    const page = await visit("/cart", withCart({ product: first, quantity: 2 }, { product: second, quantity: 5 }));
    await page.getByRole("button", { name: `Remove ${first.name}` }).click();
    await expectToast(page, "Item removed", first.name);
    await expectCartCount(page, 5);
    const next = page.getByRole("button", { name: `Remove ${second.name}` });
    await expect.poll(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectCartCount(page, 7);
    const remove = page.getByRole("button", { name: /^Remove / });
    expect(await remove.first().getAttribute("aria-label")).toBe(`Remove ${first.name}`);
    await expect.poll(() => remove.first().evaluate((element) => element === document.activeElement)).toBe(true);
    await remove.first().click();
    await expectCartCount(page, 5);
    await next.click();
    await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
    await page.getByRole("link", { name: "Browse Products" }).click();
    await expectPath(page, "/products");
  });

  test("the summary adds up, shipping is free, Continue Shopping leads to the products", async () => {
    const [first, second] = [
      await goods({ price_kobo: 123_456 }),
      await goods({ price_kobo: 50_050, discount_price_kobo: 40_000 }),
    ];
    const page = await visit("/cart", withCart({ product: first, quantity: 3 }, { product: second, quantity: 10 }));
    const summary = page.getByRole("region", { name: "Order Summary" });
    await summary.getByText("Subtotal (13 units)").waitFor();
    expect(await summary.getByText("₦7,703.68", { exact: true }).count()).toBe(2);
    await summary.getByText("Free", { exact: true }).waitFor();
    await seen(page.getByRole("link", { name: "Continue Shopping" })).click();
    await expectPath(page, "/products");
  });

  test("Clear Cart asks first", async () => {
    const product = await goods();
    const page = await visit("/cart", withCart({ product, quantity: 4 }));
    const dialog = page.getByRole("dialog", { name: "Clear your cart?" });
    for (const leave of [
      () => dialog.getByRole("button", { name: "Keep them" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await page.getByRole("button", { name: "Clear Cart" }).click();
      await dialog.getByText("1 product will be removed.").waitFor();
      await leave();
      await dialog.waitFor({ state: "hidden" });
      await expectCartCount(page, 4);
    }
    await page.getByRole("button", { name: "Clear Cart" }).click();
    await dialog.getByRole("button", { name: "Clear Cart" }).click();
    await expectToast(page, "Cart cleared");
    await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
    await expectCartCount(page, 0);
    await page.reload();
    await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  });
});

describe("the server check", () => {
  test("at both widths changed price, minimum and stock are reported by line, until dismissed", async () => {
    const [dearer, fewer, more, same] = [await goods(), await goods(), await goods(), await goods()];
    const cart = withCart(
      { product: dearer, quantity: 2 },
      { product: fewer, quantity: 9 },
      { product: more, quantity: 2 },
      { product: same, quantity: 1 },
    );
    await change(dearer, { price_kobo: 510_000 });
    await change(fewer, { stock_quantity: 4 });
    await change(more, { min_order: 5 });
    const page = await visit("/cart", { ...cart, width: PHONE });
    await page.getByText("3 items have changed", { exact: true }).waitFor();
    await atBothWidths(page, async (width) => {
      const line = (name: string) => page.getByRole(width === PHONE ? "listitem" : "row").filter({ hasText: name });
      await line(dearer.name).getByText("Price changed from ₦5,000.00 to ₦5,100.00").waitFor();
      await line(fewer.name).getByText("Only 4 left, quantity lowered").waitFor();
      await line(more.name).getByText("Minimum order is 5, quantity raised").waitFor();
    });
    await expectCartCount(page, 2 + 4 + 5 + 1);
    await page.getByRole("region", { name: "Order Summary" }).getByText("₦60,200.00").first().waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("Price changed from").waitFor({ state: "detached" });
    await seen(page.getByRole("link", { name: "Checkout" })).waitFor();
  });

  test("deleted and unavailable products block the checkout until they are removed", async () => {
    const [gone, unsold, scarce, fine] = [await goods(), await goods(), await goods({ min_order: 10 }), await goods()];
    const cart = withCart(...[gone, unsold, scarce, fine].map((product) => ({ product, quantity: 10 })));
    await change(gone, { stock_quantity: 0 });
    await change(scarce, { stock_quantity: 3 });
    await sql("delete from products where id = $1", [unsold.id]);
    const page = await visit("/cart", cart);
    await page.getByText("3 items have changed", { exact: true }).waitFor();
    await page.getByText("Out of stock", { exact: true }).waitFor();
    await page.getByText("No longer sold", { exact: true }).waitFor();
    await page.getByText("Only 3 left, fewer than the minimum order of 10", { exact: true }).waitFor();
    await seen(page.getByText("Remove the 3 items that cannot be bought to continue.")).waitFor();
    await page.getByText("Without 3 items that cannot be bought.").waitFor();
    expect(await seen(page.getByRole("button", { name: "Checkout" })).isDisabled()).toBe(true);
    await page.getByRole("region", { name: "Order Summary" }).getByText("₦50,000.00").first().waitFor();
    for (const { name } of [gone, unsold, scarce]) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await seen(page.getByRole("link", { name: "Checkout" })).click();
    await expectHeading(page, "Checkout");
  });

  test("a failed check is reported, and the cart stays", async () => {
    const product = await goods();
    const page = await newPage({ ...withCart({ product, quantity: 2 }), allow: [/ERR_FAILED/] });
    await page.route("**/cart/check", (route) => route.abort());
    await go(page, "/cart");
    await page.getByText("We could not check today’s prices just now.").waitFor();
    await expectCartCount(page, 2);
  });

  test("more than one payment can hold is said, with the way on", async () => {
    const product = await goods({ price_kobo: 600_000_000, stock_quantity: 5 });
    const page = await visit("/cart", withCart({ product, quantity: 2 }));
    await seen(page.getByText("Card and transfer payments are limited to ₦10,000,000.00 per order.")).waitFor();
    expect(await seen(page.getByRole("link", { name: "request a custom order" })).getAttribute("href")).toBe(
      "/custom-order",
    );
  });
});

/** Stores a cart for the next page; the present one can no longer store its own over it, after a late answer. */
async function storeCart(page: Page, cart: string): Promise<void> {
  await page.evaluate((text) => {
    localStorage.setItem("cart-storage", text);
    Storage.prototype.setItem = () => {};
  }, cart);
}

describe("stored carts", () => {
  test("a malformed cart is an empty cart", async () => {
    const page = await visit("/wishlist");
    for (const stored of ["{not json", "7", JSON.stringify({ state: { items: [null, "x", { id: "1" }, []] } })]) {
      await storeCart(page, stored);
      await go(page, "/cart");
      await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
      await expectToast(page, "Your cart was repaired", "Some stored items could not be read and were removed.");
      await expectCartCount(page, 0);
    }
  });

  test("an invalid quantity is repaired", async () => {
    const page = await visit("/wishlist");
    for (const tampered of [
      { quantity: -5 },
      { quantity: 0 },
      { quantity: 1.5 },
      { quantity: "many" },
      { min_order: -3 },
    ]) {
      // A separate product, so that the page shows which one it has loaded.
      const product = await goods({ min_order: 2 });
      const cart = { state: { items: [storedLine({ product, quantity: 2 }, tampered)] }, version: 0 };
      await storeCart(page, JSON.stringify(cart));
      await go(page, "/cart");
      await page.getByRole("link", { name: product.name, exact: true }).waitFor();
      await expectCartCount(page, 2);
      await page.getByText("₦10,000.00").first().waitFor();
    }
  });

  test("a manipulated price becomes the current one, a price of zero drops the line, and an unknown product is reported", async () => {
    const [cheap, free, other] = [await goods(), await goods(), await goods()];
    const items = [
      storedLine({ product: cheap, quantity: 1 }, { price: 0.01 }),
      storedLine({ product: free, quantity: 1 }, { price: 0 }),
      storedLine({ product: other, quantity: 1 }, { id: crypto.randomUUID(), name: "Golden rice" }),
    ];
    const page = await visit("/cart", { ...storage({ "cart-storage": { items } }), ...SHOPPER });
    await page.getByText("Price changed from ₦0.01 to ₦5,000.00", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: free.name, exact: true }).count()).toBe(0);
    await page.getByRole("region", { name: "Order Summary" }).getByText("₦5,000.00").first().waitFor();
    await page.getByText("No longer sold", { exact: true }).waitFor();
    for (const name of ["Golden rice", cheap.name]) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  });

  test("a name is text, a picture no script", async () => {
    const product = await goods();
    const name = "<img src=x onerror=alert(1)>";
    const stored = storedLine({ product, quantity: 1 }, { name, image: "javascript:alert(1)" });
    const page = await visit("/cart", { ...storage({ "cart-storage": { items: [stored] } }), ...SHOPPER });
    await page.getByRole("link", { name: product.name, exact: true }).waitFor();
  });
});

test("two tabs share one cart", async () => {
  const product = await goods({ min_order: 2 });
  const page = await visit(`/product/${product.slug}`, SHOPPER);
  const other = await page.context().newPage();
  await go(other, "/cart");
  await other.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await seen(page.getByRole("button", { name: "Add to Cart", exact: true })).click();
  await other.getByRole("link", { name: product.name, exact: true }).waitFor();
  await expectCartCount(other, 2);
  await other.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expectCartCount(page, 0);
});
