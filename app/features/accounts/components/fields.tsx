import { useEffect, useRef, useState, type ComponentProps } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type WhoProps = { value?: string; autoComplete?: string; takesFocus?: boolean };

/** One field for an email address or a phone number in any format. */
export function WhoField({ value, autoComplete = "username", takesFocus = false }: WhoProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Field id="who" label="Email or phone number">
      <Input
        ref={input}
        {...fieldProps("who")}
        name="who"
        defaultValue={value}
        required
        maxLength={254}
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete={autoComplete}
        placeholder="you@example.com"
      />
    </Field>
  );
}

type PasswordProps = Pick<ComponentProps<"input">, "autoComplete" | "minLength" | "defaultValue"> & {
  label?: string;
  hint?: string;
};

/** Password field with a show button. */
export function PasswordField({ label = "Password", hint, ...rest }: PasswordProps) {
  const [seen, setSeen] = useState(false);
  return (
    <Field id="password" label={label} hint={hint}>
      <div className="relative">
        <Input
          {...fieldProps("password", { hint })}
          {...rest}
          name="password"
          type={seen ? "text" : "password"}
          required
          maxLength={128}
          className="pr-18"
        />
        <button
          type="button"
          aria-pressed={seen}
          aria-label="Show password"
          onClick={() => setSeen(!seen)}
          className="absolute inset-y-0 right-0 min-w-16 rounded-xl px-3 text-sm font-semibold text-forest hover:underline"
        >
          {seen ? "Hide" : "Show"}
        </button>
      </div>
    </Field>
  );
}

const SIX_DIGITS = "Please enter the 6 digits of the code.";

type CodeProps = { id?: string; label?: string; digitsOnly?: boolean; takesFocus?: boolean };

/**
 * Field for a one-time code with autofill from SMS. Malformed codes are not submitted, because each refused code uses
 * up an attempt. Without JavaScript the field also accepts a backup code, so the pattern is checked by script.
 */
export function CodeField({ id = "code", label = "Code", digitsOnly = true, takesFocus = true }: CodeProps) {
  const input = useRef<HTMLInputElement>(null);
  const isChecked = useHydrated() && digitsOnly;
  const [error, setError] = useState<string>();

  // Focus moves here from the form that this step replaces.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Field id={id} label={label} error={error}>
      <Input
        ref={input}
        {...fieldProps(id, { error })}
        name={id}
        required
        maxLength={20}
        pattern={isChecked ? String.raw`\s*(\d\s*){6}` : undefined}
        onChange={() => setError(undefined)}
        onInvalid={(event) => {
          if (!isChecked) return;
          event.preventDefault();
          setError(SIX_DIGITS);
          input.current?.focus();
        }}
        inputMode={digitsOnly ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className={cx("font-semibold", digitsOnly && "text-xl tracking-[0.25em]")}
      />
    </Field>
  );
}

const codeField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>("input[autocomplete=one-time-code]");

/** The text of the form's code field; "" without one. */
export const codeIn = (form: HTMLFormElement | null): string => codeField(form)?.value ?? "";

/** Clears the code field of a form and moves the focus there, unless it no longer holds `sent`. */
export function emptyCode(form: HTMLFormElement | null, sent: string): void {
  const field = codeField(form);
  if (!field || field.value !== sent) return;
  field.value = "";
  field.focus();
}

/** The text of a field in a submitted form. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
