import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import { adminReady, expectFit, expectFitFromPhone, person } from "../fixtures/browser-admin.ts";
import { signInPage } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import { expectPath, expectToast, go, PHONE, shop, newContact, sql, useShop, visit, chooseWindow } from "./steps.ts";

useShop();

let photo: Buffer;
beforeAll(async () => {
  const pixels = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, i) => (i * 7919) % 251));
  photo = await sharp(pixels, { raw: { width: 900, height: 600, channels: 3 } })
    .jpeg()
    .toBuffer();
});

const send = (page: Page) => page.getByRole("button", { name: "Send Request" });

/** The form was open for a minute. */
async function afterAMinute(page: Page) {
  const field = page.locator('input[name="submission_id"]');
  await field.evaluate(
    (input, id) => void ((input as HTMLInputElement).value = id),
    newSubmissionId(Date.now() - 60_000),
  );
}

async function fill(page: Page, email: string, quantity: string) {
  await page.getByLabel("Name").fill("Chukwuemeka Oluwaseun-Adeyemi");
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Phone").fill("0803 123 4567");
  await page.getByLabel("Description").fill("Enamel basins, blue rim.\n\nAdditional Info: to Kano by Friday");
  await page.getByLabel("Quantity").fill(quantity);
}

test("a request is refused in words, sent with its picture, answered with an offer, and led to the payment", async () => {
  const page = await visit("/custom-order", {
    width: PHONE,
    allow: [/status of 4(22|09)/, /Failed to load|ERR_/],
  });
  await afterAMinute(page);
  await send(page).click();
  await expectToast(page, "Missing Information", "Please fill in all required fields.");
  await page.getByText("Please enter your name.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("request-name");
  await expectFitFromPhone(page);
  const { email } = newContact();
  await fill(page, email, "0");
  await send(page).click();
  await expectToast(page, "Invalid Quantity", "Quantity must be at least 1.");
  await page.getByLabel("Quantity").fill("200");
  await page.locator("#request-quantity-error").waitFor({ state: "detached" });
  const picture = page.getByLabel("Picture (optional)");
  const file = (name: string, mimeType: string, buffer: Buffer) => picture.setInputFiles({ name, mimeType, buffer });
  // Made in the page: bytes that are sent to it cost a second.
  await picture.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(5 * 1_048_576 + 1)], "large.jpg", { type: "image/jpeg" }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expectToast(page, "File too large", "Please select an image smaller than 5MB.");
  await file("list.txt", "text/plain", Buffer.from("x"));
  await page.getByText("Please select an image file.").waitFor();
  await file("basin.jpg", "image/jpeg", photo);
  await page.getByAltText("Preview of what you chose").waitFor();
  await page.getByLabel("Quantity").fill("40");
  await send(page).click();
  const sent = page.getByRole("dialog", { name: "Request received" });
  await sent.getByText(/^Your request has the number/).waitFor();
  await expectFit(page);
  const href = (await sent.getByRole("link", { name: "Track your request" }).getAttribute("href")) ?? "";
  await sent.getByRole("link", { name: "Done" }).click();
  await expectPath(page, "/");
  const [row] = await sql<{ id: string; quantity: number; image_url: string }>(
    "select id, quantity, image_url from custom_orders where email = $1",
    [email],
  );
  expect(row?.quantity).toBe(40);
  expect((await fetch(shop().url + row?.image_url)).status).toBe(200);

  const admin = await newPage({ width: 1280, allow: [/status of 422/] });
  await signInPage(admin, shop(), await person(shop(), "admin"));
  await admin.goto(`${shop().url}/admin/custom-orders`);
  await adminReady(admin);
  const number = row?.id.slice(0, 8).toUpperCase() ?? "";
  await admin.getByRole("button", { name: `Mark request ${number} as processing` }).click();
  await expectToast(admin, "Status updated");
  await expect
    .poll(() => admin.getByRole("button", { name: `Mark request ${number} as processing` }).isDisabled())
    .toBe(true);
  await expectFit(admin);
  await admin.getByRole("link", { name: `View request ${number}` }).click();
  const dialog = admin.getByRole("dialog", { name: `Request ${number}` });
  await dialog.getByText("to Kano by Friday").waitFor();
  await dialog.getByRole("button", { name: "Send offer" }).click();
  await dialog.getByText("Please enter a price in naira.").waitFor();
  await dialog.getByLabel("Goods").fill("Enamel basin 40 cm");
  await dialog.getByLabel("Price of one (₦)").fill("12,500.50");
  await dialog.getByText("₦500,020.00").first().waitFor();
  await dialog.getByRole("button", { name: "Send offer" }).click();
  await expectToast(admin, "Offer sent");
  await dialog.getByRole("heading", { name: /^Offer of/ }).waitFor();
  await admin.setViewportSize({ width: PHONE, height: 780 });
  await expectFit(admin);

  await go(page, href);
  await page.getByText(/^Valid until/).waitFor();
  await expectFitFromPhone(page);
  await page.getByRole("button", { name: "Pay ₦500,020.00" }).click();
  await page.getByText("Please check the shipping information.").first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("checkout-address");
  const shipTo = async () => {
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("12 Allen Avenue");
    await page.getByLabel("City").fill("Ikeja");
    await page.getByLabel("State").selectOption("Lagos");
  };
  const pay = page.getByRole("button", { name: "Pay ₦500,020.00" });
  await shipTo();
  await chooseWindow(page);
  await page.route("**/custom-order/*.data*", (route) => route.abort());
  await pay.click();
  await expectToast(page, "Order Failed", "nothing was paid");
  expect(await page.getByLabel("City").inputValue()).toBe("Ikeja");
  await page.unroute("**/custom-order/*.data*");
  await sql("update custom_order_offers set valid_until = now() - interval '1 hour'");
  await pay.click();
  await page.getByRole("alert").getByText("This offer has expired.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
  await sql("update custom_order_offers set valid_until = now() + interval '1 day'");
  await go(page, href);
  // The way that was used last.
  await expect.poll(() => page.getByRole("radio", { name: /^Card or USSD/ }).isChecked()).toBe(true);
  await shipTo();
  await pay.click();
  await page.getByLabel("Card number").waitFor();
});
