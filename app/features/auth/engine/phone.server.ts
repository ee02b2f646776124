import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { normalisePhone } from "#app/lib/phone.server.ts";
import { randomDigits, randomToken } from "#app/lib/random.server.ts";

const TICKET_MS = 5 * 60_000;
const TRIES = 3;
const INVALID_CODE = { code: "INVALID_OTP", message: "This code is wrong or has expired." };

/** Somebody without an e-mail address has one at this domain, which exists nowhere and is never written to. */
export const PHONE_ONLY_DOMAIN = "phone.invalid";

export function phoneOnlyEmail(phone: string): string {
  return `${phone.replace(/\D/g, "")}@${PHONE_ONLY_DOMAIN}`;
}

type Pending = { phone: string; code: string; hash: string; firstName: string; lastName: string; tries: number };

type Options = {
  sendCode: (phone: string, code: string) => Promise<void>;
  sendTaken: (phone: string) => Promise<void>;
};

/**
 * Sign-up with a phone number and a password. No account exists before the code was answered, so nobody can put a
 * password on another's number; a taken number gets the same answer and its owner a message. Numbers in any spelling
 * are brought into one form on every path.
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
      ],
    },
    rateLimit: [{ pathMatcher: (path: string) => path.startsWith("/sign-up/phone"), window: 60, max: 20 }],
    endpoints: {
      signUpPhone: createAuthEndpoint(
        "/sign-up/phone",
        {
          method: "POST",
          use: [formCsrfMiddleware],
          body: z.object({
            phoneNumber: z.string().max(30),
            password: z.string().max(128),
            firstName: z.string().trim().min(1).max(100),
            lastName: z.string().trim().min(1).max(100),
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
          const pending: Pending = { phone, code: taken ? "" : code, hash, firstName, lastName, tries: TRIES };
          await remember(ctx.context.internalAdapter, ticket, pending);
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
          if (!pending.code || pending.code !== ctx.body.code.trim()) {
            if (pending.tries > 1) await remember(adapter, ctx.body.ticket, { ...pending, tries: pending.tries - 1 });
            throw new APIError("BAD_REQUEST", INVALID_CODE);
          }
          const { phone, hash, firstName, lastName } = pending;
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
          const session = await adapter.createSession(user.id, false);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const identifier = (ticket: string) => `phone-sign-up:${ticket}`;

type Remembers = {
  createVerificationValue: (value: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>;
};

async function remember(adapter: Remembers, ticket: string, pending: Pending): Promise<void> {
  await adapter.createVerificationValue({
    identifier: identifier(ticket),
    value: JSON.stringify(pending),
    expiresAt: new Date(Date.now() + TICKET_MS),
  });
}
