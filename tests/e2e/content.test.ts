import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { adminReady, expectFit, expectFitFromPhone, person } from "../fixtures/browser-admin.ts";
import { signInPage } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import {
  expectHeading,
  expectPath,
  expectToast,
  go,
  goods,
  PHONE,
  shop,
  newContact,
  sql,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

/** Those with forms have tests of their own. */
const PAGES = [
  ["/blog", "Blog"],
  ["/supplier-registration/success", "Registration received"],
  ["/suppliers", "Suppliers"],
  ["/about", "About Oja"],
  ["/terms-of-service", "Terms of Service"],
  ["/privacy-policy", "Privacy Policy"],
] as const;

/** A form that is sent too fast is refused: its id is made older, so that the test need not wait. */
async function age(page: Page): Promise<void> {
  await page.locator('main input[name="submission_id"]').evaluate((field: HTMLInputElement) => {
    const drawn = Number.parseInt(field.value.replace("-", "").slice(0, 12), 16) - 60_000;
    const time = drawn.toString(16).padStart(12, "0");
    field.value = `${time.slice(0, 8)}-${time.slice(8)}${field.value.slice(13)}`;
  });
}

test("every page of words, and those that links in messages open, fit both widths and are accessible", async () => {
  const page = await newPage({ width: PHONE, allow: [/status of 404/] });
  for (const [path, heading] of PAGES) {
    await go(page, path);
    await expectHeading(page, heading);
    await expectFitFromPhone(page);
  }
  await go(page, "/blog");
  await page.getByRole("main").getByRole("article").first().getByRole("link").click();
  await page.getByRole("heading", { level: 2, name: "Related posts" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "Products in this post" }).waitFor();
  await expectFitFromPhone(page);

  const [subscriber] = await sql<{ token: string }>(
    "insert into newsletter_subscribers (email) values ('a-reader-with-a-very-long-address@letters.example') on conflict (email) do update set email = excluded.email returning token",
  );
  for (const [path, heading] of [
    [`/newsletter/confirm?token=${subscriber?.token}`, "Confirm your subscription"],
    [`/newsletter/unsubscribe?token=${subscriber?.token}`, "Unsubscribe"],
    [`/custom-order/${"x".repeat(32)}`, "This link no longer works"],
  ] as const) {
    await go(page, path);
    await expectHeading(page, heading);
    await expectFitFromPhone(page);
  }
});

test("the contact form names wrong fields, keeps its text without a connection, and is empty after sending; the supplier form leads to the success page", async () => {
  const page = await visit("/contact", { width: PHONE, allow: [/Failed to load|ERR_/, /422/] });
  const send = page.getByRole("button", { name: "Send Message" });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Too short");
  await age(page);
  await send.click();
  await page.getByText("Name must be at least 2 characters").waitFor();
  await page.getByText("Please enter a valid email address").waitFor();
  await page.getByText("Message must be at least 10 characters").waitFor();
  expect(await message.inputValue()).toBe("Too short");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("contact-name");
  await expectFitFromPhone(page);

  await page.getByRole("textbox", { name: "Name" }).fill("Ada Obi");
  await page.locator("main").getByRole("textbox", { name: "Email" }).fill(newContact().email);
  await message.fill("How much is a carton of milk, delivered to Aba?");
  await page.route("**/contact.data*", (route) => route.abort());
  await send.click();
  await expectToast(page, "Error sending message");
  expect(await message.inputValue()).toContain("carton of milk");
  await page.unroute("**/contact.data*");
  await send.click();
  await expectToast(page, "Message sent successfully");
  await expect.poll(() => message.inputValue()).toBe("");

  await go(page, "/supplier-registration");
  const register = page.getByRole("button", { name: "Register as a supplier" });
  await age(page);
  await register.click();
  await expectToast(page, "Validation Error", "Please fill in all required fields.");
  await expectFitFromPhone(page);
  await page.getByLabel("Business name").fill("Aba Shoe Guild & Sons");
  await page.locator("#supplier-address").fill("7 Ariaria Market, Aba, Abia");
  await page.getByLabel("Category").selectOption({ label: "Household" });
  await page.getByLabel("WhatsApp contact").fill("+234 803 123 4567");
  await page.locator("main").getByLabel("Email").fill("shoes@aba");
  await register.click();
  await expectToast(page, "Invalid Email", "Please enter a valid email address.");
  expect(await page.getByLabel("Business name").inputValue()).toBe("Aba Shoe Guild & Sons");
  await page.locator("main").getByLabel("Email").fill(newContact().email);
  await register.click();
  await expectToast(
    page,
    "Registration Successful",
    "Your supplier registration has been submitted successfully. We will review and contact you soon.",
  );
  expect(await page.getByLabel("Business name").inputValue()).toBe("");
  await expectPath(page, "/supplier-registration/success");
  await expectHeading(page, "Registration received");
});

test("one question is open at a time; search and categories narrow them; a link opens one", async () => {
  const page = await visit("/faq", { width: PHONE });
  const open = page.locator("details[open] summary");
  await page.getByText("Who can buy here?").click();
  await expect.poll(() => open.allInnerTexts()).toEqual(["Who can buy here?"]);
  await page.getByText("Do larger quantities cost less?").click();
  await expect.poll(() => open.allInnerTexts()).toEqual(["Do larger quantities cost less?"]);
  await expectFitFromPhone(page);
  await page.getByText("Do larger quantities cost less?").click();
  await expect.poll(() => open.count()).toBe(0);

  await page.getByRole("link", { name: "Returns", exact: true }).click();
  await expectPath(page, "/faq?category=returns");
  await expect.poll(() => page.getByText("Who can buy here?").count()).toBe(0);
  const search = page.getByRole("searchbox", { name: "Search questions" });
  await search.fill("money back");
  await expect.poll(() => page.locator("details").count()).toBe(1);
  await search.fill("zebra");
  await page.getByRole("heading", { name: "No results found" }).waitFor();
  await page.getByRole("link", { name: "Show all questions" }).click();
  await page.getByText("Who can buy here?").waitFor();
  expect(await page.getByRole("link", { name: "Call Us" }).getAttribute("href")).toBe("tel:+2347000000000");
  expect(await page.getByRole("link", { name: "Contact Support" }).getAttribute("href")).toBe("/contact");

  await go(page, "/faq#waybill");
  await expect.poll(() => open.allInnerTexts()).toEqual(["What is a waybill, and what do I do with it?"]);
});

test("Ask on WhatsApp opens a chat with product, quantity and link ready, on the product and in the cart", async () => {
  const product = await goods({ name: "Chat rice", min_order: 4 });
  const page = await visit(`/product/${product.slug}`, withCart({ product, quantity: 7 }));
  const link = page.getByRole("link", { name: "Ask on WhatsApp" });
  const text = async () => new URL((await link.getAttribute("href")) ?? "").searchParams.get("text");
  expect(await link.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/2347000000000\?text=/);
  expect(await text()).toContain(`4 x Chat rice`);
  expect(await text()).toContain(`${shop().url}/product/${product.slug}`);
  await page.getByRole("button", { name: "Increase quantity" }).first().click();
  await expect.poll(text).toContain("5 x Chat rice");
  await go(page, "/cart");
  await expect.poll(text).toContain("7 x Chat rice");
});

test("an admin reads and deletes a message, and approves, edits and deletes a supplier", async () => {
  const page = await newPage({ width: PHONE, allow: [/status of 503/] });
  await signInPage(page, shop(), await person(shop(), "admin"));
  const open = async (path: string) => {
    await page.goto(`${shop().url}${path}`);
    await adminReady(page);
  };
  const [message] = await sql<{ id: string; name: string }>(
    "select id, name from contact_messages where not is_read limit 1",
  );
  await open("/admin/messages?status=new&size=100");
  await expectFitFromPhone(page);
  const links = page.getByRole("link", { name: message?.name ?? "", exact: true });
  const unread = await links.count();
  await links.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Received").waitFor();
  await expectFit(page);
  await expect
    .poll(() => sql("select is_read from contact_messages where id = $1", [message?.id]))
    .toEqual([{ is_read: true }]);
  // The list of new ones is loaded again.
  await expect.poll(() => links.count()).toBeLessThan(unread);
  const deleteIt = async () => {
    await page.getByRole("button", { name: /^Delete the message of/ }).click();
    await page.getByRole("dialog", { name: "Delete this message?" }).getByRole("button", { name: "Delete" }).click();
  };
  vi.spyOn(shop().shop.log, "error").mockImplementation(() => {});
  await sql("alter table contact_messages rename to away");
  try {
    await deleteIt();
    await expectToast(page, "Error deleting message");
  } finally {
    await sql("alter table away rename to contact_messages");
  }
  await deleteIt();
  await expectToast(page, "Message deleted");
  expect(await sql("select 1 from contact_messages where id = $1", [message?.id])).toEqual([]);

  const name = `Kano Depot ${crypto.randomUUID().slice(0, 8)}`;
  await sql(
    "insert into suppliers (name, address, whatsapp_contact, email, category_id) select $1, '1 Road, Kano', '+234 803 123 4567', 'kano@trade.example', id from categories limit 1",
    [name],
  );
  await open(`/admin/suppliers?q=${encodeURIComponent(name)}`);
  await expectFitFromPhone(page);
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  await expectToast(page, "Supplier approved");
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await page.getByRole("dialog").getByLabel("Address").fill("2 Road, Kano");
  await expectFit(page);
  await page.getByRole("button", { name: "Update Supplier" }).click();
  await expectToast(page, "Supplier updated");
  await page.getByText("2 Road, Kano").waitFor();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog", { name: "Delete this supplier?" }).getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Supplier deleted");
  await page.getByText("2 Road, Kano").waitFor({ state: "hidden" });
});

const LARGE_TEXT_PAGES = ["/", "/products", "/product", "/cart", "/wishlist", "/checkout", "/login"];

test("every page with text of twice the size fits a phone", async () => {
  const product = await goods({ min_order: 5, price_kobo: 1_400_000 });
  const page = await newPage({ ...withCart({ product, quantity: 40 }), width: 360 });
  for (const path of LARGE_TEXT_PAGES) {
    await go(page, path === "/product" ? `/product/${product.slug}` : path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(360);
    await page.getByRole("link", { name: "Cart, 40 items" }).waitFor();
  }
});
