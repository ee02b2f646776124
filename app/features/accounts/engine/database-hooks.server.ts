import { queueAfterTransactionHook, tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { Logger } from "#app/platform/log.server.ts";
import { personRows } from "./user-input.server.ts";

type HookOptions = {
  /** `cookies`: of the requesting browser. */
  claimGuests: (userId: string, cookies: string | null) => Promise<unknown>;
  log: Logger;
};

const withoutIdToken = async (account: Record<string, unknown>) => ({ data: { ...account, idToken: null } });

/**
 * Hooks on every row that the library writes. Each verification of an address or number creates a session or updates a
 * user, and then guest orders and requests are claimed for the account. `claim` does that for rows written outside the
 * library.
 */
export function databaseHooks({ claimGuests, log }: HookOptions) {
  // Never fails a sign-in: what remains is claimed with the next session.
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
