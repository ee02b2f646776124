import type { startAuthentication as StartAuthentication } from "@simplewebauthn/browser";
import { auth } from "../client.ts";

type PasskeyRequest = Parameters<typeof StartAuthentication>[0]["optionsJSON"];

/**
 * Signs in with a passkey. "second-factor": the device did not verify the user, so a code is required; null when the
 * dialog was cancelled. The session client does not know the new session yet.
 */
export async function signInWithPasskey(): Promise<"session" | "second-factor" | null> {
  const { startAuthentication, WebAuthnError } = await import("@simplewebauthn/browser");
  const optionsJSON = await auth.call<PasskeyRequest>("/passkey/generate-authenticate-options");
  try {
    const response = await startAuthentication({ optionsJSON });
    const answer = await auth.call<{ twoFactorRedirect?: boolean }>("/passkey/verify-authentication", { response });
    if (answer.twoFactorRedirect) return "second-factor";
  } catch (error) {
    const cause = error instanceof WebAuthnError ? error.cause : error;
    if (cause instanceof Error && (cause.name === "NotAllowedError" || cause.name === "AbortError")) return null;
    throw error;
  }
  return "session";
}
