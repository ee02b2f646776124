import { z } from "zod";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { FILL_IN, INVALID_EMAIL } from "./rules.ts";

const required = (max: number) =>
  z.string(FILL_IN).trim().min(1, FILL_IN).max(max, `Please use at most ${max} characters.`);

/** What a supplier is, from the public form and from an admin's. An email address is text, @, text, dot, text. */
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

/** The admin's form needs no category, and links a supplier to the distributor name that its products carry. */
export const adminSupplierForm = supplierForm.extend({
  category_id: z
    .union([z.literal(""), z.uuid()], "Please choose a category from the list.")
    .default("")
    .transform((id) => id || null),
  distributor: z.string().trim().max(200, "Please use at most 200 characters.").default(""),
});
