import { useState, type FormEvent } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { auth } from "../client.ts";
import { Problem, TEXT_LINK } from "./auth-card.tsx";
import { CodeField, emptyRefused, formText } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type SecondFactorFormProps = { error?: string | null; recovery?: boolean; onDone: () => void; onBack?: () => void };

const FIELD = "second-factor";

/** Second step of a sign-in: a code from the authenticator app or a backup code. */
export function SecondFactorForm({ error, recovery, onDone, onBack }: SecondFactorFormProps) {
  const { busy, problem, attempt, setProblem } = useAttempt(error);
  const [backup, setBackup] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const check = async () => {
      await auth.verifySecondFactor(formText(form, FIELD));
      onDone();
    };
    await attempt(check, { onRefusal: (refusal) => emptyRefused(form, refusal, FIELD) });
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <p className="text-muted">
          {backup
            ? "Enter one of the backup codes that you wrote down. Each works once."
            : "Enter the code that your authenticator app shows now."}
        </p>
        {recovery ? <input type="hidden" name="recovery" value="1" /> : null}
        <CodeField key={String(backup)} id={FIELD} label={backup ? "Backup code" : "Code"} digitsOnly={!backup} />
        <Button type="submit" size="lg" aria-disabled={busy} aria-busy={busy}>
          {busy ? "Checking..." : "Continue"}
        </Button>
      </Form>
      <div className="-my-2 flex flex-wrap justify-between gap-x-6 text-[0.9375rem]">
        <button
          type="button"
          className={`min-h-11 ${TEXT_LINK}`}
          onClick={() => (setProblem(null), setBackup(!backup))}
        >
          {backup ? "Use the authenticator app" : "Use a backup code"}
        </button>
        {onBack ? (
          <button type="button" className={`min-h-11 ${TEXT_LINK}`} onClick={onBack}>
            Start again
          </button>
        ) : null}
      </div>
    </>
  );
}
