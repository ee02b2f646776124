import type { AuthAttempt } from "./slow-down.server.ts";

/** Base path of the sign-in service. */
export const BASE_PATH = "/api/auth";

/** The shop's own endpoints validate their body by a schema, which drops unknown fields. */
const OWN = null;

type Endpoint = {
  /** Default: POST. */
  method?: "GET";
  /** Fields that its screen sends, default none; others are rejected. */
  fields?: readonly string[] | typeof OWN;
  /** Requests per address and minute; default the service's own limit, false for none. */
  perMinute?: number | false;
  /** Counter of its attempts, and the field with the account they are counted for. */
  account?: readonly [AuthAttempt["name"], "email" | "phoneNumber"];
  /** Response of an endpoint that sends a message; repeats while that one is valid get the same response. */
  sent?: Record<string, unknown>;
  /** Sends a message to the signed-in user, or checks their password or code; counted by the session's account. */
  session?: "auth_message" | "auth_proof";
  /**
   * "needed": requires a session with second factor if the user has one. "shown": verifies its code. "asked": asks for
   * it itself. "unaffected": creates no session, or replaces one. Default: the service asks for it.
   */
  factor?: "needed" | "shown" | "asked" | "unaffected";
  /** Removes the account's known devices. */
  endsDevices?: true;
  /** Accepts names: both, or the changed ones. */
  names?: "both" | "changed";
};

/** Sends a code or link to the account in its field. */
const message = (field: "email" | "phoneNumber", sent: Endpoint["sent"]): Endpoint => ({
  fields: [field],
  perMinute: 20,
  account: ["auth_message", field],
  sent,
});
/** Sends a code to a new address or number of the signed-in user. */
const ownIdentifier = (field: "email" | "phoneNumber"): Endpoint => ({
  fields: OWN,
  perMinute: 20,
  account: ["sign_up", field],
  session: "auth_message",
  factor: "needed",
});
/** Changes the second factor. */
const FACTOR_CHANGE: Endpoint = { fields: ["password"], perMinute: 30, session: "auth_proof", factor: "needed" };

/**
 * Paths used by the shop's screens, with their settings. All other paths of the library, present or future, are closed
 * to reduce the attack surface.
 */
const ENDPOINTS: Record<string, Endpoint> = {
  "/.well-known/jwks.json": { method: "GET" },
  "/callback/google": { method: "GET" },
  "/email-otp/send-verification-otp": { ...message("email", { success: true }), fields: ["email", "type"] },
  "/exchange-code": { fields: OWN, perMinute: 10 },
  "/get-session": { method: "GET", perMinute: false, factor: "unaffected" },
  "/link-social": { fields: ["provider", "callbackURL", "errorCallbackURL"], factor: "needed" },
  "/methods": { method: "GET" },
  "/own-email": ownIdentifier("email"),
  "/own-email/confirm": { fields: OWN, perMinute: 20, session: "auth_proof" },
  "/own-phone": ownIdentifier("phoneNumber"),
  "/own-phone/confirm": { fields: OWN, perMinute: 20, session: "auth_proof" },
  "/own-phone/remove": { fields: OWN, perMinute: 20, session: "auth_proof", factor: "needed" },
  "/passkey/delete-passkey": { fields: ["id"], factor: "unaffected" },
  "/passkey/generate-authenticate-options": { method: "GET", factor: "unaffected" },
  "/passkey/generate-register-options": { method: "GET", factor: "needed" },
  "/passkey/verify-authentication": { fields: ["response"] },
  "/passkey/verify-registration": { fields: ["response", "name"], factor: "needed" },
  "/phone-number/send-otp": message("phoneNumber", { message: "code sent" }),
  "/phone-number/verify": {
    fields: ["phoneNumber", "code"],
    perMinute: 20,
    account: ["sign_in_code", "phoneNumber"],
  },
  "/reauthenticate": { fields: OWN, perMinute: 10, session: "auth_message" },
  "/request-password-reset": message("email", {
    status: true,
    message: "If this email exists in our system, check your email for the reset link",
  }),
  "/revoke-other-sessions": { endsDevices: true },
  "/revoke-sessions": { endsDevices: true },
  "/send-verification-email": { ...message("email", { status: true }), fields: ["email", "callbackURL"] },
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
  "/two-factor/disable": FACTOR_CHANGE,
  "/two-factor/enable": FACTOR_CHANGE,
  "/two-factor/generate-backup-codes": FACTOR_CHANGE,
  "/two-factor/verify-backup-code": { fields: ["code"], perMinute: 30, session: "auth_proof", factor: "shown" },
  "/two-factor/verify-totp": { fields: ["code"], perMinute: 30, session: "auth_proof", factor: "shown" },
  "/unlink-account": { fields: ["accountId"] },
  "/update-password": { fields: OWN, perMinute: 10, session: "auth_proof", factor: "needed", endsDevices: true },
  "/update-user": { fields: ["firstName", "lastName"], factor: "unaffected", names: "changed" },
  "/verify-email": { method: "GET" },
};

/** Settings of a path as the library names it; undefined for closed paths. */
export function endpointAt(path = ""): Endpoint | undefined {
  return Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
}

/**
 * Rate limits by address and path. Generous, because mobile networks share addresses; accounts have separate limits.
 */
export function addressLimits(): Record<string, { window: number; max: number } | false> {
  const limited = Object.entries(ENDPOINTS).flatMap(([path, { perMinute }]) =>
    perMinute === undefined ? [] : [[path, perMinute === false ? perMinute : { window: 60, max: perMinute }] as const],
  );
  return Object.fromEntries(limited);
}
