import type { Nudge } from "#app/features/pricing/rules/price-steps.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";

/** Button "Add 4 more to pay ₦900.00 each". */
export function NudgeButton({ nudge, onAdd, className }: { nudge: Nudge; onAdd: () => void; className?: string }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className={cx(
        "-mx-2 inline-flex min-h-11 items-center rounded-xl px-2 text-left text-sm font-semibold text-forest underline decoration-forest/40 underline-offset-4 hover:bg-leaf",
        className,
      )}
    >
      Add {formatCount(nudge.add)} more to pay {formatNaira(nudge.unit_kobo)} each
    </button>
  );
}
