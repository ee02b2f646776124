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

test("a product is saved once, Clear Wishlist empties it; on a phone the heart of a card saves in all tabs, and removing the last one leads on", async () => {
  const [first, second] = [await goods(), await goods()];
  const page = await visit("/wishlist", { ...withWishlist(first, second, first), width: PHONE });
  await page.getByText("2 saved products").waitFor();
  await page.getByRole("button", { name: "Clear Wishlist" }).click();
  await expectToast(page, "Wishlist cleared");
  const empty = page.getByRole("heading", { name: "Your wishlist is empty" });
  await empty.waitFor();
  await page.reload();
  await empty.waitFor();

  const other = await page.context().newPage();
  await go(other, "/products");
  const card = other.getByRole("main").getByRole("article").first();
  const name = await card.getByRole("heading").innerText();
  const heart = card.getByRole("button", { name: `Save ${name} to wishlist` });
  await heart.click();
  await expectToast(other, "Added to wishlist", name);
  await page.getByText("1 saved product", { exact: true }).waitFor();
  const item = page.getByRole("main").getByRole("listitem");
  await item.getByRole("button", { name: `Remove ${name} from wishlist` }).click();
  await expectToast(page, "Removed from wishlist");
  await empty.waitFor();
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
  await page.getByRole("link", { name: "Browse Products" }).click();
  await expectPath(page, "/products");
});

test("removing one fades it, keeps the other and moves the focus there; an item shows its price and leads to its product", async () => {
  const [first, second] = [await goods(), await goods({ price_kobo: 1_234_567 })];
  const page = await newPage(withWishlist(first, second));
  await goWithClock(page, "/wishlist");
  const item = page.getByRole("main").getByRole("listitem").filter({ hasText: first.name });
  await page.getByRole("button", { name: `Remove ${first.name} from wishlist` }).click();
  await expect.poll(() => item.evaluate((element) => getComputedStyle(element).opacity)).toBe("0");
  await page.clock.runFor(300);
  await item.waitFor({ state: "detached" });
  const next = page.getByRole("button", { name: `Remove ${second.name} from wishlist` });
  await expect.poll(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.clock.resume();
  await page.getByText("₦12,345.67").waitFor();
  await page.getByRole("link", { name: second.name, exact: true }).click();
  await expectPath(page, `/product/${second.slug}`);
});

test("on a phone prices are today's, and what changed is said; a stored name is rendered as text; one unit goes into the cart, where the shop corrects minimum and price", async () => {
  const [dearer, gone, unsold] = [
    await goods({ price_kobo: 600_000, min_order: 6 }),
    await goods({ stock_quantity: 0 }),
    await goods(),
  ];
  await sql("delete from products where id = $1", [unsold.id]);
  const hostile = "<img src=x onerror=alert(1)>";
  const items = [
    { ...wishlistItem(dearer), price: 5000 },
    wishlistItem(gone),
    { ...wishlistItem(unsold), name: hostile, image: "javascript:alert(1)" },
  ];
  const page = await visit("/wishlist", { ...storage({ "wishlist-storage": { items } }), ...SHOPPER, width: PHONE });
  const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await card(dearer.name).getByText("Price changed from ₦5,000.00 to ₦6,000.00").waitFor();
  await card(dearer.name).getByText("₦6,000.00", { exact: true }).waitFor();
  for (const [name, why] of [
    [gone.name, "Out of stock"],
    [hostile, "No longer sold"],
  ] as const) {
    await card(name).getByText(why, { exact: true }).waitFor();
    expect(
      await card(name)
        .getByRole("button", { name: `Add to Cart: ${name}` })
        .isDisabled(),
    ).toBe(true);
  }
  await page.getByRole("link", { name: hostile, exact: true }).waitFor();
  const checked = page.waitForResponse(/\/cart\/check/);
  await page.reload();
  await checked;
  await card(dearer.name).getByText("₦6,000.00", { exact: true }).waitFor();
  await card(gone.name).getByText("Out of stock", { exact: true }).waitFor();
  expect(await page.getByText("Price changed").count()).toBe(0);

  await change(dearer, { price_kobo: 650_000 });
  await page.getByRole("button", { name: `Add to Cart: ${dearer.name}` }).click();
  await expectToast(page, "Item added to cart", dearer.name);
  await expectCartCount(page, 1);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectHeading(page, "Your cart");
  await page.getByText("Minimum order is 6, quantity raised", { exact: true }).waitFor();
  await page.getByText("Price changed from ₦6,000.00 to ₦6,500.00", { exact: true }).waitFor();
  await expectCartCount(page, 6);
});

test("an empty wishlist, an empty cart and the end of a product's page show what was seen last, at today's price", async () => {
  const [first, last] = [await goods(), await goods()];
  const page = await visit(`/product/${first.slug}`, { width: PHONE });
  await change(first, { price_kobo: 700_000 });
  await go(page, `/product/${last.slug}`);
  const rail = page.getByRole("region", { name: "Recently viewed" });
  expect(await rail.count()).toBe(0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await rail.getByText("₦7,000.00").first().waitFor();
  expect(await rail.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([first.name]);
  for (const [link, title] of [
    [/^Wishlist/, "Your wishlist"],
    [/^Cart/, "Your cart"],
  ] as const) {
    await page.getByRole("link", { name: link }).first().click();
    await expectHeading(page, title);
    const cards = rail.getByRole("article");
    await cards.nth(1).getByText("₦7,000.00").first().waitFor();
    expect(await cards.getByRole("heading").allInnerTexts()).toEqual([last.name, first.name]);
  }
});
