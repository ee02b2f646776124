import type { startRegistration } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { formatDate } from "#app/lib/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { auth, AuthError } from "../../client.ts";
import type { Security } from "../../queries/security.server.ts";
import { deviceOf, type SecurityAnswerTo } from "../../rules/security.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { PasskeyName } from "./passkey-name.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { useRefocus } from "./use-refocus.ts";
import { useTask } from "./use-task.ts";

type Passkey = Security["passkeys"][number];
type Props = { passkeys: Passkey[]; answer: SecurityAnswerTo<"passkey"> };
type PasskeyCreation = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** Passkeys on the customer's devices: sign-in by fingerprint, face or PIN. */
export function Passkeys({ passkeys, answer }: Props) {
  const hydrated = useHydrated();
  const { busy, run } = useTask();
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  useRefocus(passkeys.length, addButton);

  const add = () =>
    run(async () => {
      const webauthn = await import("@simplewebauthn/browser");
      if (!webauthn.browserSupportsWebAuthn()) throw new AuthError("", 0, "unsupported");
      const optionsJSON = await auth.call<PasskeyCreation>("/passkey/generate-register-options");
      const response = await webauthn.startRegistration({ optionsJSON }).catch((error: unknown) => {
        if (wasCancelled(error)) return null;
        throw error;
      });
      if (!response) return;
      await auth.call("/passkey/verify-registration", { response, name: deviceOf(navigator.userAgent) });
      toast.success("Passkey added", "Next time you can sign in with this device.");
    }, "Failed to add the passkey");

  const remove = (passkey: Passkey) =>
    run(async () => {
      await auth.call("/passkey/delete-passkey", { id: passkey.id });
      toast.success("Passkey removed");
    }, "Failed to remove the passkey").finally(() => setLeaving(null));

  return (
    <SettingsCard title="Passkeys" text="Sign in with your fingerprint, face or screen lock.">
      {passkeys.length > 0 ? (
        <ul className="mb-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-2 first:pt-0">
              <KeyRound aria-hidden className="mt-3 size-5 shrink-0 text-muted" />
              <div className="pt-2.5">
                <p className="font-semibold break-words">{passkey.name || "Passkey"}</p>
                {passkey.created_at ? (
                  <p className="text-sm text-muted">Added {formatDate(passkey.created_at)}</p>
                ) : null}
              </div>
              <Button
                variant="ghost"
                size="sm"
                className="self-start"
                disabled={!hydrated}
                aria-disabled={busy}
                aria-label={`Remove ${passkey.name || "passkey"}`}
                onClick={() => setLeaving(passkey)}
              >
                Remove
              </Button>
              <div className="col-span-2 col-start-2">
                <PasskeyName passkey={passkey} answer={answer} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-4">You have no passkeys yet.</p>
      )}
      <Button
        ref={addButton}
        variant="outline"
        disabled={!hydrated}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => void add()}
      >
        Add a passkey
      </Button>
      <ConfirmDialog
        open={leaving !== null}
        title="Remove this passkey?"
        text="You can no longer sign in with it. Your other ways to sign in stay."
        action="Remove"
        busy={busy}
        onConfirm={() => leaving && void remove(leaving)}
        onClose={() => setLeaving(null)}
        next={addButton}
      />
    </SettingsCard>
  );
}

/** The user closed the passkey dialog; no error message. */
function wasCancelled(error: unknown): boolean {
  const names = error instanceof Error ? [error.name, error.cause instanceof Error ? error.cause.name : ""] : [];
  return names.some((name) => name === "NotAllowedError" || name === "AbortError");
}
