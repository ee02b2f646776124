import type { ReactNode } from "react";
import type { Filter } from "#app/lib/list.ts";
import { Input, Label } from "../input.tsx";
import { Select } from "../select.tsx";

type FieldProps = {
  name: string;
  filter: Filter;
  value: string;
  options: readonly { value: string; label: string }[] | undefined;
  onChoose: () => void;
};

/** A filter of a list as a labelled control. */
export function FilterField({ name, filter, value, options, onChoose }: FieldProps) {
  if (filter.kind === "date") {
    return (
      <Labelled label={filter.label}>
        <Input
          name={name}
          type="date"
          defaultValue={value}
          className="w-full sm:w-40"
          aria-label={filter.label}
          onBlur={({ target }) => target.value !== value && onChoose()}
        />
      </Labelled>
    );
  }
  const choices = filter.kind === "choice" ? filter.options : (options ?? []);
  return (
    <Labelled label={filter.label}>
      <Select name={name} defaultValue={value} onChange={onChoose} aria-label={filter.label} options={choices}>
        <option value="">All</option>
        {value && !choices.some((choice) => choice.value === value) ? <option value={value}>{value}</option> : null}
      </Select>
    </Labelled>
  );
}

/** A control with a small visible name above it; the control has its own accessible name. */
export function Labelled({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`grid min-w-36 gap-1 max-sm:flex-1 ${className}`}>
      <Label aria-hidden className="text-xs text-muted">
        {label}
      </Label>
      {children}
    </div>
  );
}
