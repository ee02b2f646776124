import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";

/** The style shared by text inputs, selects and text areas. */
export const CONTROL = "control";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(CONTROL, className)} {...rest} />;
}

export function Label({ className, ...rest }: ComponentProps<"label">) {
  return <label className={cx("block text-sm font-semibold text-ink", className)} {...rest} />;
}

type FieldProps = {
  /** The control's id: the label refers to it, the messages are `<id>-hint` and `<id>-error`. */
  id: string;
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Label, control, hint and error. Spread `fieldProps(id, {hint, error})` on the control to link it to the messages. */
export function Field({ id, label, required, hint, error, className, children }: FieldProps) {
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <Label htmlFor={id}>
        {label}
        {required ? (
          <span aria-hidden className="ml-0.5 text-clay">
            *
          </span>
        ) : null}
      </Label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** The error of a field or form; renders nothing without one. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return children ? (
    <p id={id} role="alert" className="text-sm font-medium text-clay-deep">
      {children}
    </p>
  ) : null;
}

/** `id`, `aria-invalid` and `aria-describedby` of a control inside a `Field`. */
export function fieldProps(id: string, { hint, error }: { hint?: ReactNode; error?: ReactNode } = {}) {
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined };
}
