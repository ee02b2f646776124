import { expect, test } from "vitest";
import type { Product } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import {
  change,
  expectCartCount,
  expectHeading,
  expectPath,
  expectToast,
  go,
  goods,
  goWithClock,
  PHONE,
  seen,
  SHOPPER,
  sql,
  storage,
  useShop,
  visit,
} from "./steps.ts";

useShop();

function wishlistItem({ id, name, slug, price_kobo, images }: Product): Record<string, unknown> {
  return { id, name, slug, price: price_kobo / 100, image: images[0] ?? null };
}

const withWishlist = (...products: Product[]) => storage({ "wishlist-storage": { items: products.map(wishlistItem) } });

test("on a phone the heart of a card saves, the page shows it, and removing empties it", async () => {
  const page = await visit("/products", { width: PHONE });
  const card = page.getByRole("main").getByRole("article").first();
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("button", { name: `Save ${name} to wishlist` }).click();
  await expectToast(page, "Added to wishlist", name);
  await go(page, "/wishlist");
  await page.getByText("1 saved product", { exact: true }).waitFor();
  const item = page.getByRole("main").getByRole("listitem");
  await item.getByRole("button", { name: `Remove ${name} from wishlist` }).click();
  await expectToast(page, "Removed from wishlist");
  await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "Browse Products" }).click();
  await expectPath(page, "/products");
  expect(await card.getByRole("button", { name: `Save ${name} to wishlist` }).getAttribute("aria-pressed")).toBe(
    "false",
  );
});

test("an item shows its price and leads to its product", async () => {
  const product = await goods({ price_kobo: 1_234_567 });
  const page = await visit("/wishlist", withWishlist(product));
  await page.getByText("₦12,345.67").waitFor();
  await page.getByRole("link", { name: product.name, exact: true }).click();
  await expectPath(page, `/product/${product.slug}`);
});

test("removing one fades it, keeps the other and moves the focus there", async () => {
  const [first, second] = [await goods(), await goods()];
  const page = await newPage(withWishlist(first, second));
  await goWithClock(page, "/wishlist");
  const item = page.getByRole("main").getByRole("listitem").filter({ hasText: first.name });
  await page.getByRole("button", { name: `Remove ${first.name} from wishlist` }).click();
  await expect.poll(() => item.evaluate((element) => getComputedStyle(element).opacity)).toBe("0");
  await page.clock.runFor(300);
  await item.waitFor({ state: "detached" });
  const next = page.getByRole("button", { name: `Remove ${second.name} from wishlist` });
  await expect.poll(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("one unit goes into the cart; there the shop corrects minimum and price", async () => {
  const product = await goods({ min_order: 6, price_kobo: 500_000 });
  const page = await newPage({ ...withWishlist(product), ...SHOPPER, width: PHONE });
  const checked = page.waitForResponse(/\/cart\/check/);
  await go(page, "/wishlist");
  await checked;
  await change(product, { price_kobo: 550_000 });
  await page.getByRole("button", { name: `Add to Cart: ${product.name}` }).click();
  await expectToast(page, "Item added to cart", product.name);
  await expectCartCount(page, 1);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectHeading(page, "Your cart");
  await page.getByText("Minimum order is 6, quantity raised", { exact: true }).waitFor();
  await page.getByText("Price changed from ₦5,000.00 to ₦5,500.00", { exact: true }).waitFor();
  await expectCartCount(page, 6);
});

test("on a phone prices are today's, and what changed is said", async () => {
  const [dearer, gone, unsold] = [
    await goods({ price_kobo: 600_000 }),
    await goods({ stock_quantity: 0 }),
    await goods(),
  ];
  await sql("delete from products where id = $1", [unsold.id]);
  const items = [{ ...wishlistItem(dearer), price: 5000 }, wishlistItem(gone), wishlistItem(unsold)];
  const page = await visit("/wishlist", { ...storage({ "wishlist-storage": { items } }), width: PHONE });
  const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await card(dearer.name).getByText("Price changed from ₦5,000.00 to ₦6,000.00").waitFor();
  await card(dearer.name).getByText("₦6,000.00", { exact: true }).waitFor();
  for (const [{ name }, why] of [
    [gone, "Out of stock"],
    [unsold, "No longer sold"],
  ] as const) {
    await card(name).getByText(why, { exact: true }).waitFor();
    expect(
      await card(name)
        .getByRole("button", { name: `Add to Cart: ${name}` })
        .isDisabled(),
    ).toBe(true);
  }
  await page.reload();
  await card(dearer.name).getByText("₦6,000.00", { exact: true }).waitFor();
  await card(gone.name).getByText("Out of stock", { exact: true }).waitFor();
  expect(await page.getByText("Price changed").count()).toBe(0);
});

test("an empty wishlist, an empty cart and the end of a product's page show what was seen last, at today's price", async () => {
  const [first, last] = [await goods(), await goods()];
  const page = await visit(`/product/${first.slug}`, { width: PHONE });
  await go(page, `/product/${last.slug}`);
  await change(first, { price_kobo: 700_000 });
  for (const path of ["/wishlist", "/cart"]) {
    await go(page, path);
    const cards = page.getByRole("region", { name: "Recently viewed" }).getByRole("article");
    await cards.nth(1).getByText("₦7,000.00").first().waitFor();
    expect(await cards.getByRole("heading").allInnerTexts()).toEqual([last.name, first.name]);
  }
  await go(page, `/product/${last.slug}`);
  const before = page.getByRole("region", { name: "Recently viewed" });
  expect(await before.count()).toBe(0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await before.getByText("₦7,000.00").first().waitFor();
  expect(await before.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([first.name]);
});

test("a product is saved only once, and Clear Wishlist empties it", async () => {
  const [first, second] = [await goods(), await goods()];
  const page = await visit("/wishlist", withWishlist(first, second, first));
  await page.getByText("2 saved products").waitFor();
  await page.getByRole("button", { name: "Clear Wishlist" }).click();
  await expectToast(page, "Wishlist cleared");
  await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
});

test("a malformed wishlist is empty; a stored name is rendered as text", async () => {
  const page = await visit("/wishlist");
  const store = (value: string) => page.evaluate((text) => localStorage.setItem("wishlist-storage", text), value);
  for (const stored of [
    "{not json",
    "[]",
    "null",
    JSON.stringify({ state: { items: [null, 1, { id: "x" }, { id: 5, name: {} }] } }),
  ]) {
    await store(stored);
    await go(page, "/wishlist");
    await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
  }
  const name = "<img src=x onerror=alert(1)>";
  const item = { ...wishlistItem(await goods()), id: crypto.randomUUID(), name, image: "javascript:alert(1)" };
  await store(JSON.stringify({ state: { items: [item] }, version: 0 }));
  await go(page, "/wishlist");
  await page.getByRole("link", { name, exact: true }).waitFor();
});

test("two tabs share one wishlist", async () => {
  const product = await goods();
  const page = await visit(`/product/${product.slug}`);
  const other = await page.context().newPage();
  await go(other, "/wishlist");
  await seen(page.getByRole("button", { name: `Save ${product.name} to wishlist` }))
    .first()
    .click();
  await other.getByRole("link", { name: product.name, exact: true }).waitFor();
});
