import { z } from "zod";
import { cartLinesSchema } from "#app/features/cart/schema.ts";
import { looksLikePhone, withoutInvisible } from "#app/lib/typed.ts";

const line = () =>
  z
    .string()
    .refine((text) => !text.includes("\0"), "Please leave out characters that nobody can read.")
    .overwrite(withoutInvisible)
    .trim();
const required = (max: number) => line().min(1, "required").max(max, `Use at most ${max} characters.`);

/** The shipping form. Postal codes are rarely known in Nigeria, so theirs is optional. */
export const contactSchema = z.object({
  name: required(120),
  email: required(254).pipe(z.email("Please enter a valid email address.")),
  phone: required(30).refine(looksLikePhone, "Please enter a valid phone number."),
  address: required(300),
  city: required(100),
  state: required(60),
  postal_code: line().max(20, "Use at most 20 characters.").default(""),
});

export type Contact = z.infer<typeof contactSchema>;

/** What the browser may say: products, quantities and contact data. Prices are only what the shopper was shown. */
export const startSchema = z.object({
  checkout_id: z.uuid(),
  contact: contactSchema,
  lines: cartLinesSchema,
});

export type StartInput = z.infer<typeof startSchema>;

export type FieldErrors = Partial<Record<keyof Contact, string>>;

/** Field errors of the shipping form; empty when `values` are fine. A missing field is named "required". */
export function contactErrors(values: unknown): FieldErrors {
  const parsed = contactSchema.safeParse(typeof values === "object" ? values : {});
  if (parsed.success) return {};
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as keyof Contact;
    errors[field] ??= issue.code === "invalid_type" ? "required" : issue.message;
  }
  return errors;
}
