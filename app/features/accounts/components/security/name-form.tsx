import { useContext } from "react";
import { Form, useNavigation } from "react-router";
import { formatPhone } from "#app/lib/format-phone.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import type { SecurityAnswerTo, SignInName } from "../../rules/security.ts";
import { ReauthCode } from "./reauth-code.tsx";
import { RenderedForField } from "./rendered-for.tsx";
import { SecurityPage } from "./security-page.ts";

export type RefusedName = Extract<SecurityAnswerTo<"sign-in-name">, { ok: false }>;

const SUMMARY =
  "inline-flex min-h-11 cursor-pointer list-none items-center font-semibold text-forest underline [&::-webkit-details-marker]:hidden";
const LINK = "min-h-11 font-semibold text-forest underline";

const WORDS = {
  phone: {
    label: "New phone number",
    hint: "A mobile number that gets SMS",
    send: "Send code by SMS",
    code: "Code from the SMS",
    confirm: "Confirm number",
    other: "Use another number",
  },
  email: {
    label: "Email address",
    hint: "We send a code to it",
    send: "Send code by mail",
    code: "Code from the mail",
    confirm: "Confirm address",
    other: "Use another address",
  },
};

type Props = { name: SignInName; action: string; mailbox: string; refused: RefusedName | null };

/** Adds a phone number or email address, then verifies the code sent to it. Works without JavaScript. */
export function NameForm({ name, action, mailbox, refused }: Props) {
  return (
    <details name="sign-in-name" open={refused ? true : undefined} className="open:basis-full">
      <summary className={SUMMARY}>{action}</summary>
      <div className="grid max-w-md gap-3 pt-1 pb-2">
        {refused?.step === "confirm" ? (
          <ConfirmStep name={name} refused={refused} />
        ) : (
          <AskStep name={name} mailbox={mailbox} refused={refused} />
        )}
      </div>
    </details>
  );
}

function AskStep({ name, mailbox, refused }: Pick<Props, "name" | "mailbox" | "refused">) {
  const words = WORDS[name];
  const id = `own-${name}`;
  const { value: error, reauth_code } = refused?.errors ?? {};
  const busy = useIsSubmitting(`ask-${name}`);
  return (
    <>
      <Form noValidate method="post" preventScrollReset className="grid gap-3">
        <RenderedForField />
        <input type="hidden" name="intent" value={`ask-${name}`} />
        <Field id={`${id}-value`} label={words.label} hint={words.hint} error={error}>
          <Input
            {...fieldProps(`${id}-value`, { hint: words.hint, error })}
            name="value"
            type={name === "phone" ? "tel" : "email"}
            autoComplete={name === "phone" ? "tel" : "email"}
            defaultValue={refused?.values.value}
            maxLength={name === "phone" ? 30 : 254}
            placeholder={name === "phone" ? "0803 123 4567" : "you@example.com"}
          />
        </Field>
        {refused?.needsReauth ? (
          <ReauthCode
            id={`${id}-reauth-code`}
            name="reauth_code"
            mailbox={mailbox}
            error={reauth_code}
            resend={`${id}-resend`}
          />
        ) : null}
        <Button type="submit" size="sm" className="justify-self-start" aria-disabled={busy} aria-busy={busy}>
          {words.send}
        </Button>
      </Form>
      <Form id={`${id}-resend`} method="post" preventScrollReset hidden>
        <RenderedForField />
        <input type="hidden" name="intent" value={`ask-${name}`} />
        <input type="hidden" name="value" value={refused?.values.value ?? ""} />
      </Form>
    </>
  );
}

function ConfirmStep({ name, refused }: { name: SignInName; refused: RefusedName }) {
  const words = WORDS[name];
  const { value = "" } = refused.values;
  const id = `own-${name}-code`;
  const page = useContext(SecurityPage);
  const error = refused.errors.code;
  const busy = useIsSubmitting(`confirm-${name}`, `ask-${name}`);
  return (
    <>
      <Form noValidate method="post" preventScrollReset className="grid gap-3">
        <RenderedForField />
        <input type="hidden" name="intent" value={`confirm-${name}`} />
        <input type="hidden" name="value" value={value} />
        <p>
          We sent a message to{" "}
          <b className="font-semibold break-words">{name === "phone" ? formatPhone(value) : value}</b>. Enter the code
          in it. It works for five minutes.
        </p>
        <Field id={id} label={words.code} error={error}>
          <Input
            {...fieldProps(id, { error })}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="text-xl font-semibold tracking-[0.25em]"
          />
        </Field>
        <Button type="submit" size="sm" className="justify-self-start" aria-disabled={busy} aria-busy={busy}>
          {words.confirm}
        </Button>
      </Form>
      <div className="flex flex-wrap gap-x-6">
        <Form method="post" preventScrollReset>
          <RenderedForField />
          <input type="hidden" name="intent" value={`ask-${name}`} />
          <input type="hidden" name="value" value={value} />
          <input type="hidden" name="again" value="yes" />
          <button type="submit" aria-disabled={busy} className={LINK}>
            Send a new code
          </button>
        </Form>
        <Link to={page} replace preventScrollReset className={`inline-flex items-center ${LINK}`}>
          {words.other}
        </Link>
      </div>
    </>
  );
}

/** Removes the phone number, with a confirmation. */
export function RemovePhone({ mailbox, refused }: Pick<Props, "mailbox" | "refused">) {
  const busy = useIsSubmitting("remove-phone");
  return (
    <details name="sign-in-name" open={refused ? true : undefined} className="open:basis-full">
      <summary className={SUMMARY}>Remove</summary>
      <Form noValidate method="post" preventScrollReset className="grid max-w-md gap-3 pt-1 pb-2">
        <RenderedForField />
        <input type="hidden" name="intent" value="remove-phone" />
        <p className="text-sm text-muted">
          You can then no longer sign in with this number. Your email address stays, and so does the number for
          deliveries in your personal details.
        </p>
        {refused?.needsReauth ? (
          <ReauthCode
            id="own-phone-remove-reauth-code"
            name="reauth_code"
            mailbox={mailbox}
            error={refused.errors.reauth_code}
            resend="own-phone-remove-resend"
          />
        ) : null}
        <Button
          type="submit"
          variant="danger"
          size="sm"
          className="justify-self-start"
          aria-disabled={busy}
          aria-busy={busy}
        >
          Remove number
        </Button>
      </Form>
      <Form id="own-phone-remove-resend" method="post" preventScrollReset hidden>
        <RenderedForField />
        <input type="hidden" name="intent" value="remove-phone" />
      </Form>
    </details>
  );
}

function useIsSubmitting(...intents: string[]): boolean {
  const intent = useNavigation().formData?.get("intent");
  return typeof intent === "string" && intents.includes(intent);
}
