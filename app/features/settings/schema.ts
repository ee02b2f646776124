import { z } from "zod";
import { STORE_CURRENCIES, whatsappHref, type Settings, type SettingsCategory } from "./rules.ts";

const PHONE = /^\+?[\d\s()./-]{5,30}$/;

const text = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters.`);

/** Stored format of each category. Invalid fields get their default (decision B8). */
export const STORED_SETTINGS = {
  general: z.object({
    storeName: text(60).min(1, "Please enter a store name."),
    storeEmail: text(254).toLowerCase().pipe(z.email("Please enter a valid email address.")),
    storePhone: text(30).regex(PHONE, "Please enter a phone number, such as +234 803 123 4567."),
    whatsappNumber: text(30).refine(
      (number) => number === "" || (PHONE.test(number) && whatsappHref(number) !== null),
      "Please enter the number with its country code, such as +234 803 123 4567, or leave it empty.",
    ),
    storeCurrency: z.enum(STORE_CURRENCIES, "Please choose a currency from the list."),
  }),
  payment: z.object({
    enablePaypal: z.boolean(),
    enableStripe: z.boolean(),
    enableBankTransfer: z.boolean(),
    testMode: z.boolean(),
  }),
  shipping: z.object({
    enableFreeShipping: z.boolean(),
    freeShippingMin: z
      .number("Please enter a number.")
      .min(0, "Please enter 0 or more.")
      .max(1_000_000_000, "Please enter at most 1,000,000,000."),
    allowInternationalShipping: z.boolean(),
  }),
  email: z.object({
    sendOrderConfirmation: z.boolean(),
    sendShippingUpdates: z.boolean(),
    sendStockNotifications: z.boolean(),
    emailSignature: text(500),
  }),
} satisfies { [Category in SettingsCategory]: z.ZodType<Settings[Category]> };

/** HTML forms send a checked box as "on" and omit an unchecked one. */
const ticked = z.preprocess((value) => value === "on" || value === "true" || value === true, z.boolean());
const amount = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value.replaceAll(",", "")) : value),
  STORED_SETTINGS.shipping.shape.freeShippingMin,
);

/**
 * Settings form with the fields of all four tabs. `version` is that of the opened page. `freeShippingMin` is omitted,
 * and unchanged, while free shipping is off.
 */
export const settingsForm = z.object({
  version: z.coerce.number().int().min(0),
  ...STORED_SETTINGS.general.shape,
  enablePaypal: ticked,
  enableStripe: ticked,
  enableBankTransfer: ticked,
  testMode: ticked,
  enableFreeShipping: ticked,
  freeShippingMin: amount.optional(),
  allowInternationalShipping: ticked,
  sendOrderConfirmation: ticked,
  sendShippingUpdates: ticked,
  sendStockNotifications: ticked,
  emailSignature: STORED_SETTINGS.email.shape.emailSignature,
});
