import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { hasMailbox } from "../rules.ts";
import type { IdentifierMessage, SignInChange } from "./login-identifiers.server.ts";

type Owner = { email: string; phoneNumber?: string | null; twoFactorEnabled?: boolean | null };

/** What a successful request to this path changed of an account as it was before; null for nothing to tell. */
function changeOf(path: string | undefined, before: Owner): SignInChange | null {
  if (path === "/passkey/verify-registration") return "passkey_added";
  if (path === "/two-factor/disable") return "second_factor_off";
  return path === "/two-factor/verify-totp" && !before.twoFactorEnabled ? "second_factor_on" : null;
}

/** Tells the owner of an account, by mail or else by SMS, when a passkey is added or two-step is turned on or off. */
export function securityNotices({ send }: { send: (message: IdentifierMessage) => Promise<void> }) {
  return {
    id: "security-notices",
    hooks: {
      after: [
        {
          matcher: ({ path }) =>
            ["/passkey/verify-registration", "/two-factor/disable", "/two-factor/verify-totp"].includes(path ?? ""),
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const found = ctx.context.session ?? (await getSessionFromCtx(ctx));
            const what = found && changeOf(ctx.path, found.user as Owner);
            if (!what) return;
            const { email, phoneNumber: phone } = found.user as Owner;
            if (hasMailbox(email)) await send({ kind: "sign_in_changed", to: email, what });
            else if (phone) await send({ kind: "sms_sign_in_changed", to: phone, what });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
