import { useEffect, useRef, useState, type ComponentProps } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";

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

type CodeProps = { id?: string; label?: string; hint?: string; digitsOnly?: boolean; takesFocus?: boolean };

/** A one-time code; phones offer the one that has just arrived. */
export function CodeField({ id = "code", label = "Code", hint, digitsOnly = true, takesFocus = true }: CodeProps) {
  const input = useRef<HTMLInputElement>(null);

  // It takes the place of the form before, which had the focus.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Field id={id} label={label} hint={hint}>
      <Input
        ref={input}
        {...fieldProps(id, { hint })}
        name={id}
        required
        maxLength={20}
        inputMode={digitsOnly ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className={cx("font-semibold", digitsOnly && "text-xl tracking-[0.25em]")}
      />
    </Field>
  );
}

/** The text of a field of a sent form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
