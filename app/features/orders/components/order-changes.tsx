import { BellRing } from "lucide-react";
import { cx } from "#app/ui/class-names.ts";

/**
 * Live region with recent order changes. It is rendered empty as well, because screen readers announce only regions
 * that already exist.
 */
export function OrderChanges({ messages }: { messages: readonly string[] }) {
  const isEmpty = messages.length === 0;
  return (
    <div role="status" aria-label="Changes of your orders" className={cx(!isEmpty && "mb-4")}>
      {isEmpty ? null : (
        <p className="flex items-baseline gap-2 rounded-xl bg-leaf px-3.5 py-2.5 text-sm font-medium text-forest-deep">
          <BellRing aria-hidden className="size-4 shrink-0 translate-y-0.5" />
          {messages.join(" ")}
        </p>
      )}
    </div>
  );
}
