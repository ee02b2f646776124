import { cx } from "#app/ui/class-names.ts";

/** Admits to the buyer that an order is late, or will be; nothing for any other. */
export function PromiseNotice({ text, className }: { text: string | null; className?: string }) {
  return text ? (
    <p className={cx("rounded-xl bg-amber-soft px-4 py-2.5 text-[0.9375rem] text-amber-ink", className)}>{text}</p>
  ) : null;
}
