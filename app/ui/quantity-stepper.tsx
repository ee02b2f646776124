import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { cx } from "./class-names.ts";
import { readQuantity } from "./quantity.ts";
import { toast } from "./toast.ts";

type QuantityStepperProps = {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** What is counted, for screen readers: "Quantity of Royal Grain rice". */
  label: string;
  disabled?: boolean;
  className?: string;
};

const STEP =
  "grid size-11 shrink-0 place-items-center rounded-xl text-forest hover:bg-leaf disabled:cursor-not-allowed disabled:text-edge disabled:hover:bg-transparent";

/** Minus, a number that can be typed, plus. What is typed counts on Enter or on leaving; what is refused is said. */
export function QuantityStepper({ value, min, max, onChange, label, disabled, className }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function settle() {
    if (typed === null) return;
    setTyped(null);
    const { quantity, refusal } = readQuantity(typed, min, max);
    if (refusal) toast.error(refusal.title, refusal.text);
    if (quantity !== null && quantity !== value) onChange(quantity);
  }

  return (
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
        aria-label="Decrease quantity"
        disabled={disabled || value <= min}
        onClick={() => onChange(Math.max(min, value - 1))}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value.slice(0, 12))}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          settle();
        }}
        style={{ width: `${Math.max(3, String(typed ?? value).length + 1)}ch` }}
        className="h-11 min-w-8 bg-transparent text-center font-semibold tabular-nums outline-none disabled:text-muted"
      />
      <button
        type="button"
        className={STEP}
        data-repeat
        aria-label="Increase quantity"
        disabled={disabled || value >= max}
        onClick={() => onChange(Math.min(max, value + 1))}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
