import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import { CONTROL } from "./input.tsx";

type SelectProps = ComponentProps<"select"> & {
  wrapperClassName?: string;
  /** Options after the `children`. */
  options?: readonly { value: string; label: string }[];
};

/** The native select with styles, including its keyboard, touch and screen reader support. */
export function Select({ className, wrapperClassName, options = [], children, ...rest }: SelectProps) {
  return (
    <span className={cx("relative block", wrapperClassName)}>
      <select className={cx(CONTROL, "appearance-none truncate pr-10", className)} {...rest}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span
        aria-hidden
        className="icon icon-chevron pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
