import type { Attempt } from "./slow-down.server.ts";

/** Where the sign-in service is mounted. */
export const BASE_PATH = "/api/auth";

/** Ours read their body by a schema of their own, which drops what it does not know. */
const OWN = null;

type Endpoint = {
  /** POST without it. */
  method?: "GET";
  /** The fields that its screen sends, none without it; any other is refused. */
  fields?: readonly string[] | typeof OWN;
  /** Requests by address and minute; without it the service's own number, false for no limit. */
  perMinute?: number | false;
  /** What counts its tries, and the field that names the account that they are counted for. */
  account?: readonly [Attempt["name"], "email" | "phoneNumber"];
  /** The answer where it sends something: whoever asks again while that is open gets the same. */
  sent?: Record<string, unknown>;
  /** It mails to, or checks a password or code of, whoever is signed in, by whose account it is counted. */
  session?: "auth_message" | "auth_proof";
  /**
   * "needed": only from a session that showed the second factor its owner has. "shown": its code is one. "asked": asks for
   * it by itself. "kept": makes no session, or one in place of an older one. Without it the service asks.
   */
  factor?: "needed" | "shown" | "asked" | "kept";
  /** The browsers that the account knows end with it. */
  endsDevices?: true;
  /** It takes a person's names: both, or those that change. */
  names?: "both" | "changed";
};

/**
 * The paths that screens ask for, with all that is particular to each. Every other one that the library has or will have
 * is closed: an open path is one more thing that strangers can ask for.
 */
const ENDPOINTS: Record<string, Endpoint> = {
  "/.well-known/jwks.json": { method: "GET" },
  "/callback/google": { method: "GET" },
  "/email-otp/send-verification-otp": {
    fields: ["email", "type"],
    perMinute: 20,
    account: ["auth_message", "email"],
    sent: { success: true },
  },
  "/exchange-code": { fields: OWN, perMinute: 10 },
  "/get-session": { method: "GET", perMinute: false, factor: "kept" },
  "/link-social": { fields: ["provider", "callbackURL", "errorCallbackURL"], factor: "needed" },
  "/methods": { method: "GET" },
  "/own-email": {
    fields: OWN,
    perMinute: 20,
    account: ["sign_up", "email"],
    session: "auth_message",
    factor: "needed",
  },
  "/own-email/confirm": { fields: OWN, perMinute: 20, session: "auth_proof" },
  "/own-phone": {
    fields: OWN,
    perMinute: 20,
    account: ["sign_up", "phoneNumber"],
    session: "auth_message",
    factor: "needed",
  },
  "/own-phone/confirm": { fields: OWN, perMinute: 20, session: "auth_proof" },
  "/own-phone/remove": { fields: OWN, perMinute: 20, session: "auth_proof", factor: "needed" },
  "/passkey/delete-passkey": { fields: ["id"], factor: "kept" },
  "/passkey/generate-authenticate-options": { method: "GET", factor: "kept" },
  "/passkey/generate-register-options": { method: "GET", factor: "needed" },
  "/passkey/verify-authentication": { fields: ["response"] },
  "/passkey/verify-registration": { fields: ["response", "name"], factor: "needed" },
  "/phone-number/send-otp": {
    fields: ["phoneNumber"],
    perMinute: 20,
    account: ["auth_message", "phoneNumber"],
    sent: { message: "code sent" },
  },
  "/phone-number/verify": {
    fields: ["phoneNumber", "code"],
    perMinute: 20,
    account: ["sign_in_code", "phoneNumber"],
  },
  "/reauthenticate": { fields: OWN, perMinute: 10, session: "auth_message" },
  "/request-password-reset": {
    fields: ["email"],
    perMinute: 20,
    account: ["auth_message", "email"],
    sent: { status: true, message: "If this email exists in our system, check your email for the reset link" },
  },
  "/revoke-other-sessions": { endsDevices: true },
  "/revoke-sessions": { endsDevices: true },
  "/send-verification-email": {
    fields: ["email", "callbackURL"],
    perMinute: 20,
    account: ["auth_message", "email"],
    sent: { status: true },
  },
  "/sign-in/email": { fields: ["email", "password"], perMinute: 60, account: ["sign_in", "email"], factor: "asked" },
  "/sign-in/email-otp": { fields: ["email", "otp"], perMinute: 60, account: ["sign_in_code", "email"] },
  "/sign-in/phone-number": {
    fields: ["phoneNumber", "password"],
    perMinute: 60,
    account: ["sign_in", "phoneNumber"],
    factor: "asked",
  },
  "/sign-in/social": { fields: ["provider", "callbackURL", "errorCallbackURL"], perMinute: 60 },
  "/sign-in/sso": { fields: OWN, perMinute: 60 },
  "/sign-out": {},
  "/sign-up/email": {
    fields: ["email", "password", "name", "firstName", "lastName", "callbackURL"],
    perMinute: 20,
    account: ["sign_up", "email"],
    names: "both",
  },
  "/sign-up/phone": { fields: OWN, perMinute: 20, account: ["sign_up", "phoneNumber"], names: "both" },
  "/sign-up/phone/verify": { fields: OWN, perMinute: 20 },
  "/sso/callback": { method: "GET" },
  "/token": { method: "GET" },
  "/two-factor/disable": { fields: ["password"], perMinute: 30, session: "auth_proof", factor: "needed" },
  "/two-factor/enable": { fields: ["password"], perMinute: 30, session: "auth_proof", factor: "needed" },
  "/two-factor/generate-backup-codes": {
    fields: ["password"],
    perMinute: 30,
    session: "auth_proof",
    factor: "needed",
  },
  "/two-factor/verify-backup-code": { fields: ["code"], perMinute: 30, session: "auth_proof", factor: "shown" },
  "/two-factor/verify-totp": { fields: ["code"], perMinute: 30, session: "auth_proof", factor: "shown" },
  "/unlink-account": { fields: ["accountId"] },
  "/update-password": { fields: OWN, perMinute: 10, session: "auth_proof", factor: "needed", endsDevices: true },
  "/update-user": { fields: ["firstName", "lastName"], factor: "kept", names: "changed" },
  "/verify-email": { method: "GET" },
};

/** What is said of a path, as the library names it; undefined for those that are closed to requests. */
export function endpointAt(path = ""): Endpoint | undefined {
  return Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
}

/** The limits by address and path. Generous where many share an address, as on mobile networks: accounts have their own. */
export function addressLimits(): Record<string, { window: number; max: number } | false> {
  const limited = Object.entries(ENDPOINTS).flatMap(([path, { perMinute }]) =>
    perMinute === undefined ? [] : [[path, perMinute === false ? perMinute : { window: 60, max: perMinute }] as const],
  );
  return Object.fromEntries(limited);
}
