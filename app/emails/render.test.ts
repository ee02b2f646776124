import { describe, expect, test } from "vitest";
import { renderMail } from "./render.server.ts";

const ORDER = {
  customer_name: "Adaeze Obi",
  shop_url: "https://shop.example",
  order_number: "80E1FC98",
  order_url: "https://shop.example/checkout/payment-success?token=x",
  payment_reference: "WH038513092681830",
  total_amount_kobo: 75_330_050,
  shipping_address: "12 Allen Avenue, Ikeja, Lagos",
  items: [{ product_name: "Ofada rice & beans", product_price_kobo: 2_520_000, quantity: 5 }],
};

/** Faces that come with the systems mails are read on; every one of them draws the naira sign. */
const WITH_NAIRA = ["'Segoe UI'", "Roboto", "Arial", "sans-serif"];

describe.each(["order_confirmation", "welcome_email"] as const)("%s", (kind) => {
  test("names only faces that draw the naira sign, also for programs that forget them inside tables", async () => {
    const { html } = await renderMail(kind, ORDER);
    const plain = html.replaceAll("&#x27;", "'");
    const stacks = [...plain.matchAll(/font-family:([^;"}]+)/g)].map(([, stack]) => stack?.split(/,\s*/));
    expect(stacks.length).toBeGreaterThan(0);
    for (const stack of stacks) expect(stack).toEqual(WITH_NAIRA);
    expect(/<style>[^<]*\btd\b[^<]*font-family/.test(html)).toBe(true);
    expect(html).toContain("charset=UTF-8");
  });

  test("begins its sentences with a capital", async () => {
    const { text } = await renderMail(kind, ORDER);
    expect(text).toMatch(/Hello Adaeze Obi,\s+(Thank|Your)/);
  });
});

test("amounts are in naira, in the mail and in its plain text", async () => {
  const { html, text } = await renderMail("order_confirmation", ORDER);
  for (const amount of ["₦753,300.50", "₦126,000.00"]) {
    expect(html).toContain(amount);
    expect(text).toContain(amount);
  }
});
