import { z } from "zod";
import { fieldErrors, type FieldErrors, type FormValues } from "#app/lib/forms.ts";
import {
  DEFAULT_SETTINGS,
  SETTINGS_CATEGORIES,
  STORE_CURRENCIES,
  whatsappHref,
  type Settings,
  type SettingsCategory,
} from "./rules.ts";

const PHONE = /^\+?[\d\s()./-]{5,30}$/;

const text = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters.`);

/** Stored format of each category. Invalid fields get their default. */
export const STORED_SETTINGS = {
  general: z.object({
    storeName: text(60).min(1, "Please enter a store name."),
    storeEmail: text(254).toLowerCase().pipe(z.email("Please enter a valid email address.")),
    storePhone: text(30).regex(PHONE, "Please enter a phone number, such as +234 803 123 4567."),
    whatsappNumber: text(30).refine(
      (number) => number === "" || (PHONE.test(number) && whatsappHref(number) !== null),
      "Please enter the number with its country code, such as +234 803 123 4567, or leave it empty.",
    ),
    businessHours: text(80),
    satisfaction: text(10),
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

const settingsSchema = z.object(STORED_SETTINGS);

/** Validates form values of all four tabs. Errors have the names of the form's fields. */
export function parseSettings(
  values: FormValues,
): { ok: true; settings: Settings } | { ok: false; errors: FieldErrors } {
  const input = SETTINGS_CATEGORIES.map((category) => [
    category,
    Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS[category]).map(([name, usual]) => [name, valueOf(values[name] ?? "", usual)]),
    ),
  ]);
  const parsed = settingsSchema.safeParse(Object.fromEntries(input));
  if (parsed.success) return { ok: true, settings: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.slice(1), message }));
  return { ok: false, errors: fieldErrors({ issues }) };
}

/** A field's text in the type of its default. A checked box is "1"; amounts may have commas. */
function valueOf(input: string, usual: unknown): string | number | boolean {
  if (typeof usual === "boolean") return input === "1";
  const plain = input.trim().replaceAll(",", "");
  if (typeof usual === "number") return /^-?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return input;
}
