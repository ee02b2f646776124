import type { ReactNode } from "react";
import type { ListFilter } from "#app/lib/list.ts";
import { Label } from "../input.tsx";
import { Choice } from "./choice.tsx";
import { DateInput } from "./date-input.tsx";

type FieldProps = {
  name: string;
  filter: ListFilter;
  value: string;
  options: readonly { value: string; label: string }[] | undefined;
  onChoose: () => void;
};

/** A filter of a list as a labelled control. */
export function FilterField({ name, filter, value, options, onChoose }: FieldProps) {
  if (filter.kind === "date") {
    return (
      <Labelled label={filter.label}>
        <DateInput
          name={name}
          defaultValue={value}
          none="Any day"
          className="sm:w-40"
          aria-label={filter.label}
          onBlur={({ target }) => target.value !== value && onChoose()}
        />
      </Labelled>
    );
  }
  const choices = filter.kind === "choice" ? filter.options : (options ?? []);
  const isKnown = value === "" || choices.some((choice) => choice.value === value);
  return (
    <Labelled label={filter.label} {...(filter.kind === "reference" ? { className: "max-sm:basis-full sm:w-64" } : {})}>
      <Choice
        name={name}
        defaultValue={value}
        onChoose={onChoose}
        aria-label={filter.label}
        options={[{ value: "", label: "All" }, ...(isKnown ? [] : [{ value, label: value }]), ...choices]}
      />
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
    <div className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 sm:max-w-44 sm:min-w-32 ${className}`}>
      <Label aria-hidden className="text-xs text-muted">
        {label}
      </Label>
      {children}
    </div>
  );
}
