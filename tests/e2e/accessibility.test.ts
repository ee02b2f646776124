import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { TRANSFER_SETTLES_AFTER } from "#sandbox/paystack/payments.ts";
import { expectAccessible } from "../setup/axe.ts";
import {
  atCheckout,
  atPopup,
  change,
  expectMails,
  expectOrderPage,
  expectToast,
  go,
  GOOD_CARD,
  goods,
  payButton,
  payByCard,
  PHONE,
  seen,
  shop,
  someone,
  sql,
  stopBankClock,
  storage,
  useShop,
  visit,
  WIDTHS,
  withCart,
} from "./steps.ts";

useShop();

/** Without motion nothing is half-way between two colours when it is looked at. */
const still = { reducedMotion: "reduce" } as const;

const TARGET = 44;
const SMALLEST_TEXT = 12;

/** Fails for what a finger would miss: buttons, fields and links outside running text of less than 44 px; and for tiny text. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(
    ([target, smallestText]) => {
      const targets = [
        ...document.querySelectorAll<HTMLElement>("main button, header button, header a, dialog button, input, select"),
      ];
      const links = [...document.querySelectorAll<HTMLElement>("main a")].filter(
        (link) => getComputedStyle(link).display !== "inline",
      );
      // A tick box is tapped by its label, and a link's width is its text's.
      const isNarrow = (element: HTMLElement, width: number) =>
        width < target - 0.5 && !(element instanceof HTMLAnchorElement) && !element.closest("label");
      const low = [...targets, ...links].flatMap((element) => {
        const box = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.innerText ?? element.id;
        const unseen = box.width <= 1 || getComputedStyle(element).visibility === "hidden";
        if (unseen || (box.height >= target - 0.5 && !isNarrow(element, box.width))) return [];
        return [`${name.trim()} (${Math.round(box.width)} x ${Math.round(box.height)} px)`];
      });
      const texts = [...document.querySelectorAll<HTMLElement>("main *")].filter(
        (element) =>
          Number.parseFloat(getComputedStyle(element).fontSize) < smallestText &&
          element.getBoundingClientRect().width > 1 &&
          [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      );
      return [...low, ...texts.map((element) => `${element.innerText} (${getComputedStyle(element).fontSize})`)];
    },
    [TARGET, SMALLEST_TEXT] as const,
  );
  expect([page.url(), ...small]).toEqual([page.url()]);
}

/** What every state of every page has to hold at this width. */
async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  const width = page.viewportSize()?.width ?? 0;
  const wide = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
  expect([page.url(), Math.max(wide, width)]).toEqual([page.url(), width]);
  if (!page.url().startsWith(shop().url)) return;
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  if (width === PHONE) await expectLargeTargets(page);
}

async function aProduct(where: string): Promise<string> {
  const [row] = await sql<{ slug: string }>(`select slug from products where ${where} order by name limit 1`);
  if (!row) throw new Error(`no demo product ${where}`);
  return `/product/${row.slug}`;
}

describe.each(WIDTHS)("at %i px", (width) => {
  const options = { width, ...still };

  test.each([
    ["home", "/"],
    ["all products", "/products"],
    ["a search with another spelling", "/products?search=rise"],
    [
      "a filtered list",
      "/products?search=rice&category=grocery-gourmet-food&minPrice=1&maxPrice=900000&sort=price-desc",
    ],
    ["a list with notices", "/products?page=-1&minPrice=abc&sort=x"],
    ["nothing found", "/products?search=qqqqzzzzxxxx"],
    ["featured", "/products/featured"],
    ["best sellers", "/products/best-sellers"],
    ["new arrivals", "/products/new-arrivals"],
    ["a category", "/category/grocery-gourmet-food"],
    ["a sub-category", "/category/rice-grains"],
    ["an empty cart", "/cart"],
    ["an empty wishlist", "/wishlist"],
  ])("%s", async (_, path) => {
    await expectSound(await visit(path, options));
  });

  test.each([
    [
      "a reduced product",
      "discount_price_kobo is not null and stock_quantity > min_order and jsonb_array_length(images) > 1",
    ],
    ["the product with the longest name", "length(name) = (select max(length(name)) from products)"],
  ])("%s", async (_, where) => {
    await expectSound(await visit(await aProduct(where), options));
  });

  test("a product that is out of stock", async () => {
    const { slug } = await goods({ stock_quantity: 0 });
    await expectSound(await visit(`/product/${slug}`, options));
  });

  test("a product with the longest name and price and little stock", async () => {
    const name = "Extraordinarily long-grain stone-free parboiled premium rice from Kebbi, export grade, hand-picked";
    const { slug } = await goods({ name, price_kobo: 98_765_432_100, stock_quantity: 4, min_order: 2 });
    await expectSound(await visit(`/product/${slug}`, options));
  });

  test("the last page", async () => {
    const pages = (await (await fetch(`${shop().url}/products`)).text()).matchAll(/[?&](?:amp;)?page=(\d+)/g);
    const last = Math.max(...Array.from(pages, ([, number]) => Number(number)));
    expect(last).toBeGreaterThan(1);
    await expectSound(await visit(`/products?page=${last}`, options));
  });

  test("not found", async () => {
    await expectSound(await visit("/nothing/here", { ...options, allow: [/404/] }));
  });

  test("suggestions while typing", async () => {
    const page = await visit("/", options);
    await seen(page.getByRole("combobox", { name: "Search products" })).fill("ric");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { selected: true }).waitFor();
    await expectSound(page);
  });

  test("a cart with every kind of news, its dialog and a message", async () => {
    const [dearer, gone, unsold] = [
      await goods(),
      await goods({ name: "Unbreakablylongnameofaproductwithoutanyspaceinit forever" }),
      await goods(),
    ];
    const cart = withCart(...[dearer, gone, unsold].map((product) => ({ product, quantity: 10 })));
    await change(dearer, { price_kobo: 999_999_900, stock_quantity: 4 });
    await change(gone, { stock_quantity: 0 });
    await sql("delete from products where id = $1", [unsold.id]);
    const page = await visit("/cart", { ...options, ...cart });
    await page.getByText("No longer sold", { exact: true }).waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Clear Cart" }).click();
    await page.getByRole("dialog").waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Keep them" }).click();
    await page.getByRole("button", { name: `Remove ${dearer.name}` }).click();
    await expectToast(page, "Item removed");
    await expectSound(page);
  });

  test("a wishlist", async () => {
    const products = [
      await goods(),
      await goods({ name: "Unbreakablylongnameofaproductwithoutanyspaceinit", images: [] }),
    ];
    const items = products.map(({ id, name, slug, price_kobo, images }) => ({
      id,
      name,
      slug,
      price_kobo,
      image: images[0] ?? null,
    }));
    const page = await visit("/wishlist", { ...options, ...storage({ "wishlist-storage": { items } }) });
    await page.getByText("2 saved products").waitFor();
    await expectSound(page);
  });

  test("checkout, empty and with errors", async () => {
    const { page } = await atCheckout(3, options);
    await expectSound(page);
    await payButton(page).click();
    await expectToast(page, "Missing information");
    await expectSound(page);
  });

  test("the provider's popup, the waiting panel and the order", async () => {
    const bankTime = stopBankClock();
    const { page, popup } = await atPopup(3, options);
    await expectAccessible(page);
    await popup.getByRole("tab", { name: "Transfer" }).click();
    await popup.getByRole("button", { name: "I have sent the money" }).click();
    await page.getByRole("heading", { name: "We are waiting for your payment" }).waitFor();
    await expectSound(page);
    await bankTime(TRANSFER_SETTLES_AFTER);
    await expectOrderPage(page);
    await page.getByRole("button", { name: "Stay here" }).click();
    await expectSound(page);
  });

  test("the mailbox and a mail", async () => {
    const { page, popup, buyer } = await atPopup(3, options);
    await payByCard(popup, ...GOOD_CARD);
    await expectMails(buyer.email);
    await page.goto(`${shop().demo?.mailboxUrl}/?q=${buyer.email}`);
    await page.getByRole("link", { name: /Order .* is confirmed/ }).waitFor();
    await expectSound(page);
    await page.getByRole("link", { name: /Order .* is confirmed/ }).click();
    await page.getByRole("heading", { level: 1, name: /^Order/ }).waitFor();
    // A mail's frame runs no scripts, and axe is one.
    await page.getByTitle("The mail").evaluate((frame) => frame.remove());
    await expectSound(page);
    await page.getByRole("navigation", { name: "How to show this mail" }).getByRole("link", { name: "Text" }).click();
    await page.getByRole("region", { name: "Text of the mail" }).waitFor();
    await expectSound(page);
  });
});

test("the menu and the sheets of phones", async () => {
  const page = await visit("/products", { width: PHONE, ...still });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").waitFor();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await seen(page.getByRole("button", { name: "Apply" })).waitFor();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("link", { name: "Price: low to high" }).waitFor();
  await expectSound(page);
});

test("an empty mailbox and a search in it that finds nothing", async () => {
  const page = await visit("/", still);
  for (const q of ["", someone().email]) {
    await page.goto(`${shop().demo?.mailboxUrl}/?q=${q}`);
    await page.getByRole("heading", { name: "Mailbox", level: 1 }).waitFor();
    await expectAccessible(page);
  }
});

test.each(WIDTHS)("at %i px the skip link is first, is seen when focused, and leads past the header", async (width) => {
  const page = await visit("/products", { width });
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(
    await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().height >= 40),
  ).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
});

test.each(["/", "/products", "/checkout"])("%s shows where the keyboard is, at every stop", async (path) => {
  const product = await goods();
  const page = await visit(path, withCart({ product, quantity: 2 }));
  await page.keyboard.press("Tab");
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    const [name, marked] = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const isMarked = (style: CSSStyleDeclaration) =>
        style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
      const frame = element.closest<HTMLElement>('[role="group"]');
      const styles = [
        getComputedStyle(element),
        getComputedStyle(element, "::after"),
        ...(frame ? [getComputedStyle(frame)] : []),
      ];
      return [element.outerHTML.slice(0, 200), element === document.body || styles.some(isMarked)] as const;
    });
    expect(marked ? "" : name).toBe("");
  }
});

test("a payment page is not kept by search engines, and the order's address stays with its buyer", async () => {
  const { page, popup } = await atPopup();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  expect(await page.locator('meta[name="referrer"]').getAttribute("content")).toBe("no-referrer");
  await go(page, "/");
});
