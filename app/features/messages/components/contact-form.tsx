import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { SUBMISSION_FIELD, TOO_QUICK, TOO_QUICK_TITLE } from "#app/lib/submissions.ts";
import { Button } from "#app/ui/button.tsx";
import { CONTROL, Field, fieldProps, Input } from "#app/ui/input.tsx";
import { SubmissionFields } from "#app/ui/submission-fields.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOpenErrors } from "#app/ui/use-open-errors.ts";
import { MESSAGE_FAILED, MESSAGE_SENT } from "../rules.ts";

type ContactFormProps = {
  submissionId: string;
  /** Contact data of the signed-in user. */
  sender: { name: string; email: string };
  answer?: FormResult;
};

const NO_ERRORS = {};
const FIELDS = ["name", "email", "message"] as const;

/** Contact form with name, email and message. Validated on the server; works without JavaScript. */
export function ContactForm({ submissionId, sender, answer }: ContactFormProps) {
  const hydrated = useHydrated();
  const isSending = useNavigation().formAction?.startsWith("/contact") ?? false;
  const refused = answer?.ok === false ? answer : null;
  const values: Record<string, string | undefined> = refused?.values ?? sender;
  const { errors, onInput } = useOpenErrors(refused?.errors ?? NO_ERRORS);
  const id = values[SUBMISSION_FIELD] ?? submissionId;

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) return toast.success(MESSAGE_SENT, "Thank you. We will get back to you soon.");
    if (answer.message) toast.error(answer.message === TOO_QUICK ? TOO_QUICK_TITLE : MESSAGE_FAILED, answer.message);
    const first = FIELDS.find((name) => answer.errors[name]);
    if (first) document.getElementById(`contact-${first}`)?.focus();
  }, [answer]);

  const field = (name: (typeof FIELDS)[number]) => ({
    ...fieldProps(`contact-${name}`, { error: errors[name] }),
    name,
    defaultValue: values[name],
    "aria-required": true,
  });
  return (
    <Form
      onInput={onInput}
      key={id}
      method="post"
      action="/contact"
      noValidate
      preventScrollReset
      aria-labelledby="contact-write"
    >
      <SubmissionFields id={id} />
      {answer && !hydrated ? (
        <p
          role="status"
          className={`mb-4 rounded-xl px-4 py-3 font-semibold ${answer.ok ? "bg-leaf text-forest" : "bg-clay-soft text-clay-deep"}`}
        >
          {answer.ok
            ? `${MESSAGE_SENT}. We will get back to you soon.`
            : `${MESSAGE_FAILED}. ${answer.message ?? "Please check the form."}`}
        </p>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="contact-name" label="Name" required error={errors.name}>
          <Input {...field("name")} autoComplete="name" maxLength={100} />
        </Field>
        <Field id="contact-email" label="Email" required error={errors.email}>
          <Input {...field("email")} type="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field id="contact-message" label="Message" required error={errors.message} className="sm:col-span-2">
          <textarea
            {...field("message")}
            rows={6}
            placeholder="How can we help? If it is about an order, please give its number."
            className={`${CONTROL} py-2.5`}
          />
        </Field>
      </div>
      <Button type="submit" className="mt-5 w-full sm:w-auto" disabled={isSending} aria-busy={isSending}>
        {isSending ? "Sending…" : "Send Message"}
      </Button>
    </Form>
  );
}
