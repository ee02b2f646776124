import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { firstError, type RefusedForm } from "#app/lib/forms.ts";
import { formatNaira, nairaText } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { toast } from "#app/ui/toast.ts";
import { EditableCell } from "./editable-cell.tsx";

/** `now` is the value that another admin set meanwhile, `confirm` the kobo that are taken when they are sent again. */
type QuickAnswer = { ok: true; message?: string } | (RefusedForm & { now?: number; confirm?: number });

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
  const textOf = isPrice ? nairaText : String;
  // A value that changes while somebody types replaces neither the text nor what it was typed over: saving names it.
  const [base, setBase] = useState(value);
  const [input, setInput] = useState(textOf(value));
  const isSaved = useRef(false);
  const isChanged = input.trim() !== textOf(base);
  const isIdle = fetcher.state === "idle";
  const answer = fetcher.data;

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) toast.success("Product updated", answer.message);
    else {
      toast.error("Error", firstError(answer));
      if (answer.now !== undefined) setBase(answer.now);
    }
    isSaved.current = answer.ok;
  }, [answer]);
  useEffect(() => {
    if (!isIdle || (isChanged && !isSaved.current)) return;
    isSaved.current = false;
    setBase(value);
    setInput(textOf(value));
  }, [isIdle, isChanged, value, textOf]);

  return (
    <fetcher.Form method="post" className="inline-flex items-center justify-end gap-1">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="expected" value={base} />
      {answer?.ok === false && answer.confirm ? <input type="hidden" name="confirmed" value={answer.confirm} /> : null}
      <EditableCell
        name="value"
        intent={intent}
        text={input}
        onText={setInput}
        isInvalid={answer?.ok === false && isChanged}
        aria-label={label}
        title={isPrice ? formatNaira(value) : undefined}
        className={cx("shrink-0 sm:min-h-9", isPrice ? "w-26! sm:w-30!" : "w-18! sm:w-22!", className)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setInput(textOf(base));
        }}
      />
      <button
        type="submit"
        disabled={!isChanged || !isIdle}
        aria-label={`Save ${label}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-forest text-white hover:bg-forest-deep disabled:hidden sm:size-9"
      >
        <Check aria-hidden className="size-5" />
      </button>
    </fetcher.Form>
  );
}
