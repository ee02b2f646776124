import { randomUUID } from "node:crypto";
import { queueAfterTransactionHook } from "@better-auth/core/context";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createEmailVerificationToken } from "better-auth/api";
import { admin, emailOTP, jwt, phoneNumber, twoFactor } from "better-auth/plugins";
import { roleFor } from "#app/features/permissions/rules.ts";
import { DEFAULT_STORE } from "#app/features/settings/rules.ts";
import { deleteUnverifiedUser } from "#app/features/users/commands.server.ts";
import { ownOrigins } from "#app/lib/origins.ts";
import type { Limits } from "#app/platform/limits.server.ts";
import { withoutParameters, type Logger } from "#app/platform/log.server.ts";
import type { GoogleSettings } from "#app/platform/provider-settings.server.ts";
import type { Db } from "#db/client.server.ts";
import {
  accounts,
  auth_rate_limits,
  jwks,
  passkeys,
  sessions,
  two_factors,
  users,
  verifications,
} from "#db/schema/auth.ts";
import { CONFIRMED, hasMailbox, claimsOf } from "../rules.ts";
import { accountLimits } from "./account-limits.server.ts";
import { isAdmin, isFreeAddress, takeAddress } from "./addresses.server.ts";
import { newBackupCodes, typedBackupCodes } from "./backup-codes.server.ts";
import { confirmation } from "./confirmation.server.ts";
import { constantTime } from "./constant-time.server.ts";
import { databaseHooks } from "./database-hooks.server.ts";
import { displayNames } from "./display-names.server.ts";
import { checkEndpoint, endpointAllowList } from "./endpoint-allow-list.server.ts";
import { addressLimits, BASE_PATH } from "./endpoints.server.ts";
import { googleSignIn } from "./google.server.ts";
import { knownDevices } from "./known-devices.server.ts";
import { loginIdentifiers, type IdentifierMessage } from "./login-identifiers.server.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { phoneOnlyEmail, phoneSignUp } from "./phone.server.ts";
import { recovery } from "./recovery.server.ts";
import { secondFactorEverywhere } from "./second-factor.server.ts";
import { readableKeys, secretOptions } from "./secrets.server.ts";
import { securityNotices } from "./security-notices.server.ts";
import { singleSignOn, ssoSetUp } from "./single-sign-on.server.ts";
import { totpReplayGuard } from "./totp-replay-guard.server.ts";
import { userInput } from "./user-input.server.ts";

const DAY_S = 86_400;

export type AuthMessage =
  | { kind: "confirm_email"; to: string; url: string }
  | { kind: "account_exists" | "password_changed"; to: string; name: string }
  | { kind: "recovery"; to: string; name: string; url: string }
  | { kind: "email_code" | "sms_code"; to: string; code: string }
  | { kind: "sms_account_exists" | "sms_password_changed"; to: string }
  | IdentifierMessage;

export type AuthOptions = {
  db: Db;
  baseUrl: string;
  /** Newest first; at least 32 random characters each. Older ones are kept to read stored data. */
  secrets: readonly string[];
  google: GoogleSettings | null;
  /** Single sign-on by email domain; off by default. */
  sso: boolean;
  /** Allowed identity providers on this machine or network, which SSO blocks otherwise. */
  ssoOrigins: readonly string[];
  /** Admins need a verified second factor for all admin access. */
  adminSecondFactor: boolean;
  limits: Limits;
  /** Assigns guest orders and requests with the account's verified email or phone to it. */
  claimGuests: (userId: string, cookies: string | null) => Promise<unknown>;
  /** The current store name from settings, for authenticators and passkeys. */
  storeName: () => Promise<string>;
  /** Queues a message and returns at once, so that the timing reveals nothing. */
  send: (message: AuthMessage) => Promise<void>;
  log: Logger;
};

const FAILED = { code: "UNAVAILABLE", message: "Something went wrong on our side. Please try again." };

/** The sign-in service. All imports of the auth library are in this folder. */
export function createAuth(options: AuthOptions) {
  const { db, baseUrl, log } = options;
  // Runs after the library's transaction, if any: the embedded database has a single connection and would deadlock.
  const send = (message: AuthMessage) => queueAfterTransactionHook(() => options.send(message));
  const { hooks, claim } = databaseHooks(options);
  const setUp = options.sso ? ssoSetUp({ db, baseUrl, secrets: options.secrets, origins: options.ssoOrigins }) : null;
  const secret = options.secrets[0] ?? "";
  /** An unverified sign-up with an address that a provider has verified would block the owner of the address. */
  const dropUnconfirmed = (email: string) => deleteUnverifiedUser(db, email);
  const known = knownDevices(db, secret);
  const auth = betterAuth({
    appName: DEFAULT_STORE.name,
    baseURL: baseUrl,
    basePath: BASE_PATH,
    trustedOrigins: ownOrigins(baseUrl),
    ...secretOptions(options.secrets),
    telemetry: { enabled: false },
    // Logs only the library's own text: no arguments and no parameters of failed statements. Level "info" stops the
    // library from also printing refusals.
    logger: {
      level: "info",
      log: (level, message) => log[level === "error" ? "error" : "debug"]({ from: "auth" }, withoutParameters(message)),
    },
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: two_factors,
        jwks,
        passkey: passkeys,
        rateLimit: auth_rate_limits,
      },
    }),
    user: {
      additionalFields: {
        firstName: { type: "string", required: false, defaultValue: "" },
        lastName: { type: "string", required: false, defaultValue: "" },
        staffRole: { type: "string", required: false, input: false },
      },
    },
    session: { expiresIn: 30 * DAY_S, updateAge: 3600, cookieCache: { enabled: false } },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true } },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => {
        if (!hasMailbox(user.email)) return;
        const url = `${baseUrl}/auth/callback?type=recovery&code=${encodeURIComponent(token)}`;
        // Names of an unverified account come from an unknown person and are not mailed to the owner of the mailbox.
        await send({ kind: "recovery", to: user.email, name: user.emailVerified ? user.name : "", url });
      },
      customSyntheticUser: ({ coreFields, additionalFields, id }) => ({
        ...coreFields,
        role: "customer",
        staffRole: null,
        banned: false,
        banReason: null,
        banExpires: null,
        phoneNumber: null,
        phoneNumberVerified: false,
        twoFactorEnabled: false,
        ...additionalFields,
        id,
      }),
      onExistingUserSignUp: async ({ user }) => {
        if (user.emailVerified) await send({ kind: "account_exists", to: user.email, name: user.name });
      },
    },
    emailVerification: {
      // `confirmation` sends it, for new and for unverified accounts.
      sendOnSignUp: false,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => {
        if (hasMailbox(user.email)) await send({ kind: "confirm_email", to: user.email, url });
      },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: addressLimits(),
    },
    // Unexpected errors are handled in `handler` below: the library would log them with all values.
    onAPIError: { errorURL: "/auth/callback", throw: true },
    databaseHooks: hooks,
    advanced: {
      database: { generateId: () => randomUUID() },
      cookiePrefix: "oja",
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    plugins: [
      endpointAllowList(),
      userInput(),
      accountLimits({ db, limits: options.limits, devices: known.devices, secret }),
      admin({ defaultRole: "customer", adminRoles: ["admin"] }),
      emailOTP({
        otpLength: 6,
        expiresIn: 300,
        allowedAttempts: 3,
        storeOTP: "hashed",
        sendVerificationOTP: async ({ email, otp }) => {
          if (hasMailbox(email)) await send({ kind: "email_code", to: email, code: otp });
        },
      }),
      phoneNumber({
        otpLength: 6,
        expiresIn: 300,
        allowedAttempts: 3,
        requireVerification: true,
        sendOTP: async ({ phoneNumber: to, code }) => await send({ kind: "sms_code", to, code }),
        signUpOnVerification: { getTempEmail: phoneOnlyEmail, getTempName: (phone) => phone },
      }),
      phoneSignUp({
        sendCode: async (to, code) => await send({ kind: "sms_code", to, code }),
        sendTaken: async (to) => await send({ kind: "sms_account_exists", to }),
      }),
      twoFactor({ issuer: DEFAULT_STORE.name, backupCodeOptions: { customBackupCodesGenerate: newBackupCodes } }),
      passkey({ rpID: new URL(baseUrl).hostname, rpName: DEFAULT_STORE.name, origin: new URL(baseUrl).origin }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: "ES256" }, jwksPath: "/.well-known/jwks.json" },
        adapter: { getJwks: readableKeys(log) },
        jwt: {
          issuer: baseUrl,
          audience: baseUrl,
          expirationTime: "15m",
          // The verifier of a token cannot check whether the second factor was verified.
          definePayload: ({ user, session }) => ({ role: roleFor(claimsOf(user, session), options.adminSecondFactor) }),
        },
      }),
      recovery({
        sendNonce: async ({ email, phone }, code) =>
          await send(phone ? { kind: "sms_code", to: phone, code } : { kind: "email_code", to: email, code }),
        passwordChanged: async ({ email, name, phone }) =>
          await send(
            phone ? { kind: "sms_password_changed", to: phone } : { kind: "password_changed", to: email, name },
          ),
      }),
      loginIdentifiers({ send, dropUnconfirmed }),
      secondFactorEverywhere(),
      securityNotices({ send }),
      totpReplayGuard(),
      typedBackupCodes(),
      confirmation({ sendLink }),
      displayNames(options.storeName),
      ...(options.google
        ? [
            googleSignIn({
              settings: options.google,
              beforeLink: dropUnconfirmed,
              isFree: (email) => isFreeAddress(db, email),
              takeAddress: bringAddress,
            }),
          ]
        : []),
      ...(setUp ? [singleSignOn({ setUp, dropUnconfirmed, isAdmin: (who) => isAdmin(db, who), log })] : []),
      known.plugin,
    ],
  });
  return { ...auth, handler, singleSignOn: setUp };

  async function handler(request: Request): Promise<Response> {
    try {
      const checked = await checkEndpoint(request);
      return checked instanceof Response ? checked : await constantTime(checked, auth.handler(checked));
    } catch (error) {
      log.error({ err: error }, "the sign-in service failed");
      return Response.json(FAILED, { status: 500 });
    }
  }

  /**
   * Sends the link of sign-up `key`. The library's own method has a measurable delay, which would reveal pending
   * sign-ups.
   */
  async function sendLink({ id, email }: { id: string; email: string }, key: string): Promise<void> {
    const token = await createEmailVerificationToken(secret, email, undefined, undefined, { userId: id });
    const query = new URLSearchParams({ token, sign_up: key, callbackURL: CONFIRMED });
    await send({ kind: "confirm_email", to: email, url: `${baseUrl}${BASE_PATH}/verify-email?${query}` });
  }

  /** Sets the address verified by Google for an account with only a phone number. */
  async function bringAddress(userId: string, email: string): Promise<void> {
    try {
      const phone = await takeAddress(db, userId, email);
      await claim(userId);
      if (phone) await send({ kind: "sms_sign_in_changed", to: phone, what: "email_added" });
    } catch (error) {
      log.warn({ err: error }, "the address of a linked Google account was not taken");
    }
  }
}

export type Auth = ReturnType<typeof createAuth>;
