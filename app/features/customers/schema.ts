import { z } from "zod";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { isPlainName } from "#app/lib/plain-names.ts";
import { looksLikePhone, withoutInvisible } from "#app/lib/typed.ts";

const TOO_LONG = (max: number) => `Use at most ${max} characters.`;
const line = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? "Required" : "Invalid input") })
    .overwrite(withoutInvisible)
    .trim()
    .max(max, TOO_LONG(max))
    .regex(/^\P{Cc}*$/u, "Invalid input");
const name = (label: string) =>
  line(60).min(2, `${label} must be at least 2 characters.`).refine(isPlainName, "Please leave out links.");

/** The Personal Details form. Missing fields are empty; the default country is Nigeria. */
export const profileSchema = z.object({
  first_name: name("First name"),
  last_name: name("Last name"),
  phone: line(30)
    .refine((phone) => phone === "" || looksLikePhone(phone), "Please enter a valid phone number.")
    .default(""),
  address: line(300).default(""),
  city: line(100).default(""),
  state: line(60).default(""),
  postal_code: line(20).default(""),
  country: line(60)
    .default("")
    .transform((country) => country || "Nigeria"),
});

const passkeyName = line(60).min(1, "Please enter a name.");

/** Validates a passkey name; returns the name or an error message. */
export function parsePasskeyName(input: unknown): { ok: true; name: string } | { ok: false; error: string } {
  const parsed = passkeyName.safeParse(input);
  if (parsed.success) return { ok: true, name: parsed.data };
  return { ok: false, error: parsed.error.issues[0]?.message ?? "Invalid input" };
}

export type ProfileInput = z.infer<typeof profileSchema>;
export type ParsedProfile = { ok: true; profile: ProfileInput } | { ok: false; errors: FieldErrors };

/** Parses the form; unknown fields (an id, a role) are dropped. Returns the first error of each field. */
export function parseProfile(input: unknown): ParsedProfile {
  const parsed = profileSchema.safeParse(input);
  return parsed.success ? { ok: true, profile: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) };
}
