import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { hasNoMailbox } from "./user-input.server.ts";

type NamedUser = { name: string; email: string; phoneNumber?: string | null };

/**
 * Names shown on devices: issuer and label in an authenticator, site and user in a passkey dialog. The shop appears
 * with its name from settings; accounts without email show the phone number, never the placeholder address (decision
 * 0018).
 */
export function displayNames(storeName: () => Promise<string>) {
  return {
    id: "display-names",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/two-factor/enable" || path === "/passkey/generate-register-options",
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (!returned || isAPIError(returned)) return;
            const user = (await getSessionFromCtx(ctx))?.user as NamedUser | undefined;
            if (!user) return;
            const store = await storeName();
            const hasNumberOnly = hasNoMailbox(user.email);
            const label = hasNumberOnly ? (user.phoneNumber ?? store) : user.email;
            if (ctx.path === "/two-factor/enable") {
              const made = returned as { totpURI: string };
              return ctx.json({ ...made, totpURI: renamed(made.totpURI, store, label) });
            }
            const options = returned as { rp: object; user: object };
            const shown = hasNumberOnly
              ? { ...options.user, name: label, displayName: user.name || label }
              : options.user;
            return ctx.json({ ...options, rp: { ...options.rp, name: store }, user: shown });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The authenticator URI ("otpauth://totp/<issuer>:<label>?secret=...&issuer=...") with other names. */
function renamed(uri: string, store: string, label: string): string {
  const query = new URLSearchParams(uri.slice(uri.indexOf("?") + 1));
  query.set("issuer", store);
  const words = `${encodeURIComponent(store.replaceAll(":", " "))}:${encodeURIComponent(label)}`;
  // Authenticators do not decode a plus sign as a space.
  return `otpauth://totp/${words}?${query.toString().replaceAll("+", "%20")}`;
}
