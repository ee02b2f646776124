import { useEffect, useRef, useState, type ComponentProps } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { AuthError } from "../client.ts";

type WhoProps = { value?: string; autoComplete?: string; takesFocus?: boolean };

/** One field for an e-mail address or a phone number in any spelling. */
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

/** A password that its owner can look at. */
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

type CodeProps = { id?: string; label?: string; hint?: string; digitsOnly?: boolean; takesFocus?: boolean };

/**
 * A one-time code; phones offer the one that has just arrived. What cannot be one is not sent: each that is refused is
 * one try less. Without a script the field may also take a backup code, so only a script looks.
 */
export function CodeField({ id = "code", label = "Code", hint, digitsOnly = true, takesFocus = true }: CodeProps) {
  const input = useRef<HTMLInputElement>(null);
  const looks = useHydrated() && digitsOnly;
  const [error, setError] = useState<string>();

  // It takes the place of the form before, which had the focus.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Input
        ref={input}
        {...fieldProps(id, { hint, error })}
        name={id}
        required
        maxLength={20}
        pattern={looks ? String.raw`\s*(\d\s*){6}` : undefined}
        onChange={() => setError(undefined)}
        onInvalid={(event) => {
          if (!looks) return;
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

/** Makes room in a form for another code. */
export function emptyCode(form: HTMLFormElement, id = "code"): void {
  const field = form.elements.namedItem(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = "";
  field.focus();
}

/** The same after a refusal, but not where the code was not even looked at. */
export function emptyRefused(form: HTMLFormElement, { status }: AuthError, id?: string): void {
  if (status >= 400 && status < 500 && status !== 429) emptyCode(form, id);
}

/** The text of a field of a sent form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
