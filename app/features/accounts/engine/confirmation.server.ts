import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { expireCookie, setSessionCookie } from "better-auth/cookies";
import { randomToken } from "#app/platform/random.server.ts";
import { CONFIRMED } from "../rules.ts";
import { locationOf } from "./second-factor.server.ts";

const WAIT_S = 86_400;

/** Input of one sign-up. The account itself stores the input of the first sign-up with its address. */
type SignUpData = { email: string; hash: string; firstName: string; lastName: string };

type Unconfirmed = { id: string; email: string };
type ConfirmationOptions = { sendLink: (user: Unconfirmed, key: string) => Promise<void> };

const identifier = (key: string) => `sign-up:${key}`;

/**
 * Binds password and names to the person who verifies the address. Of several sign-ups with one address, the one of the
 * browser that opens the link counts, else the one the link was sent for: the password of an
 * account is set by the person who verifies it. Taken addresses get the same response.
 */
export function confirmation({ sendLink }: ConfirmationOptions) {
  return {
    id: "confirmation",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/sign-up/email",
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const { internalAdapter: adapter, password } = ctx.context;
            const { password: typed, firstName, lastName, ...body } = ctx.body as SignUpData & { password: string };
            const email = body.email.toLowerCase();
            const signUpData: SignUpData = { email, hash: await password.hash(typed), firstName, lastName };
            const key = randomToken();
            const expiresAt = new Date(Date.now() + WAIT_S * 1000);
            const value = JSON.stringify(signUpData);
            await adapter.createVerificationValue({ identifier: identifier(key), value, expiresAt });
            const cookie = ctx.context.createAuthCookie("sign_up", { maxAge: WAIT_S });
            ctx.setCookie(cookie.name, key, cookie.attributes);
            const found = await adapter.findUserByEmail(email);
            if (found && !found.user.emailVerified) await sendLink(found.user, key);
          }),
        },
        {
          matcher: ({ path }) => path === "/verify-email",
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made) {
              const isSecond = locationOf(ctx.context.returned) === CONFIRMED;
              if (isSecond && !(await getSessionFromCtx(ctx))) throw ctx.redirect("/auth/callback?error=link_used");
              return;
            }
            const { internalAdapter: adapter } = ctx.context;
            const { user } = made;
            const cookie = ctx.context.createAuthCookie("sign_up");
            const keys = [ctx.getCookie(cookie.name), new URL(ctx.request?.url ?? "").searchParams.get("sign_up")];
            expireCookie(ctx, cookie);
            for (const key of keys) {
              const found = key ? await adapter.findVerificationValue(identifier(key)) : null;
              const signUpData = found && (JSON.parse(found.value) as SignUpData);
              if (signUpData?.email !== user.email) continue;
              const { hash, firstName, lastName } = signUpData;
              const account = await adapter.findCredentialAccount(user.id);
              if (account) await adapter.updateAccount(account.id, { password: hash });
              await adapter.updateUser(user.id, { firstName, lastName, name: `${firstName} ${lastName}` });
              break;
            }
            // Prevents login CSRF: a link from another person's mail must not replace the account in use.
            const current = await getSessionFromCtx(ctx);
            if (!current || current.user.id === user.id) return;
            await adapter.deleteSession(made.session.token);
            await setSessionCookie(ctx, current);
            ctx.context.setNewSession(null);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
