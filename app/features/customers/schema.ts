import { z } from "zod";
import { lineOf } from "#app/features/accounts/schema.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { looksLikePhone } from "#app/lib/phone-numbers.ts";
import { isPlainName } from "#app/lib/plain-names.ts";

const name = (label: string) =>
  lineOf(60).min(2, `${label} must be at least 2 characters.`).refine(isPlainName, "Please leave out links.");

/** The Personal Details form. Missing fields are empty; the default country is Nigeria. */
export const profileSchema = z.object({
  first_name: name("First name"),
  last_name: name("Last name"),
  phone: lineOf(30)
    .refine((phone) => phone === "" || looksLikePhone(phone), "Please enter a valid phone number.")
    .default(""),
  address: lineOf(300).default(""),
  city: lineOf(100).default(""),
  state: lineOf(60).default(""),
  postal_code: lineOf(20).default(""),
  country: lineOf(60)
    .default("")
    .transform((country) => country || "Nigeria"),
});

export type ProfileInput = z.infer<typeof profileSchema>;
export type ParsedProfile = { ok: true; profile: ProfileInput } | { ok: false; errors: FieldErrors };

/** Parses the form; unknown fields (an id, a role) are dropped. Returns the first error of each field. */
export function parseProfile(input: unknown): ParsedProfile {
  const parsed = profileSchema.safeParse(input);
  return parsed.success ? { ok: true, profile: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) };
}
