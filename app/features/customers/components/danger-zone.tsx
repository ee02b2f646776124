import { useContext, useState, type ComponentProps, type FormEvent } from "react";
import { Form, useNavigate, useRevalidator } from "react-router";
import { auth, AuthError } from "#app/features/accounts/client.ts";
import { ConfirmDialog } from "#app/features/accounts/components/security/confirm-dialog.tsx";
import { RenderedFor, RenderedForField } from "#app/features/accounts/components/security/rendered-for.tsx";
import { SecurityPage } from "#app/features/accounts/components/security/security-page.ts";
import { SettingsCard } from "#app/features/accounts/components/security/settings-card.tsx";
import { wasSignedOut } from "#app/features/accounts/components/use-signed-out.ts";
import { refusalMessage } from "#app/features/accounts/rules/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ProfileAnswer } from "../rules.ts";

type Answer = Extract<ProfileAnswer, { intent: "delete-account" }>;

const FAILED = "Failed to delete account";
const CODE = "deletion-code";
const QUESTION = "Are you absolutely sure?";
const CONSEQUENCE =
  "This action cannot be undone. This will permanently delete your account and remove your data from our servers.";

/**
 * Account deletion with one confirmation: in a dialog, or on the next page without JavaScript. An account with two-step
 * verification is asked for a code.
 */
export function DangerZone({ answer, asksCode }: { answer: Answer | undefined; asksCode: boolean }) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(answer !== undefined && !answer.message);
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState(answer?.errors["code"] ?? "");
  const [busy, setBusy] = useState(false);
  const owner = useContext(RenderedFor);
  const page = useContext(SecurityPage);

  function close() {
    setBusy(false);
    setAsking(false);
    setCode("");
    setRefused("");
  }

  async function remove() {
    if (busy) return;
    setBusy(true);
    try {
      await callDelete(owner, code);
    } catch (error) {
      if (error instanceof AuthError && error.code === "second_factor") {
        setBusy(false);
        setRefused(error.message);
        return document.getElementById(CODE)?.focus();
      }
      close();
      if (await wasSignedOut(error)) return await revalidate();
      return toast.error("Error", refusalMessage(error, FAILED));
    }
    close();
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
            {asksCode ? <CodeField error={refused} /> : null}
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
        onClose={close}
      >
        {asksCode ? (
          <form
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              void remove();
            }}
          >
            <CodeField error={refused} value={code} onChange={(event) => setCode(event.target.value)} data-focus />
          </form>
        ) : null}
      </ConfirmDialog>
    </SettingsCard>
  );
}

type CodeProps = Omit<ComponentProps<typeof Input>, "id" | "name"> & { error: string; "data-focus"?: boolean };

function CodeField({ error, ...input }: CodeProps) {
  return (
    <Field id={CODE} label="Code of your authenticator app, or a backup code" error={error} className="my-3">
      <Input {...fieldProps(CODE, { error })} {...input} name="code" autoComplete="one-time-code" maxLength={20} />
    </Field>
  );
}

async function callDelete(owner: string, code: string): Promise<void> {
  const headers = { "X-Made-For": owner, "Content-Type": "application/json" };
  const body = JSON.stringify(code ? { code } : {});
  const response = await fetch("/functions/v1/delete-user-account", { method: "POST", headers, body });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  throw new AuthError(answer?.message ?? "", response.status, answer?.code ?? "");
}
