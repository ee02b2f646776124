import { Minus, Plus } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "./class-names.ts";
import { readQuantity, type QuantityBounds } from "./quantity.ts";
import { toast } from "./toast.ts";

type QuantityStepperProps = QuantityBounds & {
  value: number;
  onChange: (value: number) => void;
  /** The accessible name: "Quantity of Royal Grain rice". */
  label: string;
  disabled?: boolean;
  /** The action of minus at the minimum; without it the button is disabled there. */
  remove?: { label: string; run: () => void };
  className?: string;
};

const STEP =
  "grid size-11 shrink-0 place-items-center rounded-xl text-forest hover:bg-leaf disabled:cursor-not-allowed disabled:text-edge disabled:hover:bg-transparent";

/**
 * Minus, a number field, plus. A typed number applies on Enter or blur; a refused one shows a reason below the field
 * until the next change.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, min, max, step = 1, whyOff, onChange, label, disabled, remove, className } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const id = useId();
  const isRemoving = remove !== undefined && value <= min;

  function change(quantity: number) {
    setReason(null);
    onChange(quantity);
  }

  function settle() {
    if (draft === null) return;
    setDraft(null);
    const { quantity, refusal } = readQuantity(draft, { min, max, step, whyOff });
    setReason(refusal?.text ?? null);
    if (refusal) toast.error(refusal.title, refusal.text);
    if (quantity !== null && quantity !== value) onChange(quantity);
  }

  return (
    <div>
      <div
        role="group"
        aria-label={label}
        className={cx(
          "inline-flex w-fit items-center rounded-xl border border-edge bg-white has-[input:focus-visible]:outline-3 outline-forest",
          className,
        )}
      >
        <button
          type="button"
          className={STEP}
          data-repeat
          aria-label={isRemoving ? remove.label : "Decrease quantity"}
          disabled={disabled || (value <= min && !isRemoving)}
          onClick={() => (isRemoving ? remove.run() : change(Math.max(min, value - step)))}
        >
          <Minus aria-hidden className="size-4" />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          disabled={disabled}
          value={draft ?? String(value)}
          aria-describedby={reason === null ? undefined : id}
          onChange={(event) => {
            setReason(null);
            setDraft(event.target.value.slice(0, 12));
          }}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            settle();
          }}
          style={{ width: `${Math.max(3, String(draft ?? value).length + 1)}ch` }}
          className="h-11 min-w-11 bg-transparent text-center font-semibold tabular-nums outline-none disabled:text-muted"
        />
        <button
          type="button"
          className={STEP}
          data-repeat
          aria-label="Increase quantity"
          disabled={disabled || value >= max}
          onClick={() => change(Math.min(max, value + step))}
        >
          <Plus aria-hidden className="size-4" />
        </button>
      </div>
      {reason === null ? null : (
        <p id={id} className="mt-1 max-w-56 text-xs text-clay-deep">
          {reason}
        </p>
      )}
    </div>
  );
}
