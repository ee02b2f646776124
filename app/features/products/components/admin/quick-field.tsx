import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { firstError, type RefusedForm } from "#app/lib/forms.ts";
import { formatNaira, nairaText } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { toast } from "#app/ui/toast.ts";
import { EditableCell } from "./editable-cell.tsx";

/** `now` is the value that another admin set meanwhile. */
type QuickAnswer = { ok: true; message?: string } | (RefusedForm & { now?: number });

type QuickFieldProps = {
  intent: "price" | "stock";
  id: string;
  /** Kobo for a price, sold units for stock. */
  value: number;
  label: string;
  className?: string | undefined;
};

/** Number in a list row with inline editing: typing shows the save button, Enter saves. */
export function QuickField({ intent, id, value, label, className }: QuickFieldProps) {
  const fetcher = useFetcher<QuickAnswer>();
  const isPrice = intent === "price";
  const shown = isPrice ? nairaText(value) : String(value);
  const [input, setInput] = useState(shown);
  const [expected, setExpected] = useState(value);
  const isChanged = input.trim() !== shown;
  const answer = fetcher.data;

  useEffect(() => {
    setInput(shown);
    setExpected(value);
  }, [shown, value]);
  useEffect(() => {
    if (!answer) return;
    if (answer.ok) toast.success("Product updated", answer.message);
    else {
      toast.error("Error", firstError(answer));
      if (answer.now !== undefined) setExpected(answer.now);
    }
  }, [answer]);

  return (
    <fetcher.Form method="post" className="inline-flex items-center justify-end gap-1">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="expected" value={expected} />
      <EditableCell
        name="value"
        intent={intent}
        text={input}
        onText={setInput}
        isInvalid={answer?.ok === false && isChanged}
        aria-label={label}
        title={isPrice ? formatNaira(value) : undefined}
        className={cx("shrink-0 sm:min-h-9", isPrice ? "w-30!" : "w-22!", className)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setInput(shown);
        }}
      />
      <button
        type="submit"
        disabled={!isChanged || fetcher.state !== "idle"}
        aria-label={`Save ${label}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-forest text-white hover:bg-forest-deep disabled:hidden sm:size-9"
      >
        <Check aria-hidden className="size-5" />
      </button>
    </fetcher.Form>
  );
}
