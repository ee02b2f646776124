import { createContext, useContext, useId, type ComponentProps, type ReactNode } from "react";
import type { FieldErrors, FormValues } from "#app/lib/forms.ts";
import type { Conflict } from "#app/lib/merge.ts";
import { Button } from "../button.tsx";
import { cx } from "../class-names.ts";
import { CONTROL, Field, FieldError, fieldProps, Input } from "../input.tsx";
import { Choice } from "./choice.tsx";

type RecordState = {
  values: FormValues;
  errors: FieldErrors;
  conflicts: Record<string, Conflict>;
  /** Sets a field's value. */
  take: (name: string, value: string) => void;
  /** Reports whether a picture is uploading: the form waits for it. */
  onBusy: (isBusy: boolean) => void;
};

/** The state that the fields of a `RecordForm` show. */
export const RecordContext = createContext<RecordState>({
  values: {},
  errors: {},
  conflicts: {},
  take: () => {},
  onBusy: () => {},
});

/** Value, error and conflict of a field, for custom controls; the controls below use it. */
export function useRecordField(name: string) {
  const { values, errors, conflicts, take, onBusy } = useContext(RecordContext);
  return {
    value: values[name] ?? "",
    error: errors[name],
    conflict: conflicts[name],
    take: (value: string) => take(name, value),
    onBusy,
  };
}

type Common = { name: string; label: ReactNode; hint?: ReactNode; className?: string };

/** A line of text, a number, an amount, a date. */
export function TextField({
  name,
  label,
  hint,
  className,
  required,
  ...rest
}: Common & Omit<ComponentProps<"input">, "name" | "defaultValue">) {
  const id = useId();
  const { value, error } = useRecordField(name);
  return (
    <FieldShell {...{ id, name, label, hint, className, required }}>
      <Input name={name} defaultValue={value} required={required} {...fieldProps(id, { hint, error })} {...rest} />
    </FieldShell>
  );
}

/** Multi-line text. */
export function AreaField({
  name,
  label,
  hint,
  className,
  required,
  ...rest
}: Common & Omit<ComponentProps<"textarea">, "name" | "defaultValue">) {
  const id = useId();
  const { value, error } = useRecordField(name);
  return (
    <FieldShell {...{ id, name, label, hint, className, required }}>
      <textarea
        name={name}
        defaultValue={value}
        required={required}
        rows={4}
        {...fieldProps(id, { hint, error })}
        {...rest}
        className={cx(CONTROL, "py-2.5")}
      />
    </FieldShell>
  );
}

type SelectFieldProps = Common & { required?: boolean; options: readonly { value: string; label: string }[] };

/** A choice. A stored value that is no longer an option stays selectable. */
export function SelectField({ name, label, hint, className, required, options }: SelectFieldProps) {
  const id = useId();
  const { value, error } = useRecordField(name);
  const isKnown = options.some((option) => option.value === value);
  return (
    <FieldShell {...{ id, name, label, hint, className, required }}>
      <Choice
        name={name}
        required={required}
        defaultValue={value}
        options={isKnown ? options : [{ value, label: value || "Choose" }, ...options]}
        {...fieldProps(id, { hint, error })}
      />
    </FieldShell>
  );
}

/** A check box: "1" if checked, else empty. */
export function CheckField({ name, label, hint, className }: Common) {
  const id = useId();
  const { value, error } = useRecordField(name);
  return (
    <div className={cx("grid gap-1", className)}>
      <label className="flex min-h-11 items-center gap-3 text-[0.9375rem] font-medium">
        <input
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={value === "1"}
          className="size-5 shrink-0 accent-forest"
          {...fieldProps(id, { hint, error })}
        />
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <ConflictChoice name={name} />
    </div>
  );
}

type ShellProps = Common & { id: string; required?: boolean | undefined; children: ReactNode };

function FieldShell({ id, name, label, hint, className, required = false, children }: ShellProps) {
  const { error } = useRecordField(name);
  return (
    <Field id={id} label={label} required={required} hint={hint} error={error} className={className}>
      {children}
      <ConflictChoice name={name} />
    </Field>
  );
}

/** Both values of a field that two users changed, side by side. Mine is in the field; submitting again keeps it. */
export function ConflictChoice({ name }: { name: string }) {
  const { conflict, take } = useRecordField(name);
  if (!conflict) return null;
  return (
    <div className="grid gap-2 rounded-xl border border-clay p-3 text-sm sm:grid-cols-2">
      <div className="min-w-0">
        <p className="font-semibold">Mine</p>
        <p className="break-words">{conflict.mine || "empty"}</p>
        <Button variant="soft" size="sm" className="mt-1" onClick={() => take(conflict.mine)}>
          Keep mine
        </Button>
      </div>
      <div className="min-w-0">
        <p className="font-semibold">Theirs</p>
        <p className="break-words">{conflict.theirs || "empty"}</p>
        <Button variant="soft" size="sm" className="mt-1" onClick={() => take(conflict.theirs)}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
