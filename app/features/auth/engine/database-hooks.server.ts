import { queueAfterTransactionHook, tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { Logger } from "#app/lib/log.server.ts";
import { personRows } from "./user-input.server.ts";

type Options = {
  /** `cookies` are those of the browser that asks. */
  claimGuests: (userId: string, cookies: string | null) => Promise<unknown>;
  log: Logger;
};

const withoutIdToken = async (account: Record<string, unknown>) => ({ data: { ...account, idToken: null } });

/**
 * What happens with every row that the library writes. Every confirmation of an address or number ends in a session or
 * changes a user who has one: then the account gets what it ordered and asked for as a guest. `claim` does that for rows written in another way.
 */
export function databaseHooks({ claimGuests, log }: Options) {
  // Signing in never fails for it: what is left is claimed with the next session.
  const claim = (userId: string) => {
    const cookies = tryGetCurrentAuthEndpointContext()?.headers?.get("Cookie") ?? null;
    return queueAfterTransactionHook(async () => {
      try {
        await claimGuests(userId, cookies);
      } catch (error) {
        log.error({ err: error }, "guest orders and requests were not claimed");
      }
    });
  };
  return {
    claim,
    hooks: {
      user: {
        ...personRows,
        update: { ...personRows.update, after: async ({ id }: { id: string }) => await claim(id) },
      },
      session: { create: { after: async ({ userId }: { userId: string }) => await claim(userId) } },
      account: { create: { before: withoutIdToken }, update: { before: withoutIdToken } },
    },
  };
}
