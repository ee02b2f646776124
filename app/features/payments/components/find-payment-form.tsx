import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { FieldErrors, FormResult, FormValues } from "#app/lib/forms.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { useOpenErrors } from "#app/ui/use-open-errors.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")).map((hour) => ({
  value: hour,
  label: `${hour}:00 to ${hour}:59`,
}));

const FIELDS = ["amount", "day", "hour", "sender", "last4"];

type Props = {
  errors: FieldErrors;
  values: FormValues;
  /** The page of the transfer that the search came from, or empty. */
  payment: string;
  /** Today in Lagos, "2026-11-25". */
  today: string;
};

/** Asks for amount, day and hour, and the sender of a payment. Validated on the server; works without JavaScript. */
export function FindPaymentForm({ errors: refused, values, payment, today }: Props) {
  const isBusy = useNavigation().formMethod === "POST";
  const { errors, onInput } = useOpenErrors(refused);

  useEffect(() => {
    const first = FIELDS.find((name) => refused[name]);
    if (first) document.getElementById(`find-${first}`)?.focus();
  }, [refused]);

  const field = (name: string, hint?: string) => ({
    ...fieldProps(`find-${name}`, { hint, error: errors[name] }),
    name,
    defaultValue: values[name],
  });
  return (
    <Form
      method="post"
      noValidate
      preventScrollReset
      onInput={onInput}
      aria-label="Find my payment"
      className="grid gap-4"
    >
      <input type="hidden" name="payment" value={payment} />
      <Field id="find-amount" label="Amount in naira" required error={errors["amount"]}>
        <Input {...field("amount")} inputMode="decimal" maxLength={30} placeholder="31,500" aria-required />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="find-day" label="Day on which it was sent" required error={errors["day"]}>
          <Input {...field("day")} type="date" max={today} defaultValue={values["day"] ?? today} aria-required />
        </Field>
        <Field id="find-hour" label="Hour" required error={errors["hour"]}>
          <Select {...field("hour")} options={HOURS} aria-required>
            <option value="">Choose</option>
          </Select>
        </Field>
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-muted">Who sent it? One of the two is enough.</legend>
        <Field id="find-sender" label="Name of the sender" error={errors["sender"]}>
          <Input {...field("sender")} maxLength={100} autoComplete="off" />
        </Field>
        <Field id="find-last4" label="Last four digits of the account" error={errors["last4"]}>
          <Input {...field("last4")} inputMode="numeric" maxLength={4} autoComplete="off" />
        </Field>
      </fieldset>
      <Button type="submit" size="lg" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? "Looking…" : "Find my payment"}
      </Button>
    </Form>
  );
}

type Answer = FormResult<{ href: string | null }> | undefined;

/**
 * The two answers of a search, the buyer's order or that the shop has a note, or why it was refused. It gets the focus,
 * because on a phone the form's button is far below it.
 */
export function SearchAnswer({ answer }: { answer: Answer }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [answer]);
  if (!answer || (!answer.ok && !answer.message)) return null;
  const tone = answer.ok
    ? answer.href === null
      ? "bg-amber-soft text-amber-ink"
      : "bg-leaf text-forest"
    : "bg-clay-soft text-clay-deep";
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={answer.ok ? "status" : "alert"}
      className={`mb-5 scroll-mt-24 rounded-xl px-4 py-3 font-semibold ${tone}`}
    >
      {answer.ok ? <Found href={answer.href} /> : answer.message}
    </div>
  );
}

function Found({ href }: { href: string | null }) {
  if (href === null) {
    return "Not yet; the shop has your note. As soon as the money arrives, your order is placed and we confirm it by email. Please do not pay again.";
  }
  return (
    <>
      <p>Found: here is your order.</p>
      <Link to={href} className={buttonClass("primary", "md", "mt-3")}>
        See your order
      </Link>
    </>
  );
}
