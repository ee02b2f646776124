import { useState, type ComponentProps } from "react";
import { formatShortDate } from "#app/lib/dates.ts";
import { cx } from "../class-names.ts";
import { Input } from "../input.tsx";

type Props = Omit<ComponentProps<typeof Input>, "type" | "defaultValue"> & {
  /** A day such as 2026-11-22, or an empty text. */
  defaultValue: string;
  /** Stands in the field while it has no day. */
  none?: string;
  wrapperClassName?: string;
};

/** A day. Browsers show one as their own language writes it: until it is edited, the page's own words stand there. */
export function DateInput({ defaultValue, none = "", className = "", wrapperClassName = "", ...input }: Props) {
  const [day, setDay] = useState(defaultValue);
  return (
    <span className={cx("relative block", wrapperClassName)}>
      <Input
        {...input}
        type="date"
        defaultValue={defaultValue}
        className={cx("own-date-words min-w-0 pr-2", className)}
        onChange={({ target }) => setDay(target.value)}
      />
      <span aria-hidden className="date-words">
        {day ? formatShortDate(day) : none}
      </span>
    </span>
  );
}
