import { describe, expect, test } from "vitest";
import { DEFAULT_STORE } from "#app/features/settings/rules.ts";
import { renderMail } from "./render.server.ts";

const STORE = { ...DEFAULT_STORE, signature: "Thank you for shopping with us!", states: "all 36 states" };

const ORDER = {
  customer_name: "Adaeze Obi",
  shop_url: "https://shop.example",
  order_number: "80E1FC98",
  order_url: "https://shop.example/checkout/payment-success?token=x",
  payment_reference: "WH038513092681830",
  total_amount_kobo: 75_330_050,
  shipping_address: "12 Allen Avenue, Ikeja, Lagos",
  customer_phone: "0803 123 4567",
  substitute_phone: "0806 555 4433",
  saved_kobo: 250_000,
  ordered_at: "2026-11-20T23:30:00.000Z",
  items: [{ product_name: "Ofada rice & beans", unit: "50 kg bag", product_price_kobo: 2_520_000, quantity: 5 }],
};

/** System fonts of the mail programs' platforms; each has the naira sign. */
const WITH_NAIRA = ["'Segoe UI'", "Roboto", "Arial", "sans-serif"];

describe.each(["order_confirmation", "welcome_email"] as const)("%s", (kind) => {
  test("names only typefaces with the naira sign, on every table cell too", async () => {
    const { html } = renderMail(kind, ORDER, STORE);
    const plain = html.replaceAll("&#x27;", "'");
    const stacks = [...plain.matchAll(/font-family:([^;"}]+)/g)].map(([, stack]) => stack?.split(/,\s*/));
    expect(stacks.length).toBeGreaterThan(0);
    for (const stack of stacks) expect(stack).toEqual(WITH_NAIRA);
    expect(/<style>[^<]*\btd\b[^<]*font-family/.test(html)).toBe(true);
    expect(html).toContain("charset=UTF-8");
  });

  test("begins its sentences with a capital", async () => {
    const { text } = renderMail(kind, ORDER, STORE);
    expect(text).toMatch(/Hello Adaeze Obi,\s+(Thank|Your)/);
  });
});

test("amounts are in naira, in the mail and in its plain text", async () => {
  const { html, text } = renderMail("order_confirmation", ORDER, STORE);
  for (const amount of ["₦753,300.50", "₦126,000.00"]) {
    expect(html).toContain(amount);
    expect(text).toContain(amount);
  }
});

test("a confirmation has date, unit, address and contact", async () => {
  const { text } = renderMail("order_confirmation", ORDER, STORE);
  const plainText = text.replaceAll(/\s+/g, " ");
  for (const part of [
    "November 21, 2026",
    "5 × ₦25,200.00 per 50 kg bag",
    "Adaeze Obi 12 Allen Avenue, Ikeja, Lagos 0803 123 4567 or 0806 555 4433",
    "You saved ₦2,500.00 by quantity.",
    STORE.email,
    STORE.phone,
  ])
    expect(plainText).toContain(part);
});

test("a welcome links to what it names", () => {
  const { html, text } = renderMail("welcome_email", ORDER, STORE);
  for (const path of ["/custom-order", "/products"]) {
    expect(html).toContain(`href="${ORDER.shop_url}${path}"`);
    expect(text).toContain(ORDER.shop_url + path);
  }
});

test.each([
  ["order_confirmation", ORDER],
  ["welcome_email", ORDER],
  ["confirm_email", { url: "https://shop.example/x", shop_url: "https://shop.example" }],
  ["email_code", { code: "123456", shop_url: "https://shop.example" }],
] as const)("%s is laid out for the width of the phone it is read on", async (kind, data) => {
  const { html } = renderMail(kind, data, STORE);
  expect(html).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1"/);
  expect(html).not.toMatch(/(?<!max-)width:\s*\d{3,}px|width="\d{3,}"/);
});

test("name, contact and signature are those of the settings", async () => {
  const store = { name: "Kano Depot", email: "ask@kano.example", phone: "0803 123 4567", whatsapp: "" };
  const more = { hours: "Monday to Saturday, 8am to 6pm", satisfaction: "", states: "Kano and Kaduna" };
  const mail = renderMail("welcome_email", ORDER, { ...store, ...more, signature: "Sai an jima,\nthe Kano team" });
  expect(mail.subject).toBe("Welcome to Kano Depot");
  for (const part of [
    "Kano Depot",
    "mailto:ask@kano.example",
    "tel:08031234567",
    more.hours,
    "the Kano team",
    "delivered to Kano and Kaduna",
  ])
    expect(mail.html).toContain(part);
  expect(mail.html + mail.text).not.toMatch(/\bOja\b|hello@oja|9am to 5pm/);
  expect(renderMail("sms_code", { code: "123456" }, { ...store, ...more, signature: "" }).text).toContain(
    "Your Kano Depot code is 123456.",
  );
});
