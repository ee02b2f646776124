import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { randomToken } from "#app/lib/random.server.ts";
import { hasMailbox } from "../rules.ts";

const COOKIE = "known_device";
const YEAR_S = 365 * 86_400;
/** A browser is known to the last few who signed in there: each leaves a mark or two, for address and number. */
const MOST_MARKS = 8;
const SHAPE = /^[\w-]{32}(\.[\w-]{43}){1,8}$/;

export type KnownDevices = {
  /** The id of the browser that sends `headers` when it has signed in to `account` before, else null. */
  find(headers: Headers | undefined, account: string): string | null;
};

/**
 * Browsers that have signed in keep a cookie for a year: an id, and for each account a mark that only the shop can make.
 * It opens nothing. It only keeps their tries apart from those of strangers.
 */
export function knownDevices(secret: string) {
  const markOf = (id: string, account: string) =>
    createHmac("sha256", secret).update(`known-device:${id}:${account}`).digest("base64url");
  const plugin = {
    id: "known-devices",
    hooks: {
      after: [
        {
          // Last of all plugins: a session that still waits for its second factor is gone by then.
          matcher: ({ context }) => Boolean(context.newSession),
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.newSession?.user as { email: string; phoneNumber?: string | null } | undefined;
            if (!user) return;
            const [id, ...marks] = read(ctx.headers);
            const device = id ?? randomToken();
            const names = [...(hasMailbox(user.email) ? [user.email.toLowerCase()] : []), user.phoneNumber ?? ""];
            const own = names.filter(Boolean).map((name) => markOf(device, name));
            const all = [...new Set([...own, ...marks])].slice(0, MOST_MARKS);
            const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: YEAR_S });
            ctx.setCookie(cookie.name, [device, ...all].join("."), cookie.attributes);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
  const devices: KnownDevices = {
    find(headers, account) {
      const [id, ...marks] = read(headers);
      return id && marks.includes(markOf(id, account)) ? id : null;
    },
  };
  return { plugin, devices };
}

/** The parts of the cookie, whatever prefix its name has; none when it is not of its shape. */
function read(headers: Headers | undefined): string[] {
  const value = new RegExp(`(?:^|;\\s*)(?:__Secure-)?oja\\.${COOKIE}=([^;]*)`).exec(headers?.get("cookie") ?? "")?.[1];
  return value && SHAPE.test(value) ? value.split(".") : [];
}
