import { useState } from "react";
import { useNavigate } from "react-router";
import { auth, AuthError } from "#app/features/auth/client.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { refusalMessage } from "../rules.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { SettingsCard } from "./settings-card.tsx";

const FAILED = "Failed to delete account";

/** The end of an account, after one question. */
export function DangerZone() {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await callDelete();
    } catch (error) {
      toast.error("Error", refusalMessage(error, FAILED));
      return;
    } finally {
      setBusy(false);
      setAsking(false);
    }
    // The account is gone; that the service does not know the session any more is what signing out wants.
    await auth.signOut().catch(() => {});
    toast.success("Account deleted", "Your account has been successfully deleted.");
    await navigate("/", { replace: true });
  }

  return (
    <SettingsCard tone="danger" title="Danger Zone" text="Your orders stay in our books without your account.">
      <p className="mb-4">Deleting your account removes your profile, your sign-in data and all sessions.</p>
      <Button variant="danger" disabled={!hydrated} onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        open={asking}
        title="Are you absolutely sure?"
        text="This action cannot be undone. This will permanently delete your account and remove your data from our servers."
        action="Delete Account"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </SettingsCard>
  );
}

async function callDelete(): Promise<void> {
  const response = await fetch("/functions/v1/delete-user-account", { method: "POST" });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  throw new AuthError(answer?.message ?? "", response.status, answer?.code ?? "");
}
