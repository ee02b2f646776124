import { APIError } from "better-auth/api";
import { hashOfCode, type CodeContext } from "./one-time-codes.server.ts";

const FRESH_MS = 24 * 3_600_000;

/** Session fields besides the library's own. */
export type Marks = { authMethod?: string; reauthenticatedAt?: Date | null };

/** Identifier of this user's pending `/reauthenticate` code. */
export const nonceOf = (userId: string) => `reauth:${userId}`;

type ServiceSession = { user: { id: string }; session: { token: string; createdAt: Date } };

/**
 * Requires a sign-in or reauthentication within a day, or the code from `/reauthenticate`, which counts as one and is
 * deleted by any attempt. Throws REAUTHENTICATION_NEEDED with `message` otherwise.
 */
export async function requireRecentAuth(
  { context }: { context: CodeContext["context"] & { session: ServiceSession } },
  nonce: string | undefined,
  message: string,
): Promise<void> {
  const { session, internalAdapter, secret } = context;
  const since = (session.session as Marks).reauthenticatedAt ?? session.session.createdAt;
  if (Date.now() - new Date(since).getTime() < FRESH_MS) return;
  const name = nonceOf(session.user.id);
  const right = nonce ? (await internalAdapter.consumeVerificationValue(name))?.value : null;
  if (!nonce || right !== hashOfCode(secret, name, nonce))
    throw new APIError("FORBIDDEN", { code: "REAUTHENTICATION_NEEDED", message });
  const marks: Marks = { reauthenticatedAt: new Date() };
  await internalAdapter.updateSession(session.session.token, marks);
}
