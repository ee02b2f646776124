import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { TRANSFER_SETTLES_AFTER } from "#sandbox/paystack/payments.ts";
import { expectNoOverflow } from "../fixtures/browser-admin.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  atCheckout,
  atPopup,
  change,
  expectMails,
  expectOrderPage,
  expectToast,
  go,
  goods,
  payButton,
  PHONE,
  seen,
  shop,
  newContact,
  sql,
  stopBankClock,
  useShop,
  visit,
  WIDE,
  withCart,
} from "./steps.ts";

useShop();

const SMALL = { width: PHONE, height: 780 };
const TARGET = 44;
const SMALLEST_TEXT = 12;

/** Fails for touch targets below 44 px (buttons, fields and links outside running text) and for tiny text. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(
    ([target, smallestText]) => {
      const targets = [
        ...document.querySelectorAll<HTMLElement>("main button, header button, header a, dialog button, input, select"),
      ];
      const links = [...document.querySelectorAll<HTMLElement>("main a")].filter(
        (link) => getComputedStyle(link).display !== "inline",
      );
      // A check box is tapped by its label, and a link is as wide as its text.
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

/** Checks a state of a page at its current width. */
async function expectSoundHere(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  if (!page.url().startsWith(shop().url)) return;
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  if (page.viewportSize()?.width === PHONE) await expectLargeTargets(page);
}

/** The same on a phone, and that the page fits a wide screen. */
async function expectSound(page: Page): Promise<void> {
  await expectSoundHere(page);
  await page.setViewportSize(WIDE);
  await expectNoOverflow(page);
  await page.setViewportSize(SMALL);
}

/** Checks all of it at both widths, where a wide screen has other parts. */
const expectSoundAtBothWidths = (page: Page) => atBothWidths(page, () => expectSoundHere(page));

async function aProduct(where: string): Promise<string> {
  const [row] = await sql<{ slug: string }>(`select slug from products where ${where} order by name limit 1`);
  if (!row) throw new Error(`no demo product ${where}`);
  return `/product/${row.slug}`;
}

/** A page of a visitor with a phone, which is also checked on a wide screen. */
const phone = { width: PHONE };

const REDUCED = "discount_price_kobo is not null and stock_quantity > min_order and jsonb_array_length(images) > 1";

test("home, and suggestions while typing", async () => {
  const page = await visit("/", phone);
  await expectSoundAtBothWidths(page);
  // Each width has its own search box.
  await atBothWidths(page, async (width) => {
    await seen(page.getByRole("combobox", { name: "Search products" })).fill("ric");
    await seen(page.getByRole("option")).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await seen(page.getByRole("option", { selected: true })).waitFor();
    await (width === PHONE ? expectSoundHere(page) : expectNoOverflow(page));
  });
});

test("all products with the menu and the sheets of phones, a reduced product", async () => {
  const page = await visit("/products", phone);
  await expectSoundAtBothWidths(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").waitFor();
  await expectSoundHere(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await seen(page.getByRole("button", { name: "Apply" })).waitFor();
  await expectSoundHere(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("link", { name: "Price: low to high" }).waitFor();
  await expectSoundHere(page);
  await go(page, await aProduct(REDUCED));
  await expectSoundAtBothWidths(page);
});

/** The first one opens the page, the others navigate in it: a test for each would load everything again. */
test.each<[string, ...(string | (() => Promise<string>))[]]>([
  [
    "a search with another spelling, a filtered list with notices, nothing found, a category",
    "/products?search=rise",
    "/products?search=rice&category=grocery-gourmet-food&minPrice=abc&maxPrice=900000&sort=x",
    "/products?search=qqqqzzzzxxxx",
    "/category/rice-grains",
  ],
  [
    "an empty cart, an empty wishlist, not found, a product that is out of stock, one with the longest name and price",
    "/cart",
    "/wishlist",
    "/nothing/here",
    async () => `/product/${(await goods({ stock_quantity: 0 })).slug}`,
    async () => {
      const name = "Extraordinarily long-grain stone-free parboiled premium rice from Kebbi, export grade, hand-picked";
      const { slug } = await goods({ name, price_kobo: 98_765_432_100, stock_quantity: 4, min_order: 2 });
      return `/product/${slug}`;
    },
  ],
])("%s", async (_, ...states) => {
  const page = await newPage({ ...phone, allow: [/404/] });
  for (const state of states) {
    await go(page, typeof state === "string" ? state : await state());
    await expectSound(page);
  }
});

test("a cart with every kind of news, its dialog and a message; a wishlist", async () => {
  const [dearer, gone, unsold] = [
    await goods(),
    await goods({ name: "Unbreakablylongnameofaproductwithoutanyspaceinit forever" }),
    await goods(),
  ];
  const cart = withCart(...[dearer, gone, unsold].map((product) => ({ product, quantity: 10 })));
  await change(dearer, { price_kobo: 999_999_900, stock_quantity: 4 });
  await change(gone, { stock_quantity: 0 });
  await sql("delete from products where id = $1", [unsold.id]);
  const page = await visit("/cart", { ...phone, ...cart });
  await page.getByText("No longer sold", { exact: true }).waitFor();
  await expectSoundAtBothWidths(page);
  await page.getByRole("button", { name: "Clear Cart" }).click();
  await page.getByRole("dialog").waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "Keep them" }).click();
  // A message disappears after four seconds: each width has its own.
  const removed = [dearer, unsold];
  await atBothWidths(page, async (width) => {
    await page.getByRole("button", { name: `Remove ${removed.pop()?.name}` }).click();
    await expectToast(page, "Item removed");
    await (width === PHONE ? expectSoundHere(page) : expectNoOverflow(page));
  });

  const saved = [gone, await goods({ images: [] })].map(({ id, name, slug, price_kobo, images }) => ({
    id,
    name,
    slug,
    price_kobo,
    image: images[0] ?? null,
  }));
  const wishlist = JSON.stringify({ state: { items: saved }, version: 0 });
  await page.evaluate((value) => localStorage.setItem("wishlist-storage", value), wishlist);
  await go(page, "/wishlist");
  await page.getByText("2 saved products").waitFor();
  await expectSound(page);
});

test("checkout, empty and with errors", async () => {
  const { page } = await atCheckout(3, phone);
  await expectSoundAtBothWidths(page);
  await payButton(page).click();
  await expectToast(page, "Missing information");
  await expectSound(page);
});

test("the provider's popup, the waiting panel, the order, the mailbox and a mail", async () => {
  const bankTime = stopBankClock();
  const { page, popup, buyer } = await atPopup(3, phone);
  await expectAccessible(page);
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("button", { name: "I have sent the money" }).click();
  await page.getByRole("heading", { name: "We are waiting for your payment" }).waitFor();
  await expectSound(page);
  await bankTime(TRANSFER_SETTLES_AFTER);
  await expectOrderPage(page);
  await page.getByRole("button", { name: "Stay here" }).click();
  // The page is noindex and sends no referrer.
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  expect(await page.locator('meta[name="referrer"]').getAttribute("content")).toBe("no-referrer");
  await expectSoundAtBothWidths(page);

  await expectMails(buyer.email);
  await page.goto(`${shop().demo?.mailboxUrl}/?q=${buyer.email}`);
  await page.getByRole("link", { name: /Order .* is confirmed/ }).waitFor();
  await expectSound(page);
  await page.getByRole("link", { name: /Order .* is confirmed/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Order/ }).waitFor();
  // A mail's frame runs no scripts, and axe is a script.
  await page.getByTitle("The mail").evaluate((frame) => frame.remove());
  await expectSound(page);
  await page.getByRole("navigation", { name: "How to show this mail" }).getByRole("link", { name: "Text" }).click();
  await page.getByRole("region", { name: "Text of the mail" }).waitFor();
  await expectSound(page);
  await page.goto(`${shop().demo?.mailboxUrl}/?q=${newContact().email}`);
  await page.getByRole("heading", { name: "Mailbox", level: 1 }).waitFor();
  await expectAccessible(page);
});

test("home, a list and the checkout have a skip link first, and show where the keyboard is, at every stop", async () => {
  const product = await goods();
  const page = await newPage({ ...withCart({ product, quantity: 2 }), ...phone });
  for (const path of ["/", "/products", "/checkout"]) {
    if (path !== "/") await page.setViewportSize(WIDE);
    await go(page, path);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    const isSeen = (link: Element) => link === document.activeElement && link.getBoundingClientRect().height >= 40;
    expect([path, await skip.evaluate(isSeen)]).toEqual([path, true]);
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press("Tab");
      expect([path, await unmarkedFocus(page)]).toEqual([path, ""]);
    }
    await skip.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  }
});

/** Elements that have the focus without showing it. */
async function unmarkedFocus(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const isMarked = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const frame = element.closest<HTMLElement>('[role="group"]');
    const styles = [
      getComputedStyle(element),
      getComputedStyle(element, "::after"),
      ...(frame ? [getComputedStyle(frame)] : []),
    ];
    return element === document.body || styles.some(isMarked) ? "" : element.outerHTML.slice(0, 200);
  });
}
