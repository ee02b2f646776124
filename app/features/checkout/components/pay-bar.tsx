import { formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";

type PayBarProps = {
  total_kobo: number;
  disabled: boolean;
  /** A payment is in progress. */
  busy: boolean;
  label: string;
  /** Leads to what has changed since the total was shown, if anything has. */
  onChanges: (() => void) | null;
};

/** Sticky bar with the pay button, which names the total, on narrow screens while the form is visible. */
export function PayBar({ total_kobo, disabled, busy, label, onChanges }: PayBarProps) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-white px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-bar sm:-mx-6 sm:px-6 lg:hidden"
    >
      {onChanges ? (
        <button
          type="button"
          onClick={onChanges}
          className="w-full py-2 text-left text-sm font-semibold text-amber-ink"
        >
          Your cart has changed. <span className="underline">See what</span>
        </button>
      ) : null}
      <p className="min-w-0 max-[30rem]:hidden">
        <span className="block text-xs text-muted">Total</span>
        <span className="price block text-lg leading-6 font-bold">{formatNaira(total_kobo)}</span>
      </p>
      <Button
        type="submit"
        size="lg"
        className="min-w-0 flex-1 shrink! px-4 sm:max-w-80"
        disabled={disabled}
        aria-busy={busy}
      >
        {label}
      </Button>
    </div>
  );
}

/** Focuses the pay button visible at this width. */
export function focusPayButton(): void {
  const buttons = document.querySelectorAll<HTMLElement>("main form button[type=submit]");
  [...buttons].find((button) => button.offsetParent !== null)?.focus();
}
