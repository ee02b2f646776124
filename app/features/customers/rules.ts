import { authMessage } from "#app/features/auth/rules.ts";
import type { ProfileErrors, ProfileInput } from "./schema.ts";

/** The least length of a password, in characters. */
export const PASSWORD_LENGTH = 6;

export type PasswordErrors = { password?: string; confirmPassword?: string };

const SHORT = "Password must be at least 6 characters.";

/** What is wrong with a new password and its confirmation; empty when both may be sent. */
export function passwordErrors(password: string, confirmPassword: string): PasswordErrors {
  const errors: PasswordErrors = {};
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

export type NameAnswer =
  | { intent: "sign-in-name"; name: SignInName; ok: true; done: "added" | "changed" | "removed" }
  | {
      intent: "sign-in-name";
      name: SignInName;
      ok: false;
      /** What the form is for: naming one, answering its code, taking it off. */
      step: "ask" | "confirm" | "remove";
      value: string;
      errors: { value?: string; code?: string; proof?: string };
      /** The form has a field for the code that proves whose account this is. */
      asksProof: boolean;
      /** A code was sent again on request. */
      sent?: boolean;
      message?: string;
    };

/** What the profile page answers to its forms. `values` are what was sent, for a page that comes back with errors. */
export type ProfileAnswer =
  | { intent: "profile"; ok: true }
  | {
      intent: "profile";
      ok: false;
      errors: ProfileErrors;
      values: Partial<ProfileInput>;
      message?: string;
      isStale?: true;
    }
  | { intent: "password"; ok: true }
  | {
      intent: "password";
      ok: false;
      errors: PasswordErrors & { code?: string };
      /** The form has a field for the code that was sent. */
      asksCode: boolean;
      /** A code was sent again on request. */
      sent?: boolean;
      message?: string;
    }
  | { intent: "passkey"; ok: true; id: string }
  | { intent: "passkey"; ok: false; id: string; name: string; error?: string; message?: string }
  | NameAnswer
  | { intent: "sessions"; ok: boolean; message: string; isStale?: true }
  /** Without a message the page asks whether this is meant. */
  | { intent: "delete-account"; ok: false; message?: string };

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
  const { intent = "" } = form;
  if (intent === "password" || intent === "send-code") {
    const asksCode = intent === "send-code" || "code" in form;
    return { intent: "password", ok: false, errors: {}, asksCode, message: "Failed to update password" };
  }
  if (intent === "rename-passkey") {
    const { id = "", name = "" } = form;
    return { intent: "passkey", ok: false, id, name, message: "Failed to rename the passkey" };
  }
  const [, step, name] = /^(ask|confirm|remove)-(phone|email)$/.exec(intent) ?? [];
  if (step && name) {
    const message = name === "phone" ? "Failed to change the phone number" : "Failed to add the email address";
    const asked = { step, name } as { step: "ask" | "confirm" | "remove"; name: SignInName };
    const { value = "" } = form;
    return { intent: "sign-in-name", ok: false, ...asked, value, errors: {}, asksProof: "proof" in form, message };
  }
  if (intent === "delete-account") return { intent, ok: false, message: "Failed to delete account" };
  if (/^(sign-out|end-(session|others|all))$/.test(intent)) {
    return { intent: "sessions", ok: false, message: "Failed to sign out. Please try again." };
  }
  return { intent: "profile", ok: false, errors: {}, values: form, message: "Failed to update profile" };
}
