import { useEffect } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { SubmissionFields } from "#app/ui/submission-fields.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOpenErrors } from "#app/ui/use-open-errors.ts";
import { registrationTitle, REGISTERED, SUCCESS_DELAY_MS, SUCCESS_PATH } from "../rules.ts";

export type CategoryOption = { id: string; name: string; group: string };

type RegistrationFormProps = {
  submissionId: string;
  /** Null when categories could not be loaded. */
  categories: readonly CategoryOption[] | null;
  answer?: FormResult;
};

const NO_ERRORS = {};
const FIELDS = ["name", "address", "category_id", "whatsapp_contact", "email"] as const;

/** Public supplier registration form. Validated on the server; works without JavaScript. */
export function RegistrationForm({ submissionId, categories, answer }: RegistrationFormProps) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const isSending = useNavigation().formAction?.startsWith("/supplier-registration") ?? false;
  const refused = answer?.ok === false ? answer : null;
  const values = refused?.values ?? {};
  const { errors, onInput } = useOpenErrors(refused?.errors ?? NO_ERRORS);
  const id = values[SUBMISSION_FIELD] ?? submissionId;

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) {
      toast.success(REGISTERED.title, REGISTERED.text);
      const timer = setTimeout(() => void navigate(SUCCESS_PATH), SUCCESS_DELAY_MS);
      return () => clearTimeout(timer);
    }
    toast.error(registrationTitle(answer), answer.message);
    const first = FIELDS.find((name) => answer.errors[name]);
    if (first) document.getElementById(`supplier-${first}`)?.focus();
  }, [answer, navigate]);

  const field = (name: (typeof FIELDS)[number], hint?: string) => ({
    ...fieldProps(`supplier-${name}`, { hint, error: errors[name] }),
    name,
    defaultValue: values[name] ?? "",
    "aria-required": true,
  });
  const hint = "Include the country code, e.g. +234 803 123 4567.";
  return (
    <Form
      onInput={onInput}
      key={id}
      method="post"
      action="/supplier-registration"
      noValidate
      preventScrollReset
      aria-labelledby="supplier-details"
    >
      <SubmissionFields id={id} />
      {answer && !hydrated ? <PlainAnswer answer={answer} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="supplier-name" label="Business name" required error={errors.name} className="sm:col-span-2">
          <Input {...field("name")} autoComplete="organization" maxLength={120} />
        </Field>
        <Field id="supplier-address" label="Address" required error={errors.address} className="sm:col-span-2">
          <Input
            {...field("address")}
            autoComplete="street-address"
            maxLength={300}
            placeholder="12 Allen Avenue, Ikeja, Lagos"
          />
        </Field>
        <Field id="supplier-category_id" label="Category" required error={errors.category_id} className="sm:col-span-2">
          <Select {...field("category_id")} disabled={categories === null}>
            <option value="">Select a category</option>
            {groupsOf(categories ?? []).map(([group, options]) => (
              <optgroup key={group} label={group}>
                {options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field
          id="supplier-whatsapp_contact"
          label="WhatsApp contact"
          required
          hint={hint}
          error={errors.whatsapp_contact}
        >
          <Input
            {...field("whatsapp_contact", hint)}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+234"
            maxLength={30}
          />
        </Field>
        <Field id="supplier-email" label="Email" required error={errors.email}>
          <Input {...field("email")} type="email" autoComplete="email" maxLength={254} />
        </Field>
      </div>
      <Button
        type="submit"
        className="mt-6 w-full sm:w-auto"
        disabled={isSending || categories === null}
        aria-busy={isSending}
      >
        {isSending ? "Submitting…" : "Register as a supplier"}
      </Button>
    </Form>
  );
}

/**
 * Result message for pages without JavaScript; with it a toast shows the message and the success page opens by itself.
 */
function PlainAnswer({ answer }: { answer: FormResult }) {
  if (!answer.ok) {
    return (
      <p role="status" className="mb-4 rounded-xl bg-clay-soft px-4 py-3 font-semibold text-clay-deep">
        {registrationTitle(answer)}. {answer.message}
      </p>
    );
  }
  return (
    <div role="status" className="mb-4 rounded-xl bg-leaf px-4 py-3 text-forest">
      <p className="font-semibold">{REGISTERED.title}</p>
      <p>{REGISTERED.text}</p>
      <a href={SUCCESS_PATH} className={buttonClass("outline", "sm", "mt-2")}>
        Go on
      </a>
      <noscript>
        <meta httpEquiv="refresh" content={`${SUCCESS_DELAY_MS / 1000};url=${SUCCESS_PATH}`} />
      </noscript>
    </div>
  );
}

function groupsOf(categories: readonly CategoryOption[]): [string, CategoryOption[]][] {
  const groups = new Map<string, CategoryOption[]>();
  for (const category of categories) groups.set(category.group, [...(groups.get(category.group) ?? []), category]);
  return [...groups];
}
