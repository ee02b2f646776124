import { useState, type FormEvent } from "react";
import { encode } from "uqr";
import { textOf } from "#app/features/auth/components/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { secretOf } from "../rules.ts";

type Props = { uri: string; busy: boolean; onCode: (code: string) => void; onCancel: () => void };

/** The key for an authenticator app, to scan or to type, and the first code as proof. Loaded when it is needed. */
export default function TotpSetup({ uri, busy, onCode, onCancel }: Props) {
  const [error, setError] = useState("");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = textOf(event.currentTarget, "code").replace(/\s/g, "");
    const isCode = /^\d{6}$/.test(code);
    setError(isCode ? "" : "Please enter the 6 digits that the app shows.");
    if (isCode) onCode(code);
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <ol className="grid list-decimal gap-5 pl-5 marker:font-semibold">
        <li>
          <p>Open your authenticator app and scan this picture.</p>
          <QrCode text={uri} />
          <p className="text-sm text-muted">No camera? Type this key into the app instead:</p>
          <code
            aria-label="Key for the app"
            className="mt-1 inline-block rounded-lg bg-sand px-3 py-2 font-mono text-sm break-words text-ink"
          >
            {secretOf(uri)}
          </code>
        </li>
        <li>
          <Field id="totp-code" label="Enter the code that the app shows" error={error} className="max-w-60">
            <Input
              {...fieldProps("totp-code", { error })}
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

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
  return (
    <svg
      role="img"
      aria-label="QR code with the key for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="my-3 size-48 rounded-xl border border-line bg-white text-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
