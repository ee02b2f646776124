import { useEffect, useId, useRef, type FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { formText } from "../fields.tsx";

type Props = {
  text: string;
  action: string;
  tone?: "primary" | "danger";
  busy: boolean;
  /** Error for the last password. */
  refused: string;
  onPassword: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the current password before a change of the second factor. */
export function PasswordPrompt({ text, action, tone = "primary", busy, refused, onPassword, onCancel }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  // Focuses the field that replaced the focused button, also after each error.
  useEffect(() => input.current?.focus(), [refused]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onPassword(formText(event.currentTarget, "password"));
  }
  return (
    <form method="post" onSubmit={submit} className="grid max-w-md gap-4">
      <p className="text-sm text-muted">{text}</p>
      <Field id={id} label="Your password" error={refused}>
        <Input
          ref={input}
          {...fieldProps(id, { error: refused })}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={tone} aria-disabled={busy} aria-busy={busy}>
          {action}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
