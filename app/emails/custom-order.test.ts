import { expect, test } from "vitest";
import { DEFAULT_STORE } from "#app/features/settings/rules.ts";
import { renderMail } from "./render.server.ts";

const STORE = { ...DEFAULT_STORE, signature: "", states: "all 36 states" };
const DATA = {
  number: "80E1FC98",
  customer_name: "Adaeze Obi",
  shop_url: "https://shop.example",
  request_url: "https://shop.example/custom-order/token",
  admin_url: "https://shop.example/admin/custom-orders/id",
  customer_phone: "0803 123 4567",
  status: "completed",
  total_kobo: 12_500_500,
  valid_until: "2026-11-29T10:00:00.000Z",
};

test.each([
  ["custom_order_received", "We received your request 80E1FC98", ["Hello Adaeze Obi", "/custom-order/token"]],
  ["custom_order_status", "Update on your request 80E1FC98", ["80E1FC98 is completed", "/custom-order/token"]],
  ["custom_order_offer", "Our offer for request 80E1FC98", ["₦125,005.00", "November 29, 2026", "/custom-order/token"]],
  ["custom_order_offer_withdrawn", "Our offer for request 80E1FC98 was withdrawn", ["do not pay it any more"]],
  ["custom_order_notice", "New custom order request 80E1FC98", ["0803 123 4567", "/admin/custom-orders/id"]],
] as const)("%s has its subject, text and link", async (kind, subject, parts) => {
  const mail = renderMail(kind, DATA, STORE);
  expect(mail.subject).toBe(subject);
  const plainText = mail.text.replaceAll(/\s+/g, " ");
  for (const part of parts) expect(plainText).toContain(part);
});

test("texts to a phone have the link, and an offer's the amount and the day", async () => {
  expect(renderMail("sms_custom_order_received", DATA, { ...STORE, name: "Balogun" }).text).toBe(
    "Balogun: we received your request 80E1FC98 and will reply with a price. Track it: https://shop.example/custom-order/token",
  );
  const { text } = renderMail("sms_custom_order_offer", DATA, STORE);
  expect(text).toBe(
    "Our offer for your request 80E1FC98: ₦125,005.00, valid until November 29, 2026. See and pay it: https://shop.example/custom-order/token",
  );
});
