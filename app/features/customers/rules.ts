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

/** Ways to sign in, as the service names their providers. */
export type SignInWays = { providers: readonly string[]; has_password: boolean; email: string | null };

/** The line under the account's address. */
export function signInMethod({ providers, has_password, email }: SignInWays): string {
  if (providers.includes("google")) return "Account linked with Google";
  if (has_password) return email ? "Email and password login" : "Phone number and password login";
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

/** "Chrome on Android" for a browser's User-Agent header; "Unknown device" for what nobody recognises. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
}

/** A refusal as far as the screens look into it: the sign-in service's own error has these fields. */
type Refusal = { status?: unknown; code?: unknown; message?: unknown };

const MESSAGES: Record<string, string> = {
  SESSION_NOT_FRESH: "For your security, please sign out and sign in again before you do this.",
  INVALID_PASSWORD: "This password is not right.",
  INVALID_CODE: "This code is not right. Wait for the next one and try again.",
  PASSWORD_TOO_LONG: "Password should be at most 128 characters.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "This is your only way to sign in. Set a password first.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_INVALID_DOMAIN: "Passkeys work only at a domain name over a secure connection, not at a bare IP address.",
  unsupported: "This browser does not support passkeys.",
  unreachable: "We could not reach the shop. Please check your connection and try again.",
};

/** What to tell somebody whose wish was refused: our words where we have some, the service's own, or `fallback`. */
export function refusalMessage(error: unknown, fallback: string): string {
  const { status, code, message } = (error ?? {}) as Refusal;
  if (status === 429) return "That was a lot of tries. Please wait a minute and try again.";
  if (typeof code === "string" && MESSAGES[code]) return MESSAGES[code];
  const isService = typeof status === "number" && status >= 400 && status < 500;
  return isService && typeof message === "string" && message ? message : fallback;
}

/** Whether the service wants to see a code from the mailbox before it changes a password. */
export function needsCode(error: unknown): boolean {
  return ((error ?? {}) as Refusal).code === "REAUTHENTICATION_NEEDED";
}

/** The secret inside an `otpauth:` address in groups of four, for typing; empty when there is none. */
export function secretOf(totpUri: string): string {
  const secret = /[?&]secret=([A-Z2-7]+)/i.exec(totpUri)?.[1] ?? "";
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Africa/Lagos",
});

/** "20 November 2026", as the calendar in Nigeria says; the same on the server and in every browser. */
export function dayOf(date: Date): string {
  return DAY.format(date);
}
