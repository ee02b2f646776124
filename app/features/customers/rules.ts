import { authMessage } from "#app/features/auth/rules.ts";
import type { FieldErrors, RefusedForm } from "#app/lib/forms.ts";

/** The least length of a password, in characters. */
export const PASSWORD_LENGTH = 6;

const SHORT = "Password must be at least 6 characters.";

/** What is wrong with a new password and its confirmation; empty when both may be sent. */
export function passwordErrors(password: string, confirmPassword: string): FieldErrors {
  const errors: FieldErrors = {};
  if (password.length < PASSWORD_LENGTH) errors.password = SHORT;
  if (confirmPassword.length < PASSWORD_LENGTH) errors.confirmPassword = SHORT;
  else if (password !== confirmPassword) errors.confirmPassword = "Passwords do not match";
  return errors;
}

const SSO = "sso:";
const PROVIDERS: Record<string, string> = { credential: "Password", google: "Google" };

/** What a way in is called: "Password", "Google", "Single sign-on of example.com". */
export function providerName(provider: string): string {
  if (provider.startsWith(SSO)) return `Single sign-on of ${provider.slice(SSO.length)}`;
  return PROVIDERS[provider] ?? provider;
}

/** What somebody without a password signs in with so far. */
export function wayWithoutPassword(providers: readonly string[]): string {
  if (providers.includes("google")) return "Google";
  return providers.some((provider) => provider.startsWith(SSO)) ? "single sign-on" : "a code";
}

/** Ways to sign in, as the service names their providers. */
export type SignInWays = { providers: readonly string[]; has_password: boolean; email: string | null };

/** The line under the account's address. */
export function signInMethod({ providers, has_password, email }: SignInWays): string {
  if (providers.includes("google")) return "Account linked with Google";
  if (has_password) return email ? "Email and password login" : "Phone number and password login";
  const sso = providers.find((provider) => provider.startsWith(SSO));
  if (sso) return `Login with single sign-on of ${sso.slice(SSO.length)}`;
  return "Login with one-time codes";
}

/** "+234 803 123 4567": a number as it is kept, in groups that a Nigerian reads; others stay as they are. */
export function showPhone(number: string): string {
  return number.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3 $4");
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

/** "Chrome on Android" for a browser's User-Agent header; "Unknown device" for what nobody recognises. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
}

/** A refusal as far as the screens look into it: the sign-in service's own error has these fields. */
type Refusal = { status?: unknown; code?: unknown; message?: unknown; retryAfter?: unknown };

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

/** Whether the sign-in service refused, for reasons that somebody can mend, rather than failed. */
export function isRefusal(error: unknown): boolean {
  const { status } = (error ?? {}) as Refusal;
  return typeof status === "number" && status >= 400 && status < 500;
}

/** What to tell somebody whose wish was refused: our words where we have some, the service's own, or `fallback`. */
export function refusalMessage(error: unknown, fallback: string): string {
  const { status, code, message, retryAfter } = (error ?? {}) as Refusal;
  const known = typeof code === "string" ? code : "";
  if (MESSAGES[known]) return MESSAGES[known];
  if (!isRefusal(error)) return fallback;
  const said = { message: typeof message === "string" ? message : "", retryAfter: Number(retryAfter) || 0 };
  return authMessage({ ...said, status: Number(status), code: known }, fallback);
}

/** Whether the service wants to see a code from the mailbox before it changes a password. */
export function needsCode(error: unknown): boolean {
  return ((error ?? {}) as Refusal).code === "REAUTHENTICATION_NEEDED";
}

/** What somebody signs in with, besides a password or a provider. */
export type SignInName = "phone" | "email";

/** A `FormResult` that names its form, with what that form shows besides when it is done or refused. */
type ResultOf<Intent, Done = object, Refused = object> = { intent: Intent } & (
  | ({ ok: true } & Done)
  | (RefusedForm & Refused)
);

/** `asksProof`, `asksCode`: the form has a field for the code that proves whose account this is; `sent`: anew, on request. */
export type NameAnswer = { name: SignInName } & ResultOf<
  "sign-in-name",
  { done: "added" | "changed" | "removed" },
  { step: "ask" | "confirm" | "remove"; asksProof: boolean; sent?: boolean }
>;

/** What the profile page answers to its forms. A deletion that is refused without a message asks whether it is meant. */
export type ProfileAnswer =
  | ResultOf<"profile", object, { isStale?: true }>
  | ResultOf<"password", object, { asksCode: boolean; sent?: boolean }>
  | ({ id: string } & ResultOf<"passkey">)
  | NameAnswer
  | ResultOf<"sessions", { message: string }, { isStale?: true }>
  | ({ intent: "delete-account" } & RefusedForm);

/** The answer when it is one to the forms of `intent`. */
export function answerTo<Intent extends ProfileAnswer["intent"]>(
  intent: Intent,
  answer: ProfileAnswer | undefined,
): Extract<ProfileAnswer, { intent: Intent }> | undefined {
  return answer?.intent === intent ? (answer as Extract<ProfileAnswer, { intent: Intent }>) : undefined;
}

/** Whether the page stands as it was: a form was refused, and no other page is needed that could hide the reason. */
export function changedNothing(answer: ProfileAnswer | undefined): boolean {
  return answer?.ok === false && !("isStale" in answer);
}

/** The answer to a form that did not come through: what was typed stays, but never a password. */
export function failedAnswer(form: Record<string, string>): ProfileAnswer {
  const { intent = "", id = "", name = "", value = "" } = form;
  const refused = { ok: false, errors: {}, values: {} } as const;
  if (intent === "password" || intent === "send-code") {
    const asksCode = intent === "send-code" || "code" in form;
    return { ...refused, intent: "password", asksCode, message: "Failed to update password" };
  }
  if (intent === "rename-passkey") {
    return { ...refused, intent: "passkey", id, values: { name }, message: "Failed to rename the passkey" };
  }
  const [, step, kind] = /^(ask|confirm|remove)-(phone|email)$/.exec(intent) ?? [];
  if (step && kind) {
    const message = kind === "phone" ? "Failed to change the phone number" : "Failed to add the email address";
    const asked = { step, name: kind } as { step: "ask" | "confirm" | "remove"; name: SignInName };
    return { ...refused, intent: "sign-in-name", ...asked, values: { value }, asksProof: "proof" in form, message };
  }
  if (intent === "delete-account") return { ...refused, intent, message: "Failed to delete account" };
  if (/^(sign-out$|end-)/.test(intent)) {
    return { ...refused, intent: "sessions", message: "Failed to sign out. Please try again." };
  }
  return { ...refused, intent: "profile", values: form, message: "Failed to update profile" };
}
