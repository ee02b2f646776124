import { runWithTransaction } from "@better-auth/core/context";
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { normalisePhone } from "#app/lib/phone.server.ts";
import { randomDigits, randomToken } from "#app/lib/random.server.ts";
import { PHONE_ONLY_DOMAIN, RECOVERY } from "../rules.ts";
import { hashOfCode } from "./code-hash.server.ts";

const TICKET_MS = 5 * 60_000;
const TRIES = 3;
export const INVALID_CODE = { code: "INVALID_OTP", message: "This code is wrong or has expired." };
export const SPENT = { code: "TOO_MANY_ATTEMPTS", message: "Too many wrong codes. Please ask for a new one." };

export function phoneOnlyEmail(phone: string): string {
  return `${phone.replace(/\D/g, "")}@${PHONE_ONLY_DOMAIN}`;
}

/** `code` is hashed; empty when none was sent. */
type Pending = { phone: string; code: string; hash: string; firstName: string; lastName: string; tries: number };

type Options = {
  sendCode: (phone: string, code: string) => Promise<void>;
  sendTaken: (phone: string) => Promise<void>;
};

/**
 * Sign-up with phone number and password. The account is created after the code was verified, so that nobody can set a
 * password on another person's number; a taken number gets the same response and its owner a message. Phone numbers are
 * normalized on every path.
 */
export function phoneSignUp(options: Options) {
  return {
    id: "phone-sign-up",
    hooks: {
      before: [
        {
          matcher: (ctx) => typeof (ctx.body as { phoneNumber?: unknown } | undefined)?.phoneNumber === "string",
          handler: createAuthMiddleware(async (ctx) => {
            const body = ctx.body as { phoneNumber: string };
            const phoneNumber = normalisePhone(body.phoneNumber);
            if (!phoneNumber)
              throw new APIError("BAD_REQUEST", {
                code: "INVALID_PHONE_NUMBER",
                message: "Please enter a valid phone number.",
              });
            return { context: { body: { ...body, phoneNumber } } };
          }),
        },
        {
          // Recovery only: the code verifies the number before a missing account is reported.
          matcher: ({ path, request }) => path === "/phone-number/verify" && Boolean(request?.url.endsWith(RECOVERY)),
          handler: createAuthMiddleware(async (ctx) => {
            const { phoneNumber, code } = ctx.body as { phoneNumber: string; code: unknown };
            const phone = normalisePhone(phoneNumber) ?? "";
            const { adapter, internalAdapter } = ctx.context;
            const where = [{ field: "phoneNumber", value: phone }];
            if (await adapter.findOne({ model: "user", where })) return;
            // Where the library stores the code and its attempts.
            const name = `phone-number-otp-${phone}`;
            const waiting = await internalAdapter.findVerificationValue(name);
            if (!waiting || waiting.expiresAt < new Date() || waiting.value.split(":")[0] !== code) return;
            await internalAdapter.deleteVerificationByIdentifier(name);
            throw new APIError("NOT_FOUND", { code: "NO_ACCOUNT", message: "There is no account with this number." });
          }),
        },
      ],
      after: [
        {
          // The library hashes only when there is a password to compare, and the timing would reveal which numbers have
          // one.
          matcher: ({ path }) => path === "/sign-in/phone-number",
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, adapter, internalAdapter, password } = ctx.context;
            if (!isAPIError(returned) || returned.statusCode !== 401) return;
            const body = ctx.body as { phoneNumber: string; password: string };
            const where = [{ field: "phoneNumber", value: normalisePhone(body.phoneNumber) }];
            const user = await adapter.findOne<{ id: string }>({ model: "user", where });
            const account = user && (await internalAdapter.findCredentialAccount(user.id));
            if (!account?.password) await password.hash(body.password);
          }),
        },
      ],
    },
    endpoints: {
      signUpPhone: createAuthEndpoint(
        "/sign-up/phone",
        {
          method: "POST",
          use: [formCsrfMiddleware],
          body: z.object({
            phoneNumber: z.string().max(30),
            password: z.string().max(128),
            firstName: z.string(),
            lastName: z.string(),
          }),
        },
        async (ctx) => {
          const { phoneNumber: phone, password, firstName, lastName } = ctx.body;
          if (password.length < ctx.context.password.config.minPasswordLength) {
            throw new APIError("BAD_REQUEST", {
              code: "PASSWORD_TOO_SHORT",
              message: "Password should be at least 6 characters.",
            });
          }
          const hash = await ctx.context.password.hash(password);
          const ticket = randomToken();
          const code = randomDigits(6);
          const taken = await ctx.context.adapter.findOne({
            model: "user",
            where: [{ field: "phoneNumber", value: phone }],
          });
          const codeHash = taken ? "" : hashOfCode(ctx.context.secret, identifier(ticket), code);
          const pending: Pending = { phone, code: codeHash, hash, firstName, lastName, tries: TRIES };
          await storePendingSignUp(ctx.context.internalAdapter, ticket, pending, new Date(Date.now() + TICKET_MS));
          if (taken) await options.sendTaken(phone);
          else await options.sendCode(phone, code);
          return ctx.json({ ticket });
        },
      ),
      verifyPhoneSignUp: createAuthEndpoint(
        "/sign-up/phone/verify",
        {
          method: "POST",
          use: [formCsrfMiddleware],
          body: z.object({ ticket: z.string().max(100), code: z.string().max(10) }),
        },
        async (ctx) => {
          const adapter = ctx.context.internalAdapter;
          const found = await adapter.consumeVerificationValue(identifier(ctx.body.ticket));
          if (!found) throw new APIError("BAD_REQUEST", INVALID_CODE);
          const pending = JSON.parse(found.value) as Pending;
          const typed = hashOfCode(ctx.context.secret, identifier(ctx.body.ticket), ctx.body.code.trim());
          if (pending.code !== typed) {
            const tries = pending.tries - 1;
            if (tries === 0) throw new APIError("BAD_REQUEST", SPENT);
            await storePendingSignUp(adapter, ctx.body.ticket, { ...pending, tries }, found.expiresAt);
            throw new APIError("BAD_REQUEST", INVALID_CODE);
          }
          const { phone } = pending;
          const where = [{ field: "phoneNumber", value: phone }];
          const owner = () => ctx.context.adapter.findOne<User>({ model: "user", where });
          // Two requests create two codes. Either one verifies the number and so opens the account created by the
          // other.
          const user =
            (await owner()) ??
            (await runWithTransaction(ctx.context.adapter, () => createPhoneUser(adapter, pending)).catch(
              async (error) => {
                const other = await owner();
                if (other) return other;
                throw error;
              },
            ));
          const session = await adapter.createSession(user.id, false);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const identifier = (ticket: string) => `phone-sign-up:${ticket}`;

type Adapter = {
  createVerificationValue: (value: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>;
};
type Makes = {
  createUser: (
    user: Record<string, unknown> & { email: string; name: string },
    source: { method: "phone-number" },
  ) => Promise<User>;
  linkAccount: (account: {
    userId: string;
    providerId: string;
    accountId: string;
    password: string;
  }) => Promise<unknown>;
};

async function storePendingSignUp(adapter: Adapter, ticket: string, pending: Pending, expiresAt: Date): Promise<void> {
  const value = JSON.stringify(pending);
  await adapter.createVerificationValue({ identifier: identifier(ticket), value, expiresAt });
}

async function createPhoneUser(adapter: Makes, { phone, hash, firstName, lastName }: Pending): Promise<User> {
  const user = await adapter.createUser(
    {
      name: `${firstName} ${lastName}`.trim(),
      email: phoneOnlyEmail(phone),
      emailVerified: false,
      phoneNumber: phone,
      phoneNumberVerified: true,
      firstName,
      lastName,
    },
    { method: "phone-number" },
  );
  await adapter.linkAccount({ userId: user.id, providerId: "credential", accountId: user.id, password: hash });
  return user;
}
