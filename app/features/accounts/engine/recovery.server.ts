import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  formCsrfMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { randomDigits } from "#app/platform/random.server.ts";
import { hasMailbox, MFA_VERIFIED } from "../rules.ts";
import { hashOfCode } from "./one-time-codes.server.ts";
import { PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from "./password.server.ts";
import type { PhoneUser } from "./phone.server.ts";
import { requireRecentAuth, nonceOf, type Marks } from "./recent-auth.server.ts";

const NONCE_MS = 5 * 60_000;
const EXPIRED = { code: "INVALID_LINK", message: "Email link is invalid or has expired" };

/** Recipient: `phone` is null for accounts with an email address. */
type Reader = { email: string; name: string; phone: string | null };

type RecoveryOptions = {
  sendNonce: (reader: Reader, code: string) => Promise<void>;
  passwordChanged: (reader: Reader) => Promise<void>;
};

/**
 * Password endpoints: a recovery link creates a session; a password is set or changed without the
 * old one, given a recent sign-in, a recovery session or a code sent by mail.
 */
export function recovery(options: RecoveryOptions) {
  return {
    id: "recovery",
    schema: {
      session: {
        fields: {
          authMethod: { type: "string", required: false, input: false },
          reauthenticatedAt: { type: "date", required: false, input: false },
        },
      },
    },
    endpoints: {
      /** Exchanges the one-time recovery code from the mail for a session. The code is deleted on first use. */
      exchangeCode: createAuthEndpoint(
        "/exchange-code",
        { method: "POST", use: [formCsrfMiddleware], body: z.object({ code: z.string().max(300) }) },
        async (ctx) => {
          const adapter = ctx.context.internalAdapter;
          const found = await adapter.consumeVerificationValue(`reset-password:${ctx.body.code}`);
          let user = found ? await adapter.findUserById(found.value) : null;
          if (!user) throw new APIError("BAD_REQUEST", EXPIRED);
          if (!user.emailVerified) {
            // The mailbox is verified now: sign-in methods attached before are removed.
            for (const account of await adapter.findAccounts(user.id)) await adapter.deleteAccount(account.id);
            await adapter.deleteUserSessions(user.id);
            user = await adapter.updateUser(user.id, { emailVerified: true });
          }
          if (!user) throw new APIError("BAD_REQUEST", EXPIRED);
          const marks: Marks = { authMethod: "recovery", reauthenticatedAt: new Date() };
          const session = await adapter.createSession(user.id, false, marks);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ type: "recovery" });
        },
      ),
      /** Mails a code to the signed-in user, which `/update-password` accepts as reauthentication. */
      reauthenticate: createAuthEndpoint(
        "/reauthenticate",
        { method: "POST", use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          const adapter = ctx.context.internalAdapter;
          const code = randomDigits(6);
          await adapter.deleteVerificationByIdentifier(nonceOf(user.id));
          const expiresAt = new Date(Date.now() + NONCE_MS);
          const value = hashOfCode(ctx.context.secret, nonceOf(user.id), code);
          await adapter.createVerificationValue({ identifier: nonceOf(user.id), value, expiresAt });
          await options.sendNonce(readerOf(user), code);
          return ctx.json({ status: true });
        },
      ),
      /** Sets or changes the password; revokes all other sessions. */
      updatePassword: createAuthEndpoint(
        "/update-password",
        {
          method: "POST",
          use: [sensitiveSessionMiddleware],
          body: z.object({ newPassword: z.string(), nonce: z.string().optional() }),
        },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { internalAdapter: adapter, password } = ctx.context;
          const { newPassword, nonce } = ctx.body;
          if (newPassword.length < password.config.minPasswordLength) {
            throw new APIError("BAD_REQUEST", PASSWORD_TOO_SHORT);
          }
          if (newPassword.length > password.config.maxPasswordLength) {
            throw new APIError("BAD_REQUEST", PASSWORD_TOO_LONG);
          }
          await requireRecentAuth(ctx, nonce, "Please sign in again to change your password.");
          const hash = await password.hash(newPassword);
          const credential = await adapter.findCredentialAccount(user.id);
          if (credential) await adapter.updateAccount(credential.id, { password: hash });
          else
            await adapter.linkAccount({
              userId: user.id,
              providerId: "credential",
              accountId: user.id,
              password: hash,
            });
          // Unused recovery codes are revoked with the old password.
          await ctx.context.adapter.deleteMany({ model: "verification", where: [{ field: "value", value: user.id }] });
          await adapter.deleteUserSessions(user.id);
          const { authMethod: before } = session as Marks;
          const marks: Marks = { authMethod: before === MFA_VERIFIED ? MFA_VERIFIED : "password-change" };
          await setSessionCookie(ctx, { session: await adapter.createSession(user.id, false, marks), user });
          await options.passwordChanged(readerOf(user));
          return ctx.json({ status: true });
        },
      ),
      /** Sign-in methods of the signed-in user. */
      methods: createAuthEndpoint("/methods", { method: "GET", use: [sessionMiddleware] }, async (ctx) => {
        const linked = await ctx.context.internalAdapter.findAccounts(ctx.context.session.user.id);
        return ctx.json({
          providers: linked.map((account) => account.providerId),
          hasPassword: linked.some((account) => account.providerId === "credential" && account.password),
        });
      }),
    },
  } satisfies BetterAuthPlugin;
}

function readerOf({ email, name, phoneNumber = null }: PhoneUser): Reader {
  return { email, name, phone: hasMailbox(email) ? null : phoneNumber };
}
