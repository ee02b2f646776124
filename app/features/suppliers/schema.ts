import { z } from "zod";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { FILL_IN, INVALID_EMAIL, type SupplierFields } from "./rules.ts";

const required = (max: number) =>
  z.string(FILL_IN).trim().min(1, FILL_IN).max(max, `Please use at most ${max} characters.`);

/** Fields shared by the public and the admin form. An email address only has to match text@text.text. */
export const supplierForm = z.object({
  name: required(120),
  address: required(300),
  category_id: z.string(FILL_IN).min(1, FILL_IN).pipe(z.uuid("Please choose a category from the list.")),
  whatsapp_contact: required(30).refine(
    (number) => whatsappHref(number) !== null,
    "Please enter the number with its country code, e.g. +234 803 123 4567.",
  ),
  email: required(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, INVALID_EMAIL),
});

/** The admin form: category is optional, and the supplier is linked to the distributor name of its products. */
export const adminSupplierForm = supplierForm.extend({
  category_id: z
    .union([z.literal(""), z.uuid()], "Please choose a category from the list.")
    .default("")
    .transform((id) => id || null),
  distributor: z.string().trim().max(200, "Please use at most 200 characters.").default(""),
  lead_days: z
    .string()
    .trim()
    .default("")
    .refine((text) => /^\d{0,2}$/.test(text) && Number(text) <= 60, "A whole number of working days from 0 to 60.")
    .transform(Number),
}) satisfies z.ZodType<SupplierFields>;
