import type { FieldErrors, RefusedForm } from "#app/lib/forms.ts";
import { authMessage } from "../rules.ts";

/** Minimum password length, in characters. */
export const PASSWORD_LENGTH = 6;

const SHORT = "Password must be at least 6 characters.";

/** Errors of a new password and its confirmation; empty if valid. */
export function passwordErrors(password: string, confirmPassword: string): FieldErrors {
  const errors: FieldErrors = {};
  if (password.length < PASSWORD_LENGTH) errors.password = SHORT;
  if (confirmPassword.length < PASSWORD_LENGTH) errors.confirmPassword = SHORT;
  else if (password !== confirmPassword) errors.confirmPassword = "Passwords do not match";
  return errors;
}

const SSO = "sso:";
const PROVIDERS: Record<string, string> = { credential: "Password", google: "Google" };

/** Name of a sign-in method: "Password", "Google", "Single sign-on of example.com". */
export function providerName(provider: string): string {
  if (provider.startsWith(SSO)) return `Single sign-on of ${provider.slice(SSO.length)}`;
  return (Object.hasOwn(PROVIDERS, provider) && PROVIDERS[provider]) || provider;
}

/** Current sign-in method of an account without password. */
export function passwordlessMethod(providers: readonly string[]): string {
  if (providers.includes("google")) return "Google";
  return providers.some((provider) => provider.startsWith(SSO)) ? "single sign-on" : "a code";
}

/** Sign-in methods, by provider name of the service. */
export type SignInWays = { providers: readonly string[]; has_password: boolean; email: string | null };

/** Text below the account's email. */
export function signInMethod({ providers, has_password, email }: SignInWays): string {
  if (providers.includes("google")) return "Account linked with Google";
  if (has_password) return email ? "Email and password login" : "Phone number and password login";
  const sso = providers.find((provider) => provider.startsWith(SSO));
  if (sso) return `Login with single sign-on of ${sso.slice(SSO.length)}`;
  return "Login with one-time codes";
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPiOS)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Chrome on Android" from a User-Agent header; "Unknown device" otherwise. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
}

/** Fields of a refusal used by the screens; the sign-in service's error has them. */
type ThrownFields = { status?: unknown; code?: unknown; message?: unknown; retryAfter?: unknown };

const MESSAGES: Record<string, string> = {
  SESSION_NOT_FRESH: "For your security, please sign out and sign in again before you do this.",
  PASSKEY_NOT_FOUND: "This passkey has been removed already.",
  PASSWORD_TOO_LONG: "Password should be at most 128 characters.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "This is your only linked account. Set a password first.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_INVALID_DOMAIN: "Passkeys work only at a domain name over a secure connection, not at a bare IP address.",
  unsupported: "This browser does not support passkeys.",
  unreachable: "We could not reach the shop. Please check your connection and try again.",
};

/** Whether an error is a refusal that the user can resolve, rather than a failure. */
export function isRefusal(error: unknown): boolean {
  const { status } = (error ?? {}) as ThrownFields;
  return typeof status === "number" && status >= 400 && status < 500;
}

/** Message for a refusal: the shop's own if defined, else the service's, else `fallback`. */
export function refusalMessage(error: unknown, fallback: string): string {
  const { status, code, message, retryAfter } = (error ?? {}) as ThrownFields;
  const known = typeof code === "string" ? code : "";
  if (Object.hasOwn(MESSAGES, known) && MESSAGES[known]) return MESSAGES[known];
  if (!isRefusal(error)) return fallback;
  const refusal = { message: typeof message === "string" ? message : "", retryAfter: Number(retryAfter) || 0 };
  return authMessage({ ...refusal, status: Number(status), code: known }, fallback);
}

/** Whether the service requires a code before a password change. */
export function needsCode(error: unknown): boolean {
  return ((error ?? {}) as ThrownFields).code === "REAUTHENTICATION_NEEDED";
}

/** Login identifiers, besides password and provider. */
export type SignInName = "phone" | "email";

/** A `FormResult` with its form's intent, and data for the success or refused state. */
type ResultOf<Intent, Done = object, Refused = object> = { intent: Intent } & (
  | ({ ok: true } & Done)
  | (RefusedForm & Refused)
);

/**
 * `needsReauth`, `asksCode`: the form shows the field for the reauthentication code or the verification code; `sent`: a
 * new code was sent on request.
 */
export type NameAnswer = { name: SignInName } & ResultOf<
  "sign-in-name",
  { done: "added" | "changed" | "removed" },
  { step: "ask" | "confirm" | "remove"; needsReauth: boolean; sent?: boolean }
>;

/** Result of a form of the security panel. */
export type SecurityAnswer =
  | ResultOf<"password", object, { asksCode: boolean; sent?: boolean }>
  | ({ id: string } & ResultOf<"passkey">)
  | NameAnswer
  | ResultOf<"sessions", { message: string }, { isStale?: true }>;

/** The result of the security form with this intent, if it was the last one sent. */
export type SecurityAnswerTo<Intent extends SecurityAnswer["intent"]> =
  | Extract<SecurityAnswer, { intent: Intent }>
  | undefined;

/** The result if it belongs to a form with this `intent`. */
export function answerTo<Answer extends { intent: string }, Intent extends Answer["intent"]>(
  intent: Intent,
  answer: Answer | undefined,
): Extract<Answer, { intent: Intent }> | undefined {
  return answer?.intent === intent ? (answer as Extract<Answer, { intent: Intent }>) : undefined;
}

const REFUSED = { ok: false, errors: {}, values: {} } as const;

/** Result of a form about sessions that failed. */
export const SIGN_OUT_FAILED: SecurityAnswer = {
  ...REFUSED,
  intent: "sessions",
  message: "Failed to sign out. Please try again.",
};

/** Result of the name form of the passkey with this id, when it failed. */
export function renameFailed(id: string, name: string): SecurityAnswer {
  return { ...REFUSED, intent: "passkey", id, values: { name }, message: "Failed to rename the passkey" };
}

/** Result of a security form that failed to send: keeps the input except passwords. Null for any other form. */
export function failedSecurityAnswer(form: Record<string, string>): SecurityAnswer | null {
  const { intent = "", id = "", name = "", value = "" } = form;
  if (intent === "password" || intent === "send-code") {
    const asksCode = intent === "send-code" || "code" in form;
    return { ...REFUSED, intent: "password", asksCode, message: "Failed to update password" };
  }
  if (intent === "rename-passkey") return renameFailed(id, name);
  const [, step, kind] = /^(ask|confirm|remove)-(phone|email)$/.exec(intent) ?? [];
  if (step && kind) {
    const message = kind === "phone" ? "Failed to change the phone number" : "Failed to add the email address";
    return {
      ...REFUSED,
      intent: "sign-in-name",
      step: step as "ask" | "confirm" | "remove",
      name: kind as SignInName,
      values: { value },
      needsReauth: "reauth_code" in form,
      message,
    };
  }
  return /^(sign-out$|end-)/.test(intent) ? SIGN_OUT_FAILED : null;
}
