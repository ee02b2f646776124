import { useState, type FormEvent } from "react";
import { Form } from "react-router";
import { auth } from "../client.ts";
import { Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
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
        <SubmitButton busy={busy}>{busy ? "Checking..." : "Continue"}</SubmitButton>
      </Form>
      <div className={TEXT_BUTTONS}>
        <TextButton onClick={() => (setProblem(null), setBackup(!backup))}>
          {backup ? "Use the authenticator app" : "Use a backup code"}
        </TextButton>
        {onBack ? <TextButton onClick={onBack}>Start again</TextButton> : null}
      </div>
    </>
  );
}
