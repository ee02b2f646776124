import { AuthError, CONFIRMED, NO_ADDRESS_OR_PASSWORD, RECOVERY } from "../rules.ts";

/** Sends a request to the sign-in service: by fetch in the browser, within the process for a posted form. Throws AuthError. */
export type AskService = <Answer>(path: string, body: object) => Promise<Answer>;

export type Who = { email?: string; phone?: string };
type Entered = { twoFactorRedirect?: boolean; user?: { firstName?: string | null; lastName?: string | null } } | null;

const NO_ADDRESS = "You must provide either an email or phone number.";
const NO_NAMES = "Please enter your first and last name.";

/**
 * The requests of the sign-in forms. `mfa`: the session is created after the second factor. `hasName`: false for an
 * account that a code has created. Spaces in codes are ignored. Each throws AuthError.
 */
export function signInRequests(ask: AskService) {
  async function enter(path: string, body: object) {
    const answer = await ask<Entered>(path, body);
    const hasName = !answer?.user || Boolean(answer.user.firstName || answer.user.lastName);
    return { mfa: answer?.twoFactorRedirect === true, hasName };
  }
  return {
    /** Email sign-up is completed by a link, phone sign-up by a code: `verifyPhoneSignUp` with the ticket. */
    async signUp(
      input: Who & { password: string; first_name: string; last_name: string },
    ): Promise<{ ticket: string | null }> {
      const { email, phone, password } = input;
      const [firstName, lastName] = [input.first_name.trim(), input.last_name.trim()];
      if (!firstName || !lastName) throw new AuthError(NO_NAMES);
      if (!(email || phone) || !password) throw new AuthError(NO_ADDRESS_OR_PASSWORD);
      if (phone) return await ask("/sign-up/phone", { phoneNumber: phone, password, firstName, lastName });
      const name = `${firstName} ${lastName}`;
      await ask("/sign-up/email", { email, password, name, firstName, lastName, callbackURL: "/auth/callback" });
      return { ticket: null };
    },
    async verifyPhoneSignUp(ticket: string, code: string): Promise<void> {
      await ask("/sign-up/phone/verify", { ticket, code: withoutSpaces(code) });
    },
    async signInWithPassword({ email, phone, password }: Who & { password: string }) {
      if (!(email || phone) || !password) throw new AuthError(NO_ADDRESS_OR_PASSWORD);
      if (phone) return await enter("/sign-in/phone-number", { phoneNumber: phone, password });
      return await enter("/sign-in/email", { email, password });
    },
    /** Returns the address of the provider for the domain of a work email. */
    async signInWithSso(email: string): Promise<string> {
      return (await ask<{ url: string }>("/sign-in/sso", { email: email.trim() })).url;
    },
    /** Sends a one-time code, by SMS for a phone number. Verifying it creates the account if needed. */
    async signInWithOtp({ email, phone }: Who): Promise<void> {
      if (phone) await ask("/phone-number/send-otp", { phoneNumber: phone });
      else if (email) await ask("/email-otp/send-verification-otp", { email, type: "sign-in" });
      else throw new AuthError(NO_ADDRESS);
    },
    /** With `recovery` no account is created for an unknown number. */
    async verifyOtp({ email, phone, token, recovery }: Who & { token: string; recovery?: boolean }) {
      const code = withoutSpaces(token);
      if (!phone) return await enter("/sign-in/email-otp", { email, otp: code });
      return await enter(`/phone-number/verify${recovery ? RECOVERY : ""}`, { phoneNumber: phone, code });
    },
    /** Six digits are a code of the authenticator app, anything else a backup code. */
    async verifySecondFactor(input: string): Promise<void> {
      const code = withoutSpaces(input);
      await ask(/^\d{6}$/.test(code) ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code", { code });
    },
    /** Sends the link that confirms the address of a sign-up again. */
    async resend(email: string): Promise<void> {
      await ask("/send-verification-email", { email, callbackURL: CONFIRMED });
    },
    async resetPasswordForEmail(email: string): Promise<void> {
      await ask("/request-password-reset", { email });
    },
    async exchangeCodeForSession(code: string) {
      if (!code) throw new AuthError("No code detected.");
      return await enter("/exchange-code", { code });
    },
  };
}

function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, "");
}
