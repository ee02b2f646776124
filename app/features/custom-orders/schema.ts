import { z } from "zod";
import { formatCount, MAX_AMOUNT_KOBO, NAIRA_PROBLEM, parseNaira } from "#app/lib/money.ts";
import { CUSTOM_ORDER_STATUSES, OFFER_DAYS, OFFER_LINES, REFUSALS } from "./rules.ts";

const text = (field: string, max: number) =>
  z
    .string(`Please enter ${field}.`)
    .trim()
    .min(1, `Please enter ${field}.`)
    .max(max, `Please use at most ${formatCount(max)} characters.`);

/** Request form. The picture is validated separately. */
export const customOrderForm = z.object({
  name: text("your name", 120),
  email: text("your email address", 254).pipe(z.email("Please enter a valid email address.")),
  phone: text("your phone number", 30),
  description: text("what you need", 20_000),
  quantity: z
    .string(REFUSALS.quantity.text)
    .trim()
    .regex(/^\d+$/, REFUSALS.quantity.text)
    .transform(Number)
    .refine((count) => count >= 1, REFUSALS.quantity.text)
    .refine((count) => count <= 1_000_000, "Quantity must be at most 1,000,000."),
});

/** A whole number as digits; `z.coerce.number` would accept "0x10" and "1e3". */
const whole = (message?: string) =>
  z.coerce
    .string()
    .trim()
    .regex(/^\d{1,15}$/, message)
    .transform(Number);

const record = { id: z.uuid(), version: whole().pipe(z.number().min(1)) };

export const statusInput = z.object({ ...record, status: z.enum(CUSTOM_ORDER_STATUSES) });

export const withdrawInput = z.object({ ...record, offer_id: z.uuid() });

const price = z
  .string("Please enter a price.")
  .trim()
  .min(1, "Please enter a price in naira.")
  .transform((input) => parseNaira(input))
  .refine((kobo) => kobo !== null, NAIRA_PROBLEM)
  .transform((kobo) => kobo ?? 0)
  .refine((kobo) => kobo > 0 && kobo <= MAX_AMOUNT_KOBO, "Please enter a price in naira.");

/** `product` is the id, slug or URL of a product, or empty; its name and unit are the defaults. */
const line = z
  .object({
    product: z.string().trim().max(500, "This is no product.").default(""),
    name: z.string().trim().max(200, "Please use at most 200 characters.").default(""),
    unit: z.string().trim().max(40, "Please use at most 40 characters.").default(""),
    quantity: whole("Please enter a whole number.").pipe(
      z.number().min(1, "At least 1.").max(1_000_000, "At most 1,000,000."),
    ),
    price,
  })
  .refine(({ product, name }) => product !== "" || name !== "", { path: ["name"], message: "Please enter a name." });

/** The admin's offer form; prices in naira as typed. */
export const offerInput = z.object({
  ...record,
  message: z.string().trim().max(2_000, "Please use at most 2,000 characters.").default(""),
  valid_days: whole("Please enter whole days.").pipe(
    z
      .number()
      .min(OFFER_DAYS.least, `At least ${OFFER_DAYS.least} day.`)
      .max(OFFER_DAYS.most, `At most ${OFFER_DAYS.most} days.`),
  ),
  lines: z.array(line).min(1, "An offer has at least one line.").max(OFFER_LINES, `At most ${OFFER_LINES} lines.`),
});

export type OfferInput = z.infer<typeof offerInput>;
