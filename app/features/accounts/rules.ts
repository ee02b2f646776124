import { staffRoleOf, type Claims } from "#app/features/permissions/rules.ts";

export type AuthEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

/** `email` is null for an account with only a phone number. */
export type User = {
  id: string;
  email: string | null;
  phone: string | null;
  first_name: string;
  last_name: string;
  role: "customer" | "admin";
  has_second_factor: boolean;
};

/** `expires_at` in seconds since the epoch. The session is renewed by an httpOnly cookie. */
export type Session = { access_token: string; refresh_token: null; expires_at: number; user: User };

/** `fromOtherTab`: not caused by this client, but by another tab or the service. */
export type AuthListener = (event: AuthEvent, session: Session | null, fromOtherTab: boolean) => void;

export type AuthState = { session: Session | null; user: User | null; loading: boolean; isAdmin: boolean };
export type RawUser = {
  id: string;
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  phoneNumber?: string | null;
  role?: string | null;
  twoFactorEnabled?: boolean | null;
};

/** Placeholder domain of accounts without email; it does not exist and gets no mail. */
export const PHONE_ONLY_DOMAIN = "phone.invalid";

/** Whether an address is a real one that can be shown and mailed. */
export function hasMailbox(email: string): boolean {
  return !email.endsWith(`@${PHONE_ONLY_DOMAIN}`);
}

/** `sessions.auth_method` of a session with verified second factor. */
export const MFA_VERIFIED = "second-factor";

/** Role and second-factor claims of a sign-in service session. */
export function claimsOf(user: Record<string, unknown>, session: Record<string, unknown>): Claims {
  const role = user["role"] === "admin" ? "admin" : "customer";
  return {
    role,
    staff_role: role === "admin" ? staffRoleOf(user["staffRole"]) : null,
    has_second_factor: user["twoFactorEnabled"] === true,
    mfa_verified: session["authMethod"] === MFA_VERIFIED,
  };
}

/** Maps the service's user to the shop's. */
export function userOf(raw: RawUser): User {
  return {
    id: raw.id,
    email: hasMailbox(raw.email) ? raw.email : null,
    phone: raw.phoneNumber ?? null,
    first_name: raw.firstName ?? "",
    last_name: raw.lastName ?? "",
    role: raw.role === "admin" ? "admin" : "customer",
    has_second_factor: raw.twoFactorEnabled === true,
  };
}

/** The `exp` claim of a token in seconds; 0 for a malformed token. */
export function expiryOf(token: string): number {
  try {
    const part = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return Number((JSON.parse(atob(part)) as { exp?: number }).exp) || 0;
  } catch {
    return 0;
  }
}

/**
 * A refusal of the sign-in service with its message; `status` 0 means unreachable. `retryAfter` in seconds, 0 if not
 * specified.
 */
export class AuthError extends Error {
  status: number;
  code: string;
  retryAfter: number;
  constructor(message: string, status = 400, code = "", retryAfter = 0) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const AUTH_FAILED = "Authentication failed. Please try again.";
export const GOOGLE_FAILED = "Google sign-in failed. Please try again.";
export const SSO_FAILED = "Single sign-on failed. Please try again.";
export const RESET_FAILED = "Failed to send reset email. Please try again.";
export const CODE_FAILED = "Failed to send the code. Please try again.";
export const NO_ADDRESS_OR_NUMBER = "Please enter your email address or phone number.";
export const NO_ADDRESS_OR_PASSWORD = "You must provide either an email or phone number and a password";
const PROFILE_FAILED = "Unable to create user profile. Please try again or contact support.";
const BAD_EMAIL = "Please enter a valid email address.";
const WEAK_PASSWORD = "Password should be at least 6 characters.";
const TAKEN = "This email is already registered. Try logging in instead.";
/** Target of the link in a confirmation mail. */
export const CONFIRMED = "/auth/callback?confirmed=yes";
/** Query of code paths for recovery: signs in to an existing account, creates none. */
export const RECOVERY = "?for=recovery";
export const BAD_LINK = "This link is invalid or has expired. Please request a new one.";
const BAD_CODE = "This code is wrong or has expired.";

/** The shop's messages by error code of the service. */
const BY_CODE: Record<string, string> = {
  "auth/invalid-email": BAD_EMAIL,
  INVALID_EMAIL: BAD_EMAIL,
  "auth/weak-password": WEAK_PASSWORD,
  PASSWORD_TOO_SHORT: WEAK_PASSWORD,
  "auth/email-already-in-use": TAKEN,
  USER_ALREADY_EXISTS: TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
  FAILED_TO_CREATE_USER: PROFILE_FAILED,
  EMAIL_NOT_VERIFIED: "Please confirm your email address first. The link is in the email that we sent you.",
  INVALID_EMAIL_OR_PASSWORD: "Invalid email or password.",
  INVALID_PHONE_NUMBER_OR_PASSWORD: "Invalid phone number or password.",
  INVALID_PASSWORD: "This password is not right.",
  PASSKEY_NOT_FOUND: "This passkey does not open an account any more. Please use another way to log in.",
  INVALID_OTP: BAD_CODE,
  OTP_NOT_FOUND: BAD_CODE,
  OTP_EXPIRED: BAD_CODE,
  INVALID_CODE: BAD_CODE,
  INVALID_BACKUP_CODE: BAD_CODE,
  INVALID_LINK: BAD_LINK,
  NO_ACCOUNT: "There is no account with this number. Create one, or use your email address.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. Please try again in 15 minutes.",
  TOO_MANY_ATTEMPTS: "Too many wrong codes. Please ask for a new one.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Please ask for a new one.",
  INVALID_TWO_FACTOR_COOKIE: "This took too long. Please log in again.",
};

/** The shop's messages by the `?error=` of a redirect from the service. */
const BY_RETURN: Record<string, string> = {
  access_denied: "The sign-in was cancelled.",
  invalid_token: BAD_LINK,
  token_expired: BAD_LINK,
  user_not_found: BAD_LINK,
  state_mismatch: "This sign-in was started in another browser or took too long. Please try again.",
  please_restart_the_process: "This sign-in was started in another browser or took too long. Please try again.",
  state_not_found: "This sign-in was started in another browser or took too long. Please try again.",
  unable_to_get_user_info: "Google did not confirm your email address. Please use another way to sign in.",
  link_used: "This link has been used already. If your address is confirmed, you can log in.",
  account_not_linked: "This address belongs to an account with another way to sign in. Please use that one.",
  email_not_found: "Google did not tell us your email address.",
  banned: "This account is closed. Please contact support.",
  sso_failed: SSO_FAILED,
  sso_removed: "Single sign-on for this domain was switched off. Please use another way to log in.",
  sso_no_address: "Your company's login did not tell us your email address.",
  sso_other_domain: "Your company's login named an address of another domain. It can only speak for its own.",
  sso_unconfirmed: "Your company's login has not confirmed your email address.",
  sso_not_here: "This account does not open with single sign-on. Please use another way to log in.",
};

type ServiceError = { message: string; status?: number; code?: string; retryAfter?: number };

/** "Too many attempts. Please try again in 14 minutes.", from seconds; 0 if unknown. */
export function tooManyAttempts(seconds = 0): string {
  if (!(seconds > 0)) return "Too many attempts. Please wait a moment and try again.";
  const [count, unit] = seconds < 60 ? [Math.ceil(seconds), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}

/** The AuthError of a response and its body. */
export function refusalOf({ status, headers }: Response, body: { message?: string; code?: string } | null): AuthError {
  return new AuthError(body?.message ?? "", status, body?.code, retryAfterOf(headers));
}

/** Retry delay in seconds from response headers, 0 without one. The library uses a header of its own. */
export function retryAfterOf(headers: Headers): number {
  return Number(headers.get("Retry-After") ?? headers.get("X-Retry-After")) || 0;
}

/**
 * Message for a refusal of the sign-in service: the shop's own text, else the service's message, else `fallback`.
 * Internal server messages are replaced.
 */
export function authMessage(
  { message, status = 400, code = "", retryAfter }: ServiceError,
  fallback = AUTH_FAILED,
): string {
  if (message.includes("Database error saving new user")) return PROFILE_FAILED;
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return known;
  if (status === 429) return tooManyAttempts(retryAfter);
  if (status === 0 || status >= 500) return fallback;
  if (code === "VALIDATION_ERROR" || message.startsWith("[body")) return /email/i.test(message) ? BAD_EMAIL : fallback;
  return message || fallback;
}

/** What a sign-in form says when it failed without a reason, by its fields. */
export function failureOf(form: Pick<FormData, "has" | "get">): string {
  if (form.has("sso-email")) return SSO_FAILED;
  const to = form.get("email");
  if (typeof to !== "string" || (form.has("code") && !form.has("again"))) return AUTH_FAILED;
  return parseIdentifier(to).phone ? CODE_FAILED : RESET_FAILED;
}

/** Parses the combined field for an email address or a phone number. */
export function parseIdentifier(
  text: string,
): { email: string; phone?: undefined } | { phone: string; email?: undefined } {
  const identifier = text.trim();
  return identifier.includes("@") || !/\d/.test(identifier) ? { email: identifier } : { phone: identifier };
}

export type CallbackStep =
  | { kind: "error"; message: string }
  | { kind: "second-factor" }
  | { kind: "exchange"; code: string; recovery: boolean }
  | { kind: "session" };

/**
 * The action of /auth/callback, from its query ("?code=...") and fragment ("#..."). No text of the URL is displayed.
 */
export function callbackStep(search: string, fragment = ""): CallbackStep {
  const query = new URLSearchParams(search);
  const inFragment = new URLSearchParams(fragment.replace(/^#/, ""));
  const error = query.get("error") ?? inFragment.get("error");
  const provider = query.get("provider");
  if (error !== null) {
    const failed = provider === "google" ? GOOGLE_FAILED : provider === "sso" ? SSO_FAILED : AUTH_FAILED;
    const reason = error.toLowerCase();
    return { kind: "error", message: (Object.hasOwn(BY_RETURN, reason) && BY_RETURN[reason]) || failed };
  }
  if (query.get("mfa") === "required") return { kind: "second-factor" };
  const recovery = query.get("type") === "recovery";
  const code = query.get("code");
  if (code !== null) return { kind: "exchange", code, recovery };
  if (recovery) return { kind: "error", message: "No code detected." };
  if (inFragment.has("access_token")) return { kind: "error", message: "No session defined in URL" };
  return { kind: "session" };
}

/** The secret of an `otpauth:` URI in groups of four; empty without one. */
export function secretOf(totpUri: string): string {
  const secret = /[?&]secret=([A-Z2-7]+)/i.exec(totpUri)?.[1] ?? "";
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

export type AccountItem = { to: string; label: string };

/** Entries of the account menu above Sign Out. */
export function accountItems(isAdmin: boolean): AccountItem[] {
  return isAdmin
    ? [
        { to: "/admin", label: "Admin Dashboard" },
        { to: "/admin/settings", label: "Settings" },
      ]
    : [
        { to: "/profile", label: "My Profile" },
        { to: "/profile/orders", label: "My Orders" },
        { to: "/wishlist", label: "Wishlist" },
      ];
}
