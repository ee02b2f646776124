import { useEffect, useState, type FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { FactorKey } from "../factor-key.tsx";
import { formText } from "../fields.tsx";

type Props = {
  uri: string;
  busy: boolean;
  /** Error for the last code. */
  refused: string;
  onCode: (code: string) => void;
  onCancel: () => void;
};

const FIELD = "totp-code";

/** Authenticator secret to scan or type, and a field for the first code. Lazy-loaded. */
export default function TotpSetup({ uri, busy, refused, onCode, onCancel }: Props) {
  const [isMistyped, setMistyped] = useState(false);
  const error = isMistyped ? "Please enter the 6 digits that the app shows." : refused;

  useEffect(() => {
    if (error) document.getElementById(FIELD)?.focus();
  }, [error]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = formText(event.currentTarget, "code").replace(/\s/g, "");
    const isCode = /^\d{6}$/.test(code);
    setMistyped(!isCode);
    if (isCode) onCode(code);
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <ol className="grid list-decimal gap-5 pl-5 marker:font-semibold">
        <li>
          <p className="mb-3">Open your authenticator app and scan this picture.</p>
          <FactorKey uri={uri} />
        </li>
        <li>
          <Field id={FIELD} label="Enter the code that the app shows" error={error} className="max-w-60">
            <Input
              {...fieldProps(FIELD, { error })}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              className="font-mono tracking-widest"
            />
          </Field>
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy} aria-busy={busy}>
          Verify and turn on
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
