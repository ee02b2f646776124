import { describe, expect, test } from "vitest";
import { expectNoOverflow } from "../fixtures/browser-admin.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  change,
  expectCartCount,
  expectPath,
  expectToast,
  go,
  goods,
  PHONE,
  seen,
  shop,
  SHOPPER,
  sql,
  storage,
  storedLine,
  usable,
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
  });

  test("the summary adds up; Clear Cart asks first; removing takes the line off and moves the focus to its neighbour, Undo brings it back with its quantity and its place; an empty cart cannot be paid", async () => {
    const [first, second] = [
      await goods({ price_kobo: 123_456 }),
      await goods({ price_kobo: 50_050, discount_price_kobo: 40_000 }),
    ];
    const page = await visit("/cart", withCart({ product: first, quantity: 3 }, { product: second, quantity: 10 }));
    const summary = page.getByRole("region", { name: "Order Summary" });
    await summary.getByText("Subtotal (13 units)").waitFor();
    expect(await summary.getByText("₦7,703.68", { exact: true }).count()).toBe(2);
    await summary.getByText("Free", { exact: true }).waitFor();
    expect(await seen(page.getByRole("link", { name: "Continue Shopping" })).getAttribute("href")).toBe("/products");

    const dialog = page.getByRole("dialog", { name: "Clear your cart?" });
    for (const leave of [
      () => dialog.getByRole("button", { name: "Keep them" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await page.getByRole("button", { name: "Clear Cart" }).click();
      await dialog.getByText("2 products will be removed.").waitFor();
      await leave();
      await dialog.waitFor({ state: "hidden" });
      await expectCartCount(page, 13);
    }

    await page.getByRole("button", { name: `Remove ${first.name}` }).click();
    await expectToast(page, "Item removed", first.name);
    await expectCartCount(page, 10);
    const isFocused = (element: Element) => element === document.activeElement;
    const next = page.getByRole("button", { name: `Remove ${second.name}` });
    await expect.poll(() => next.evaluate(isFocused)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectCartCount(page, 13);
    const remove = page.getByRole("button", { name: /^Remove / });
    expect(await remove.first().getAttribute("aria-label")).toBe(`Remove ${first.name}`);
    await expect.poll(() => remove.first().evaluate(isFocused)).toBe(true);

    await page.getByRole("button", { name: "Clear Cart" }).click();
    await dialog.getByRole("button", { name: "Clear Cart" }).click();
    await expectToast(page, "Cart cleared");
    await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
    await expectCartCount(page, 0);
    await go(page, "/checkout");
    await expectPath(page, "/cart");
    await expectToast(page, "Empty Cart", "Please add items to your cart before checking out.");
    await page.getByRole("link", { name: "Browse Products" }).click();
    await expectPath(page, "/products");
  });

  test("two tabs share one cart; a card's minus at the minimum takes the product off it, and Undo puts it back", async () => {
    const product = await goods({ min_order: 5 });
    const page = await visit(`/products?search=${encodeURIComponent(product.name)}`, { ...SHOPPER, width: PHONE });
    const other = await page.context().newPage();
    await go(other, "/cart");
    await other.getByRole("heading", { name: "Your cart is empty" }).waitFor();
    const card = page.getByRole("article").filter({ hasText: product.name });
    const add = card.getByRole("button", { name: /^Add 5 to cart/ });
    await add.click();
    await other.getByRole("link", { name: product.name, exact: true }).waitFor();
    await expectCartCount(other, 5);
    await card.getByRole("button", { name: `Remove ${product.name} from cart` }).click();
    await expectCartCount(page, 0);
    await expectToast(page, "Item removed", product.name);
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectCartCount(page, 5);
    await other.getByRole("button", { name: `Remove ${product.name}` }).click();
    await expectCartCount(page, 0);
  });
});

describe("the server check", () => {
  test("a table on wide screens, a list on phones: in both, changed price, minimum and stock are reported by line, until dismissed; deleted and unavailable products block the checkout until they are removed", async () => {
    const [dearer, fewer, more, same] = [await goods(), await goods(), await goods(), await goods()];
    const [gone, unsold, scarce] = [await goods(), await goods(), await goods({ min_order: 10 })];
    const cart = withCart(
      { product: dearer, quantity: 2 },
      { product: fewer, quantity: 9 },
      { product: more, quantity: 2 },
      { product: same, quantity: 1 },
      ...[gone, unsold, scarce].map((product) => ({ product, quantity: 10 })),
    );
    await change(dearer, { price_kobo: 510_000 });
    await change(fewer, { stock_quantity: 4 });
    await change(more, { min_order: 5 });
    await change(gone, { stock_quantity: 0 });
    await change(scarce, { stock_quantity: 3 });
    await sql("delete from products where id = $1", [unsold.id]);
    const page = await visit("/cart", { ...cart, width: PHONE });
    await page.getByText("6 items have changed", { exact: true }).waitFor();
    await atBothWidths(page, async (width) => {
      const [role, other] = width === PHONE ? (["listitem", "row"] as const) : (["row", "listitem"] as const);
      const line = (name: string) => page.getByRole(role).filter({ hasText: name });
      await seen(line(same.name).getByText(/^₦5,000\.00/))
        .first()
        .waitFor();
      await expect.poll(() => page.getByRole(other).filter({ hasText: same.name }).count()).toBe(0);
      await line(dearer.name).getByText("Price changed from ₦5,000.00 to ₦5,100.00").waitFor();
      await line(fewer.name).getByText("Only 4 left, quantity lowered").waitFor();
      await line(more.name).getByText("Minimum order is 5, quantity raised").waitFor();
    });
    await page.getByText("Out of stock", { exact: true }).waitFor();
    await page.getByText("No longer sold", { exact: true }).waitFor();
    await page.getByText("Only 3 left, fewer than the minimum order of 10", { exact: true }).waitFor();
    await seen(page.getByText("Remove the 3 items that cannot be bought to continue.")).waitFor();
    await page.getByText("Without 3 items that cannot be bought.").waitFor();
    expect(await seen(page.getByRole("button", { name: "Checkout" })).isDisabled()).toBe(true);
    await page.getByRole("region", { name: "Order Summary" }).getByText("₦60,200.00").first().waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("Price changed from").waitFor({ state: "detached" });
    for (const { name } of [gone, unsold, scarce]) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await expectCartCount(page, 2 + 4 + 5 + 1);
    await seen(page.getByRole("link", { name: "Checkout" })).waitFor();
  });

  test("a failed check is reported, and the cart stays; more than one payment can hold is said, with the way on", async () => {
    const product = await goods({ price_kobo: 600_000_000 });
    const page = await newPage({ ...withCart({ product, quantity: 2 }), allow: [/ERR_FAILED/] });
    await page.route("**/cart/check", (route) => route.abort());
    await go(page, "/cart");
    await page.getByText("We could not check today’s prices just now.").waitFor();
    await expectCartCount(page, 2);
    await seen(page.getByText("Card and transfer payments are limited to ₦10,000,000.00 per order.")).waitFor();
    expect(await seen(page.getByRole("link", { name: "request a custom order" })).getAttribute("href")).toBe(
      "/custom-order",
    );
  });
});

test("before the app's files are there an empty cart and an empty wishlist say so, and a filled cart does not", async () => {
  const page = await newPage({ width: PHONE });
  await page.route("**/assets/*.js", () => {});
  const open = (path: string) => page.goto(`${shop().url}${path}`, { waitUntil: "commit" });
  const loading = page.getByRole("status", { name: "Loading your cart" });
  await open("/wishlist");
  await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
  await open("/cart");
  const empty = page.getByRole("heading", { name: "Your cart is empty" });
  await empty.waitFor();
  expect(await loading.isVisible()).toBe(false);
  const cart = { state: { items: [storedLine({ product: await goods(), quantity: 1 })], count: 1 }, version: 0 };
  await page.evaluate((text) => localStorage.setItem("cart-storage", text), JSON.stringify(cart));
  await open("/cart");
  await loading.waitFor();
  expect(await empty.isVisible()).toBe(false);
});

test("a malformed cart is an empty one; in a manipulated one a price becomes the current one, a price of zero drops the line, an unknown product is reported, a name is text, a picture no script", async () => {
  const page = await visit("/cart", { ...storage({ "cart-storage": "{not json" }), ...SHOPPER });
  await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await expectToast(page, "Your cart was repaired", "Some stored items could not be read and were removed.");
  await expectCartCount(page, 0);

  const [cheap, free, other, renamed] = [await goods(), await goods(), await goods(), await goods()];
  const invalid = [{ quantity: -5 }, { quantity: 0 }, { quantity: 1.5 }, { quantity: "many" }, { min_order: -3 }];
  const repaired = await Promise.all(invalid.map(() => goods({ min_order: 2 })));
  const items = [
    storedLine({ product: cheap, quantity: 1 }, { price: 0.01 }),
    storedLine({ product: free, quantity: 1 }, { price: 0 }),
    storedLine({ product: other, quantity: 1 }, { id: crypto.randomUUID(), name: "Golden rice" }),
    storedLine(
      { product: renamed, quantity: 1 },
      { name: "<img src=x onerror=alert(1)>", image: "javascript:alert(1)" },
    ),
    ...repaired.map((product, at) => storedLine({ product, quantity: 2 }, invalid[at])),
  ];
  // This page can no longer store its own cart over it.
  await page.evaluate(
    (text) => {
      localStorage.setItem("cart-storage", text);
      Storage.prototype.setItem = () => {};
    },
    JSON.stringify({ state: { items }, version: 0 }),
  );
  await go(page, "/cart");
  await page.getByText("Price changed from ₦0.01 to ₦5,000.00", { exact: true }).waitFor();
  await page.getByText("No longer sold", { exact: true }).waitFor();
  for (const { name } of [...repaired, renamed]) await page.getByRole("link", { name, exact: true }).waitFor();
  expect(await page.getByRole("link", { name: free.name, exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Remove Golden rice" }).click();
  await expectCartCount(page, 1 + 1 + 5 * 2);
  await page.getByRole("region", { name: "Order Summary" }).getByText("₦60,000.00").first().waitFor();
});

const formCart = (id: string) => ({ name: "oja.cart", value: `${id.replaceAll("-", "")}-6-6`, url: shop().url });

test("what forms left comes into the browser's cart once there is JavaScript", async () => {
  const product = await goods({ min_order: 5, larger_units: [{ unit: "pallet", pieces: 6 }] });
  const page = await newPage();
  await page.context().addCookies([formCart(product.id)]);
  await page.goto(`${shop().url}/products`);
  await usable(page);
  await expectCartCount(page, 6);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("oja.cart");
  await page.goto(`${shop().url}/cart/basic`);
  await expectPath(page, "/cart");
  await expectCartCount(page, 6);
  await page.getByText("1 pallet (6").waitFor();
});

test("without JavaScript checkout and wishlist say that they need it, without a skeleton, and the cart of forms fits at both widths", async () => {
  const product = await goods({ min_order: 5, larger_units: [{ unit: "pallet", pieces: 6 }] });
  const page = await newPage({ width: PHONE, javaScriptEnabled: false });
  for (const path of ["/checkout", "/wishlist"]) {
    await page.goto(`${shop().url}${path}`);
    expect(await page.locator("main noscript > div").innerText()).toContain("needs JavaScript");
    const skeleton = page.getByRole("status", { name: /^Loading/ }).filter({ visible: true });
    expect(await skeleton.count()).toBe(0);
  }
  // The session stays unknown.
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Account", exact: true }).waitFor();
  expect(await header.getByRole("link", { name: "Sign In" }).count()).toBe(0);
  await page.context().addCookies([formCart(product.id)]);
  await page.goto(`${shop().url}/products`);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectPath(page, "/cart/basic");
  await page.getByRole("listitem").filter({ hasText: product.name }).getByText("1 pallet (6").waitFor();
  await atBothWidths(page, () => expectNoOverflow(page));
});
