import { runWithTransaction } from "@better-auth/core/context";
import type { BetterAuthPlugin, User as LibraryUser } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { normalisePhone } from "#app/platform/phone.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import { PHONE_ONLY_DOMAIN, RECOVERY } from "../rules.ts";
import { createCode, takeCode, type CodeContext } from "./one-time-codes.server.ts";
import { PASSWORD_TOO_SHORT } from "./password.server.ts";

export function phoneOnlyEmail(phone: string): string {
  return `${phone.replace(/\D/g, "")}@${PHONE_ONLY_DOMAIN}`;
}

/** A sign-up that waits for its code. `hash` is that of the password. */
type Pending = { phone: string; hash: string; firstName: string; lastName: string };

/** The library's user with the columns of its plugin. */
export type PhoneUser = LibraryUser & { phoneNumber?: string | null; phoneNumberVerified?: boolean | null };

/** The user with this address or number; null if there is none. */
export async function userWith(
  ctx: CodeContext,
  field: "email" | "phoneNumber",
  value: string,
): Promise<PhoneUser | null> {
  return await ctx.context.adapter.findOne<PhoneUser>({ model: "user", where: [{ field, value }] });
}

type PhoneOptions = {
  sendCode: (phone: string, code: string) => Promise<void>;
  sendTaken: (phone: string) => Promise<void>;
};

/**
 * Sign-up with phone number and password. The account is created after the code was verified: a password is only set by
 * the owner of the number. A taken number gets the same response and its owner a message. Phone numbers are normalized on
 * every path.
 */
export function phoneSignUp(options: PhoneOptions) {
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
            const { internalAdapter } = ctx.context;
            if (await userWith(ctx, "phoneNumber", phone)) return;
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
            const { returned, internalAdapter, password } = ctx.context;
            if (!isAPIError(returned) || returned.statusCode !== 401) return;
            const body = ctx.body as { phoneNumber: string; password: string };
            const user = await userWith(ctx, "phoneNumber", normalisePhone(body.phoneNumber) ?? "");
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
            throw new APIError("BAD_REQUEST", PASSWORD_TOO_SHORT);
          }
          const hash = await ctx.context.password.hash(password);
          const ticket = randomToken();
          const isTaken = (await userWith(ctx, "phoneNumber", phone)) !== null;
          const pending: Pending = { phone, hash, firstName, lastName };
          const code = await createCode(ctx, identifier(ticket), pending, isTaken);
          if (isTaken) await options.sendTaken(phone);
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
          const pending = await takeCode<Pending>(ctx, identifier(ctx.body.ticket), ctx.body.code);
          const owner = () => userWith(ctx, "phoneNumber", pending.phone);
          // Two requests create two codes. Either one verifies the number and so opens the account created by the
          // other.
          const user =
            (await owner()) ??
            (await runWithTransaction(ctx.context.adapter, () => createPhoneUser(ctx, pending)).catch(async (error) => {
              const other = await owner();
              if (other) return other;
              throw error;
            }));
          const session = await ctx.context.internalAdapter.createSession(user.id, false);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const identifier = (ticket: string) => `phone-sign-up:${ticket}`;

async function createPhoneUser(
  { context }: CodeContext,
  { phone, hash, firstName, lastName }: Pending,
): Promise<PhoneUser> {
  const adapter = context.internalAdapter;
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
