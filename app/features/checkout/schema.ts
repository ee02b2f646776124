import * as z from "zod/mini";
import { withoutInvisible } from "#app/lib/invisible-characters.ts";
import { looksLikePhone } from "#app/lib/phone-numbers.ts";

const PHONE = "Please enter a valid phone number.";
const LEGIBLE = "Please leave out characters that cannot be read.";

const line = (...more: z.core.$ZodCheck<string>[]) =>
  z.string().check(
    z.refine((text) => !text.includes("\0"), LEGIBLE),
    z.overwrite(withoutInvisible),
    z.trim(),
    ...more,
  );
const required = (max: number, ...more: z.core.$ZodCheck<string>[]) =>
  line(z.minLength(1, "required"), z.maxLength(max, `Use at most ${max} characters.`), ...more);

/**
 * Shipping form. The postal code is optional, because postal codes are rarely known in Nigeria. Uses zod/mini to reduce
 * the checkout bundle: 6 KB instead of 25.
 */
export const contactSchema = z.object({
  name: required(120),
  email: z.pipe(required(254), z.email("Please enter a valid email address.")),
  phone: required(30, z.refine(looksLikePhone, PHONE)),
  substitute_phone: z.prefault(
    line(
      z.maxLength(30, "Use at most 30 characters."),
      z.refine((text) => text === "" || looksLikePhone(text), PHONE),
    ),
    "",
  ),
  address: required(300),
  city: required(100),
  state: required(60),
  postal_code: z.prefault(line(z.maxLength(20, "Use at most 20 characters.")), ""),
});

/** What the shipping form asks: name, email, two phones and the address. */
export type Contact = z.infer<typeof contactSchema>;

/** Messages at the fields of the shipping form; "required" for a missing one. */
export type ContactErrors = Partial<Record<keyof Contact, string>>;

/** Field errors of the shipping form; empty when valid. A missing field has the error "required". */
export function contactErrors(values: unknown): ContactErrors {
  const parsed = contactSchema.safeParse(typeof values === "object" ? values : {});
  if (parsed.success) return {};
  const errors: ContactErrors = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as keyof Contact;
    errors[field] ??= issue.code === "invalid_type" ? "required" : issue.message;
  }
  return errors;
}
