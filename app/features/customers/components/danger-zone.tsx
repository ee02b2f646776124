import { useContext, useState, type FormEvent } from "react";
import { Form, useNavigate, useRevalidator } from "react-router";
import { auth, AuthError } from "#app/features/accounts/client.ts";
import { ConfirmDialog } from "#app/features/accounts/components/security/confirm-dialog.tsx";
import { RenderedFor, RenderedForField } from "#app/features/accounts/components/security/rendered-for.tsx";
import { SecurityPage } from "#app/features/accounts/components/security/security-page.ts";
import { SettingsCard } from "#app/features/accounts/components/security/settings-card.tsx";
import { wasSignedOut } from "#app/features/accounts/components/use-signed-out.ts";
import { refusalMessage } from "#app/features/accounts/rules/security.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ProfileAnswer } from "../rules.ts";

type Answer = Extract<ProfileAnswer, { intent: "delete-account" }>;

const FAILED = "Failed to delete account";
const QUESTION = "Are you absolutely sure?";
const CONSEQUENCE =
  "This action cannot be undone. This will permanently delete your account and remove your data from our servers.";

/** Account deletion with one confirmation: in a dialog, or on the next page without JavaScript. */
export function DangerZone({ answer }: { answer: Answer | undefined }) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(answer !== undefined && !answer.message);
  const [busy, setBusy] = useState(false);
  const owner = useContext(RenderedFor);
  const page = useContext(SecurityPage);

  async function remove() {
    if (busy) return;
    setBusy(true);
    try {
      await callDelete(owner);
    } catch (error) {
      if (await wasSignedOut(error)) return await revalidate();
      toast.error("Error", refusalMessage(error, FAILED));
      return;
    } finally {
      setBusy(false);
      setAsking(false);
    }
    // The account is deleted, so the sign-out request may fail with an unknown session.
    await auth.signOut().catch(() => {});
    toast.success("Account deleted", "Your account has been successfully deleted.");
    await navigate("/", { replace: true });
  }

  return (
    <SettingsCard tone="danger" title="Danger Zone" text="Your orders stay in our books without your account.">
      <p className="mb-4">Deleting your account removes your profile, your sign-in data and all sessions.</p>
      <Form
        id="delete-account"
        method="post"
        action={`${page}#delete-account`}
        onSubmit={(event: FormEvent) => (event.preventDefault(), setAsking(true))}
      >
        <RenderedForField />
        {asking && !hydrated ? (
          <div className="mb-4 rounded-xl bg-white p-4">
            <p className="font-bold">{QUESTION}</p>
            <p>{CONSEQUENCE}</p>
            <a href={page} className="inline-flex min-h-11 items-center font-semibold text-forest underline">
              Keep my account
            </a>
            <input type="hidden" name="confirmed" value="yes" />
          </div>
        ) : null}
        <Button type="submit" variant="danger" name="intent" value="delete-account">
          {asking && !hydrated ? "Yes, delete my account" : "Delete Account"}
        </Button>
      </Form>
      <ConfirmDialog
        open={asking && hydrated}
        title={QUESTION}
        text={CONSEQUENCE}
        action="Delete Account"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </SettingsCard>
  );
}

async function callDelete(owner: string): Promise<void> {
  const headers = { "X-Made-For": owner };
  const response = await fetch("/functions/v1/delete-user-account", { method: "POST", headers });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  throw new AuthError(answer?.message ?? "", response.status, answer?.code ?? "");
}
