import type { startAuthentication as StartAuthentication } from "@simplewebauthn/browser";
import { auth } from "../client.ts";

type Options = Parameters<typeof StartAuthentication>[0]["optionsJSON"];

/** Signs in with a passkey of this device; false when its owner closed the device's dialog. */
export async function signInWithPasskey(): Promise<boolean> {
  const { startAuthentication, WebAuthnError } = await import("@simplewebauthn/browser");
  const optionsJSON = await auth.call<Options>("/passkey/generate-authenticate-options");
  try {
    const response = await startAuthentication({ optionsJSON });
    await auth.call("/passkey/verify-authentication", { response });
  } catch (error) {
    const cause = error instanceof WebAuthnError ? error.cause : error;
    if (cause instanceof Error && (cause.name === "NotAllowedError" || cause.name === "AbortError")) return false;
    throw error;
  }
  await auth.signedIn();
  return true;
}
