import { expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  expectCartCount,
  expectHeading,
  expectPath,
  expectToast,
  go,
  goods,
  PHONE,
  seen,
  shop,
  SHOPPER,
  sql,
  useShop,
  visit,
} from "./steps.ts";

useShop();

const PICTURES = [
  "/files/demo/parboiled-rice-1.webp",
  "/files/demo/parboiled-rice-2.webp",
  "/files/demo/ofada-rice-1.webp",
];

test("at both widths the thumbs and the arrow keys move the gallery; a picture that does not load gives way to the placeholder", async () => {
  const { slug, name } = await goods({ images: PICTURES });
  const page = await visit(`/product/${slug}`, { width: PHONE, allow: [/404/] });
  const strip = page.getByRole("list", { name: `Pictures of ${name}` });
  const inView = async (number: number) => {
    const picture = strip.getByRole("img", { name: `${name}, picture ${number} of 3` });
    await expect
      .poll(async () =>
        Math.abs(Math.round(((await picture.boundingBox())?.x ?? -1) - ((await strip.boundingBox())?.x ?? 0))),
      )
      .toBeLessThan(3);
  };
  await atBothWidths(page, async () => {
    const thumb = await page.getByRole("link", { name: "Picture 1" }).boundingBox();
    expect(Math.abs((thumb?.x ?? 0) - ((await strip.boundingBox())?.x ?? -9))).toBeLessThan(2);
    await page.getByRole("link", { name: "Picture 3" }).click();
    await inView(3);
    await page.locator('a[aria-label="Picture 3"][aria-current="true"]').waitFor();
    await page.getByRole("link", { name: "Picture 1" }).click();
    await page.locator('a[aria-label="Picture 1"][aria-current="true"]').waitFor();
    await strip.focus();
    await page.keyboard.press("ArrowRight");
    await inView(2);
  });
  const lost = await goods({ images: ["/files/demo/never-drawn.webp"] });
  await go(page, `/product/${lost.slug}`);
  await expect.poll(() => page.getByRole("img", { name: lost.name }).getAttribute("src")).toBe("/placeholder.svg");
  // Other products' pages would show it among the related ones.
  await sql("delete from products where id = $1", [lost.id]);
});

test("the quantity stays between minimum and stock, by buttons and by keyboard; the heart toggles, Share shares, Buy Now leads to the cart, and Back keeps the quantity", async () => {
  const distributor = `Bodija ${crypto.randomUUID().slice(0, 8)}`;
  const { name: other } = await goods({ distributor });
  const { id, slug, name } = await goods({
    distributor,
    min_order: 5,
    stock_quantity: 8,
    discount_price_kobo: 450_000,
  });
  const page = await newPage({ ...SHOPPER, permissions: ["clipboard-read", "clipboard-write"] });
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }));
  await go(page, `/product/${id}`);
  const field = page.getByRole("textbox", { name: `Quantity of ${name}` });
  const more = page.getByRole("button", { name: "Increase quantity" });
  const less = page.getByRole("button", { name: "Decrease quantity" });
  expect([await field.inputValue(), await less.isDisabled()]).toEqual(["5", true]);
  for (const value of ["6", "7", "8"]) {
    await more.click();
    expect(await field.inputValue()).toBe(value);
  }
  expect([await more.isDisabled(), await less.isDisabled()]).toEqual([true, false]);
  await seen(page.getByText("Total ₦36,000.00")).waitFor();
  for (const [typed, becomes] of [
    ["999999", "8"],
    ["6", "6"],
    ["abc", "6"],
    ["", "6"],
    ["3", "5"],
  ] as const) {
    await field.fill(typed);
    await field.press("Enter");
    expect([typed, await field.inputValue()]).toEqual([typed, becomes]);
  }
  await expectToast(page, "Minimum Quantity", "You cannot order less than 5 units of this item.");

  await page.getByRole("button", { name: "Share" }).click();
  await expectToast(page, "Link copied!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop().url}/product/${slug}`);
  const heart = page.getByRole("button", { name: `Save ${name} to wishlist` });
  await heart.click();
  await expectToast(page, "Added to wishlist");
  expect(await heart.getAttribute("aria-pressed")).toBe("true");
  await page.reload();
  await page.getByRole("button", { name: `Save ${name} to wishlist`, pressed: true }).click();
  await expectToast(page, "Removed from wishlist");
  expect(await heart.getAttribute("aria-pressed")).toBe("false");
  await page.evaluate(() => {
    const value = async (what: unknown) => void Object.assign(window, { shared: what });
    Object.defineProperty(navigator, "share", { value });
  });
  await page.getByRole("button", { name: "Share" }).click();
  await expect
    .poll(() => page.evaluate("window.shared"))
    .toEqual({ title: name, url: `${shop().url}/product/${slug}` });

  await more.click();
  await seen(page.getByText("Total ₦27,000.00")).waitFor();
  await page
    .getByRole("list", { name: `More from ${distributor}` })
    .getByRole("link", { name: other })
    .click();
  await expectHeading(page, other);
  expect(await page.getByRole("textbox", { name: `Quantity of ${other}` }).inputValue()).toBe("1");
  await page.goBack();
  await expectHeading(page, name);
  await expect.poll(() => field.inputValue()).toBe("6");
  await page.getByRole("button", { name: "Buy Now" }).click();
  await expectPath(page, "/cart");
  await page.getByRole("link", { name }).waitFor();
  await expectCartCount(page, 6);
  await page.getByText("₦27,000.00").first().waitFor();
});

test("a card shows what the minimum costs, then a stepper; Add to Cart fills the cart up to the stock; phones have a bar with quantity and total, wider screens the buttons of the panel on one line", async () => {
  const { slug, name } = await goods({ min_order: 5, price_kobo: 1_400_000, stock_quantity: 7 });
  const page = await visit(`/products?search=${slug}`, { ...SHOPPER, width: PHONE });
  const card = page.getByRole("article").filter({ hasText: name });
  await card.getByText("Min. 5 · ₦70,000.00").waitFor();
  await card.getByRole("button", { name: /^Add 5 to cart/ }).click();
  await expectToast(page, "Added to cart", `5 × ${name}`);
  await card.getByText("In cart: 5 · ₦70,000.00").waitFor();
  const more = card.getByRole("button", { name: "Increase quantity" });
  await expect.poll(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
  await more.click();
  await card.getByText("In cart: 6 · ₦84,000.00").waitFor();
  await expectCartCount(page, 6);
  await card.getByRole("textbox", { name: `Quantity of ${name}` }).fill("9");
  await page.keyboard.press("Enter");
  await expectToast(page, "Only 7 left");
  await expectCartCount(page, 7);
  await card.getByRole("button", { name: "Decrease quantity" }).click();
  await expectCartCount(page, 6);

  await card.getByRole("link", { name, exact: true }).click();
  await expectHeading(page, name);
  const add = seen(page.getByRole("button", { name: "Add to Cart", exact: true }));
  await add.click();
  await expectToast(page, "Added to cart", `1 × ${name}. That is all there is in stock.`);
  await expectCartCount(page, 7);
  await add.click();
  await expectToast(page, "Nothing added", "Your cart already holds all 7 in stock.");
  await page.getByRole("button", { name: "Increase quantity" }).click();
  const bar = add.locator("xpath=../..");
  await bar.getByText("6 × ₦14,000.00").waitFor();
  await bar.getByText("₦84,000.00").waitFor();
  for (const width of [768, 850, 950]) {
    await page.setViewportSize({ width, height: 800 });
    for (const label of ["Add to Cart", "Buy Now"]) {
      const button = seen(page.getByRole("button", { name: label, exact: true }));
      await expect.poll(async () => [width, label, (await button.boundingBox())?.height]).toEqual([width, label, 52]);
    }
  }
});
