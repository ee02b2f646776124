import { z } from "zod";

/** The best-known domains under which anybody gets an address: no provider speaks for all of their owners. */
const OPEN_TO_ALL = new Set(
  (
    "gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com rocketmail.com outlook.com hotmail.com hotmail.co.uk " +
    "live.com msn.com icloud.com me.com aol.com mail.com proton.me protonmail.com gmx.com gmx.net zoho.com yandex.com"
  ).split(" "),
);
const DOMAIN = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/;
const NO_DOMAIN = "Please enter what stands behind the @ of your company's addresses, such as example.com.";

const required = (max: number, message: string) => z.string(message).trim().min(1, message).max(max, message);

/** A provider for single sign-on as an admin enters it. The domain comes out in lower case and without an @. */
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

export type SsoProviderInput = z.infer<typeof ssoProviderInput>;
export type SsoProviderErrors = Partial<Record<keyof SsoProviderInput, string>>;
