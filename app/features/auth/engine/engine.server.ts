import { randomUUID } from "node:crypto";
import { queueAfterTransactionHook } from "@better-auth/core/context";
import { passkey } from "@better-auth/passkey";
import { sso } from "@better-auth/sso";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { admin, emailOTP, jwt, phoneNumber, twoFactor } from "better-auth/plugins";
import { and, eq } from "drizzle-orm";
import type { GoogleSettings } from "#app/lib/env.server.ts";
import type { Limits } from "#app/lib/limits.server.ts";
import { withoutParameters, type Logger } from "#app/lib/log.server.ts";
import { ownOrigins } from "#app/lib/origins.ts";
import type { Db } from "#db/client.server.ts";
import {
  accounts,
  auth_rate_limits,
  jwks,
  passkeys,
  sessions,
  sso_providers,
  two_factors,
  users,
  verifications,
} from "#db/schema/auth.ts";
import { accountLimits } from "./account-limits.server.ts";
import { googleSignIn } from "./google.server.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { PHONE_ONLY_DOMAIN, phoneOnlyEmail, phoneSignUp } from "./phone.server.ts";
import { recovery } from "./recovery.server.ts";
import { secondFactorEverywhere } from "./second-factor.server.ts";

const DAY_S = 86_400;

export type AuthMessage =
  | { kind: "confirm_email"; to: string; name: string; url: string }
  | { kind: "account_exists"; to: string; name: string }
  | { kind: "recovery"; to: string; name: string; url: string }
  | { kind: "password_changed"; to: string; name: string }
  | { kind: "email_code"; to: string; code: string }
  | { kind: "sms_code"; to: string; code: string }
  | { kind: "sms_account_exists"; to: string };

export type AuthOptions = {
  db: Db;
  baseUrl: string;
  /** Newest first; at least 32 random characters each. Older ones only keep stored data readable. */
  secrets: readonly string[];
  google: GoogleSettings | null;
  /** Single sign-on by e-mail domain: off unless the shop wants it. */
  sso: boolean;
  /** Identity providers on this machine or network, which single sign-on else does not talk to. */
  ssoOrigins: readonly string[];
  /** Admins reach nothing before they have shown a second factor. */
  adminSecondFactor: boolean;
  limits: Limits;
  /** Writes a message down to be sent; answers at once, so that timing tells nothing. */
  send: (message: AuthMessage) => Promise<void>;
  log: Logger;
};

const FAILED = { code: "UNAVAILABLE", message: "Something went wrong on our side. Please try again." };

/** Paths of the library that no screen needs. */
const CLOSED = [
  "/reset-password",
  "/change-email",
  "/change-password",
  "/email-otp/check-verification-otp",
  "/email-otp/reset-password",
  "/email-otp/request-password-reset",
  "/phone-number/request-password-reset",
  "/phone-number/reset-password",
  "/update-session",
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  "/admin/create-user",
  "/admin/update-user",
  "/admin/set-role",
  "/admin/set-user-password",
  "/admin/impersonate-user",
  "/admin/stop-impersonating",
  "/admin/get-user",
  "/admin/list-users",
  "/admin/list-user-sessions",
  "/admin/remove-user",
  "/admin/has-permission",
];

/** The shop's sign-in service. Every import of the auth library is in this folder. */
export function createAuth(options: AuthOptions) {
  const { db, baseUrl, log } = options;
  // After the library's transaction, if there is one: the embedded database has a single connection and would wait for itself.
  const send = (message: AuthMessage) => queueAfterTransactionHook(() => options.send(message));
  const hasMailbox = (email: string) => !email.endsWith(`@${PHONE_ONLY_DOMAIN}`);
  const auth = betterAuth({
    appName: "Oja",
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: (request) => [...ownOrigins(baseUrl), ...(request && isSso(request) ? options.ssoOrigins : [])],
    secret: options.secrets[0],
    telemetry: { enabled: false },
    // Only the library's own words pass: no arguments, and of a failing statement not its parameters. At "info", so
    // that it does not also print refusals by itself.
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
        ssoProvider: sso_providers,
        rateLimit: auth_rate_limits,
      },
    }),
    user: {
      additionalFields: {
        firstName: { type: "string", required: false, defaultValue: "" },
        lastName: { type: "string", required: false, defaultValue: "" },
      },
      deleteUser: { enabled: true },
    },
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
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
        await send({ kind: "recovery", to: user.email, name: user.name, url });
      },
      customSyntheticUser: ({ coreFields, additionalFields, id }) => ({
        ...coreFields,
        role: "customer",
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
        else await auth.api.sendVerificationEmail({ body: { email: user.email, callbackURL: "/auth/callback" } });
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => {
        if (hasMailbox(user.email)) await send({ kind: "confirm_email", to: user.email, name: user.name, url });
      },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      // By address and path. Generous where many share one address, as on mobile networks; accounts have limits of their own.
      customRules: {
        "/get-session": false,
        "/sign-in/*": { window: 60, max: 60 },
        "/sign-up/*": { window: 60, max: 20 },
        "/request-password-reset": { window: 60, max: 20 },
        "/send-verification-email": { window: 60, max: 20 },
        "/email-otp/*": { window: 60, max: 20 },
        "/phone-number/*": { window: 60, max: 20 },
        "/two-factor/*": { window: 60, max: 30 },
      },
    },
    // Unforeseen errors come to `handler` below: the library would print them with all values.
    onAPIError: { errorURL: "/auth/callback", throw: true },
    disabledPaths: options.sso ? CLOSED : [...CLOSED, "/sso/register", "/sign-in/sso"],
    databaseHooks: {
      account: {
        create: { before: async (account) => ({ data: { ...account, idToken: null } }) },
        update: { before: async (account) => ({ data: { ...account, idToken: null } }) },
      },
    },
    advanced: {
      database: { generateId: () => randomUUID() },
      cookiePrefix: "oja",
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    plugins: [
      accountLimits({ limits: options.limits, secret: options.secrets[0] ?? "" }),
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
      twoFactor({ issuer: "Oja" }),
      passkey({ rpID: new URL(baseUrl).hostname, rpName: "Oja", origin: new URL(baseUrl).origin }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: "ES256" }, jwksPath: "/.well-known/jwks.json" },
        jwt: {
          issuer: baseUrl,
          audience: baseUrl,
          expirationTime: "15m",
          definePayload: ({ user }) => ({ role: user.role }),
        },
      }),
      recovery({
        sendNonce: async ({ email, phoneNumber: phone }, code) => {
          if (hasMailbox(email)) await send({ kind: "email_code", to: email, code });
          else if (phone) await send({ kind: "sms_code", to: phone, code });
        },
        passwordChanged: async ({ email, name }) => {
          if (hasMailbox(email)) await send({ kind: "password_changed", to: email, name });
        },
      }),
      secondFactorEverywhere({ requiredForAdmins: options.adminSecondFactor }),
      ...(options.google ? [googleSignIn(options.google, dropUnconfirmed)] : []),
      ...(options.sso
        ? [sso({ providersLimit: (user) => ((user as { role?: string }).role === "admin" ? 50 : 0) })]
        : []),
    ],
  });
  return { ...auth, handler };

  async function handler(request: Request): Promise<Response> {
    try {
      return await auth.handler(request);
    } catch (error) {
      log.error({ err: error }, "the sign-in service failed");
      return Response.json(FAILED, { status: 500 });
    }
  }

  /** A verified Google address wins over a sign-up that nobody confirmed, which would else block its owner. */
  async function dropUnconfirmed(email: string): Promise<void> {
    const { emailVerified, phoneNumberVerified } = users;
    await db.delete(users).where(and(eq(users.email, email), eq(emailVerified, false), eq(phoneNumberVerified, false)));
  }
}

function isSso(request: Request): boolean {
  return /^\/api\/auth\/(sso|sign-in\/sso)(\/|$)/.test(new URL(request.url).pathname);
}

export type Auth = ReturnType<typeof createAuth>;
