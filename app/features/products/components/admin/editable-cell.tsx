import type { ComponentProps } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";

type EditableCellProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "inputMode"> & {
  intent: "price" | "stock";
  text: string;
  onText: (text: string) => void;
  isInvalid: boolean;
};

/** A price in naira or a stock of an editable list, as it is typed. */
export function EditableCell({ intent, text, onText, isInvalid, className, ...rest }: EditableCellProps) {
  return (
    <Input
      value={text}
      onChange={(event) => onText(event.target.value)}
      inputMode={intent === "price" ? "decimal" : "numeric"}
      autoComplete="off"
      aria-invalid={isInvalid ? true : undefined}
      className={cx("text-right tabular-nums", className)}
      {...rest}
    />
  );
}
