import { z } from "zod";
import { withoutInvisible } from "#app/lib/invisible-characters.ts";

/** Common public email domains: no provider can vouch for all of their users. */
const OPEN_TO_ALL = new Set(
  (
    "gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com rocketmail.com outlook.com hotmail.com hotmail.co.uk " +
    "live.com msn.com icloud.com me.com aol.com mail.com proton.me protonmail.com gmx.com gmx.net zoho.com yandex.com"
  ).split(" "),
);
const DOMAIN = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/;
const NO_DOMAIN = "Please enter what follows the @ in your company's addresses, such as example.com.";

const required = (max: number, message: string) => z.string(message).trim().min(1, message).max(max, message);

/** An SSO provider as entered by an admin. The domain is normalized to lower case without @. */
export const ssoProviderInput = z.object({
  domain: z
    .string(NO_DOMAIN)
    .trim()
    .toLowerCase()
    .transform((text) => text.replace(/^.*@/, ""))
    .pipe(
      z
        .string()
        .regex(DOMAIN, NO_DOMAIN)
        .refine((domain) => !domain.endsWith(".invalid"), NO_DOMAIN)
        .refine(
          (domain) => !OPEN_TO_ALL.has(domain),
          "Anybody can have an address there. Please enter a domain of one company.",
        ),
    ),
  issuer: required(500, "Please enter the provider's address, such as https://login.example.com."),
  client_id: required(500, "Please enter the client id that the provider gave you."),
  client_secret: required(2000, "Please enter the client secret that the provider gave you."),
});

const TOO_LONG = (max: number) => `Use at most ${max} characters.`;
/** One line of text without invisible characters, of at most `max` characters. */
export const lineOf = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? "Required" : "Invalid input") })
    .overwrite(withoutInvisible)
    .trim()
    .max(max, TOO_LONG(max))
    .regex(/^\P{Cc}*$/u, "Invalid input");

const passkeyName = lineOf(60).min(1, "Please enter a name.");

/** Validates a passkey name; returns the name or an error message. */
export function parsePasskeyName(input: unknown): { ok: true; name: string } | { ok: false; error: string } {
  const parsed = passkeyName.safeParse(input);
  if (parsed.success) return { ok: true, name: parsed.data };
  return { ok: false, error: parsed.error.issues[0]?.message ?? "Invalid input" };
}
