import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { eq, or, type SQL } from "drizzle-orm";
import { nextDeviceEpoch } from "#app/features/users/commands.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { hasMailbox } from "../rules.ts";
import { endpointAt } from "./endpoints.server.ts";

const COOKIE = "known_device";
const YEAR_S = 365 * 86_400;
/** Maximum number of marks in a cookie; each account that signed in there has one or two, for email and phone. */
const MOST_MARKS = 8;
const COLUMNS = { email: users.email, phoneNumber: users.phoneNumber, deviceEpoch: users.deviceEpoch };
const SHAPE = /^[\w-]{32}(\.[\w-]{43}){1,8}$/;

export type KnownDevices = ReturnType<typeof knownDevices>["devices"];

/**
 * Browsers keep a cookie for a year after sign-in: an id, and for each account a mark signed by the shop. It grants no
 * access; it only separates their attempts from those of unknown browsers, until the account removes its devices.
 */
export function knownDevices(db: Db, secret: string) {
  const markOf = (id: string, account: string, epoch: number) =>
    createHmac("sha256", secret).update(`known-device:${id}:${account}:${epoch}`).digest("base64url");
  const plugin = {
    id: "known-devices",
    hooks: {
      after: [
        {
          // Last plugin: a session that awaits its second factor has been removed by then.
          matcher: ({ context, path }) => Boolean(context.newSession || endpointAt(path)?.endsDevices),
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const { newSession, session } = ctx.context;
            const userId = (newSession ?? session)?.user.id;
            // A browser that stays signed in remains known.
            const user =
              userId &&
              (endpointAt(ctx.path)?.endsDevices
                ? await nextDeviceEpoch(db, userId)
                : await userWhere(eq(users.id, userId)));
            if (!user || ctx.path === "/revoke-sessions") return;
            const [id, ...marks] = read(ctx.headers);
            const device = id ?? randomToken();
            const names = [...(hasMailbox(user.email) ? [user.email.toLowerCase()] : []), user.phoneNumber ?? ""];
            const own = names.filter(Boolean).map((name) => markOf(device, name, user.deviceEpoch));
            const all = [...new Set([...own, ...marks])].slice(0, MOST_MARKS);
            const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: YEAR_S });
            ctx.setCookie(cookie.name, [device, ...all].join("."), cookie.attributes);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
  const devices = {
    /** The id of the browser that sent `headers` if it has signed in to `account` before, else null. */
    async find(headers: Headers | undefined, account: string): Promise<string | null> {
      const [id, ...marks] = read(headers);
      const user = id ? await userWhere(or(eq(users.email, account), eq(users.phoneNumber, account))) : null;
      return id && user && marks.includes(markOf(id, account, user.deviceEpoch)) ? id : null;
    },
  };
  return { plugin, devices };

  async function userWhere(condition: SQL | undefined) {
    const [user] = await db.select(COLUMNS).from(users).where(condition);
    return user ?? null;
  }
}

/** Parts of the cookie, with any name prefix; empty when malformed. */
function read(headers: Headers | undefined): string[] {
  const value = new RegExp(`(?:^|;\\s*)(?:__Secure-)?oja\\.${COOKIE}=([^;]*)`).exec(headers?.get("cookie") ?? "")?.[1];
  return value && SHAPE.test(value) ? value.split(".") : [];
}
