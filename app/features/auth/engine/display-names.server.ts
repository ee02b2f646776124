import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { hasNoMailbox } from "./user-input.server.ts";

type User = { name: string; email: string; phoneNumber?: string | null };

/**
 * What devices show of an account: an authenticator its label, a passkey's dialog its user. Somebody without an address
 * has their number there, never the placeholder address (decision 0018).
 */
export function displayNames() {
  return {
    id: "display-names",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/two-factor/enable" || path === "/passkey/generate-register-options",
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (!returned || isAPIError(returned)) return;
            const user = (await getSessionFromCtx(ctx))?.user as User | undefined;
            if (!user || !hasNoMailbox(user.email)) return;
            const phone = user.phoneNumber ?? "Oja";
            if (ctx.path === "/two-factor/enable") {
              const made = returned as { totpURI: string };
              return ctx.json({ ...made, totpURI: relabelled(made.totpURI, user.email, phone) });
            }
            const options = returned as { user: object };
            return ctx.json({ ...options, user: { ...options.user, name: phone, displayName: user.name || phone } });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function relabelled(uri: string, email: string, phone: string): string {
  return uri.replace(encodeURIComponent(email), encodeURIComponent(phone));
}
