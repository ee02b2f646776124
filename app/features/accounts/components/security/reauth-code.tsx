import { Field, fieldProps, Input } from "#app/ui/input.tsx";

type Props = {
  id: string;
  name: string;
  /** Destination of the code: the account's email address or phone number. */
  mailbox: string;
  error?: string;
  /** Id of the form that requests another code. */
  resend: string;
};

/** Field for the reauthentication code of a session that is not recent. */
export function ReauthCode({ id, name, mailbox, error, resend }: Props) {
  return (
    <div className="grid gap-3 rounded-xl bg-sand p-4" role="group" aria-label="Confirm that it is you">
      <p className="text-sm text-muted">
        You signed in a while ago. We sent a code to <b className="font-semibold break-words text-ink">{mailbox}</b>:
        enter it to confirm that it is you.
      </p>
      <Field id={id} label="Code" error={error}>
        <Input
          {...fieldProps(id, { error })}
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
      </Field>
      <button type="submit" form={resend} className="min-h-11 justify-self-start font-semibold text-forest underline">
        Send a new code
      </button>
    </div>
  );
}
