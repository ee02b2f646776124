import { describe, expect, test } from "vitest";
import { makeProducts } from "../fixtures/catalog.ts";
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

describe("content", () => {
  test("name, category, price with the old one struck through, percent, badge, rating, delivery, description", async () => {
    const [category] = await sql<{ id: string }>("select id from categories where slug = 'rice-grains'");
    const product = await goods({
      category_id: category?.id ?? null,
      price_kobo: 1_000_000,
      discount_price_kobo: 666_700,
      min_order: 4,
      stock_quantity: 1_234,
      distributor: "Argungu Mills",
      unit: "50 kg bag",
    });
    const page = await visit(`/product/${product.slug}`);
    await expectHeading(page, product.name);
    const main = page.getByRole("main");
    await main.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Rice & Grains" }).waitFor();
    await main.getByText("₦6,667.00", { exact: true }).first().waitFor();
    expect(await main.locator("s").first().innerText()).toContain("₦10,000.00");
    await main.getByText("33% off").waitFor();
    await main.getByText("In Stock", { exact: true }).first().waitFor();
    await main.getByRole("img", { name: "Rated 4.5 out of 5" }).waitFor();
    await main.getByText("Delivery in 3-5 business days to all 36 states").waitFor();
    await main.getByText(product.description).waitFor();
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(
      `${shop().url}/product/${product.slug}`,
    );
    await go(page, `/product/${product.id}`);
    await expectHeading(page, product.name);
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(
      `${shop().url}/product/${product.slug}`,
    );
  });

  test("what is in stock is said: In Stock, Low Stock, Out of Stock, less than one minimum order", async () => {
    const page = await newPage();
    const open = async (stock_quantity: number, min_order = 1) => {
      const { slug } = await goods({ stock_quantity, min_order });
      await go(page, `/product/${slug}`);
    };
    for (const [stock, label] of [
      [11, "In Stock"],
      [10, "Low Stock"],
      [1, "Low Stock"],
      [0, "Out of Stock"],
    ] as const) {
      await open(stock);
      const rated = page.getByRole("img", { name: "Rated 4.5 out of 5" }).locator("..");
      await rated.getByText(label, { exact: true }).waitFor();
    }
    for (const name of ["Add to Cart", "Buy Now"])
      expect(await seen(page.getByRole("button", { name })).isDisabled()).toBe(true);
    await open(6, 12);
    await page.getByText("Only 6 left, less than the minimum order").waitFor();
    expect(await page.getByRole("button", { name: "Buy Now" }).isDisabled()).toBe(true);
  });

  test("a slug and an id of nothing and a script is not found", async () => {
    const page = await newPage({ allow: [/404/] });
    for (const id of ["no-such-thing", "00000000-0000-4000-8000-000000000000", "%3Cscript%3E"]) {
      await go(page, `/product/${id}`);
      await expectHeading(page, "Oops! Page not found");
      expect(await page.title()).toBe("Page not found | Oja");
    }
  });

  test("a product deleted before the click is not found", async () => {
    const word = `Gone${Date.now()}`;
    const product = await goods({ name: word });
    const page = await visit(`/products?search=${word}`, { allow: [/404/] });
    await sql("delete from products where id = $1", [product.id]);
    await page.getByRole("article").getByRole("link", { name: word }).click();
    await expectHeading(page, "Oops! Page not found");
  });
});

describe("pictures", () => {
  test("at both widths the thumbs and the arrow keys move the gallery", async () => {
    const { slug, name } = await goods({ images: PICTURES });
    const page = await visit(`/product/${slug}`, { width: PHONE });
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
  });

  test("a picture that does not load gives way to the placeholder", async () => {
    const { id, slug, name } = await goods({ images: ["/files/demo/never-drawn.webp"] });
    const page = await visit(`/product/${slug}`, { allow: [/404/] });
    await expect.poll(() => page.getByRole("img", { name }).getAttribute("src")).toBe("/placeholder.svg");
    // Other products' pages would show it among the related ones.
    await sql("delete from products where id = $1", [id]);
  });
});

describe("buying", () => {
  test("the quantity stays between minimum and stock, by buttons and by keyboard", async () => {
    const { slug, name } = await goods({ min_order: 5, stock_quantity: 8 });
    const page = await visit(`/product/${slug}`);
    const field = page.getByRole("textbox", { name: `Quantity of ${name}` });
    const more = page.getByRole("button", { name: "Increase quantity" });
    const less = page.getByRole("button", { name: "Decrease quantity" });
    expect([await field.inputValue(), await less.isDisabled()]).toEqual(["5", true]);
    for (const value of ["6", "7", "8"]) {
      await more.click();
      expect(await field.inputValue()).toBe(value);
    }
    expect([await more.isDisabled(), await less.isDisabled()]).toEqual([true, false]);
    await seen(page.getByText("Total ₦40,000.00")).waitFor();
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
  });

  test("on a phone the bar at the bottom shows quantity and total; from 768 px on the buttons of the buy panel are one line high", async () => {
    const { slug } = await goods({ min_order: 5, price_kobo: 1_400_000 });
    const page = await visit(`/product/${slug}`, { width: PHONE });
    await page.getByRole("button", { name: "Increase quantity" }).click();
    const bar = page
      .getByRole("button", { name: "Add to Cart", exact: true })
      .filter({ visible: true })
      .locator("xpath=../..");
    await bar.getByText("6 × ₦14,000.00").waitFor();
    await bar.getByText("₦84,000.00").waitFor();
    for (const width of [768, 850, 950]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ["Add to Cart", "Buy Now"]) {
        const button = seen(page.getByRole("button", { name, exact: true }));
        await expect.poll(async () => [width, name, (await button.boundingBox())?.height]).toEqual([width, name, 52]);
      }
    }
  });

  test("a card shows what the minimum costs, and in the cart its quantity, which can be changed", async () => {
    const product = await goods({ min_order: 5, price_kobo: 1_400_000, stock_quantity: 7 });
    const page = await visit(`/products?search=${product.slug}`, { ...SHOPPER, width: PHONE });
    const card = page.getByRole("article").filter({ hasText: product.name });
    await card.getByText("Min. 5 · ₦70,000.00").waitFor();
    await card.getByRole("button", { name: /^Add 5 to cart/ }).click();
    await card.getByText("In cart: 5 · ₦70,000.00").waitFor();
    const more = card.getByRole("button", { name: "Increase quantity" });
    await expect.poll(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
    await more.click();
    await card.getByText("In cart: 6 · ₦84,000.00").waitFor();
    await expectCartCount(page, 6);
    await card.getByRole("textbox", { name: `Quantity of ${product.name}` }).fill("9");
    await page.keyboard.press("Enter");
    await expectToast(page, "Only 7 left");
    await expectCartCount(page, 7);
  });

  test("Add to Cart fills the cart up to the stock and says when that is all", async () => {
    const { slug, name } = await goods({ min_order: 3, stock_quantity: 7 });
    const page = await visit(`/product/${slug}`, { ...SHOPPER, width: PHONE });
    const add = seen(page.getByRole("button", { name: "Add to Cart", exact: true }));
    await add.click();
    await expectToast(page, "Added to cart", `3 × ${name}`);
    await add.click();
    await expectCartCount(page, 6);
    await add.click();
    await expectToast(page, "Added to cart", `1 × ${name}. That is all there is in stock.`);
    await expectCartCount(page, 7);
    await add.click();
    await expectToast(page, "Nothing added", "Your cart already holds all 7 in stock.");
  });

  test("Buy Now adds and goes to the cart", async () => {
    const { slug, name } = await goods({ min_order: 2, discount_price_kobo: 450_000 });
    const page = await visit(`/product/${slug}`, SHOPPER);
    await page.getByRole("button", { name: "Increase quantity" }).click();
    await page.getByRole("button", { name: "Buy Now" }).click();
    await expectPath(page, "/cart");
    await page.getByRole("link", { name }).waitFor();
    await expectCartCount(page, 3);
    await page.getByText("₦13,500.00").first().waitFor();
  });

  test("the heart adds and removes a wishlist item", async () => {
    const { slug, name } = await goods();
    const page = await visit(`/product/${slug}`);
    const heart = page.getByRole("button", { name: `Save ${name} to wishlist` });
    await heart.click();
    await expectToast(page, "Added to wishlist");
    expect(await heart.getAttribute("aria-pressed")).toBe("true");
    await page.reload();
    await page.getByRole("button", { name: `Save ${name} to wishlist`, pressed: true }).click();
    await expectToast(page, "Removed from wishlist");
    expect(await heart.getAttribute("aria-pressed")).toBe("false");
  });
});

describe("sharing", () => {
  test("copies the link where the browser has no share sheet", async () => {
    const { slug, id } = await goods();
    const page = await newPage({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await go(page, `/product/${id}`);
    await page.getByRole("button", { name: "Share" }).click();
    await expectToast(page, "Link copied!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop().url}/product/${slug}`);
  });

  test("hands the link to the share sheet where there is one", async () => {
    const { slug, name } = await goods();
    const page = await newPage({ width: PHONE });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", {
        value: async (what: unknown) => void Object.assign(window, { shared: what }),
      });
    });
    await go(page, `/product/${slug}`);
    await page.getByRole("button", { name: "Share" }).click();
    await expect
      .poll(() => page.evaluate("window.shared"))
      .toEqual({ title: name, url: `${shop().url}/product/${slug}` });
  });
});

describe("around it", () => {
  test("up to eight more of its distributor and four related ones, each a page of its own", async () => {
    const [category] = await sql<{ id: string }>("select id from categories where slug = 'rice-grains'");
    const house = `Bodija Sesame House ${crypto.randomUUID().slice(0, 8)}`;
    const made = await makeProducts(shop().shop.db, 10, (index) => ({
      name: `Bodija sesame ${index}`,
      distributor: house,
      category_id: category?.id ?? null,
      stock_quantity: 100 + index,
    }));
    const page = await visit(`/product/${made[0]?.slug}`);
    const more = page.getByRole("list", { name: `More from ${house}` });
    expect(await more.getByRole("article").count()).toBe(8);
    const related = page.getByRole("region", { name: "Related Products" }).getByRole("article");
    expect(await related.count()).toBe(4);
    const shown = [
      ...(await more.getByRole("heading").allInnerTexts()),
      ...(await related.getByRole("heading").allInnerTexts()),
    ];
    expect(shown).not.toContain("Bodija sesame 0");
    expect(new Set(shown).size, "one product stands in one place").toBe(12);
    await page.getByRole("button", { name: "Increase quantity" }).click();
    const next = more.getByRole("heading").getByRole("link").first();
    const name = await next.innerText();
    await next.click();
    await expectHeading(page, name);
    expect(await page.getByRole("textbox", { name: `Quantity of ${name}` }).inputValue()).toBe("1");
  });
});
