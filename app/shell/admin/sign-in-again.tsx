import { useState, type KeyboardEvent } from "react";
import { auth } from "#app/features/accounts/client.ts";
import { authMessage } from "#app/features/accounts/rules.ts";
import { useAdminUser } from "#app/features/permissions/components/admin/use-rights.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";

const IN_ANOTHER_TAB = "Your account asks for a second factor. Log in in another tab, then press the button below.";

/** Signs the user in again inside a form whose session has expired, and submits the form. */
export default function SignInAgain({ onDone }: { onDone: () => void }) {
  const email = useAdminUser()?.email ?? "";
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  async function logIn() {
    if (busy) return;
    setBusy(true);
    try {
      const { mfa } = await auth.signInWithPassword({ email, password });
      if (mfa) setProblem(IN_ANOTHER_TAB);
      else onDone();
    } catch (error) {
      setProblem(authMessage(error as { message: string }));
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void logIn();
  }

  return (
    <div className="grid gap-3 rounded-xl border border-line p-4">
      <Field id="again" label={`Password of ${email}`} error={problem}>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          onKeyDown={onKeyDown}
          {...fieldProps("again", { error: problem })}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="soft" aria-disabled={busy} onClick={() => void logIn()}>
          Log in and send
        </Button>
        <a
          href="/login"
          target="_blank"
          rel="noreferrer"
          className="text-sm font-medium text-forest underline underline-offset-3"
        >
          Log in another way, in another tab
        </a>
      </div>
    </div>
  );
}
