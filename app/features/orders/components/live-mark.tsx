import type { LiveState } from "#app/lib/live-events.ts";
import { cx } from "#app/ui/class-names.ts";

const LOOKS: Record<LiveState, { label: string; dot: string }> = {
  connecting: { label: "Connecting…", dot: "bg-edge" },
  live: { label: "Live", dot: "bg-forest" },
  waiting: { label: "Reconnecting…", dot: "bg-amber" },
};

/** Whether the list follows changes as they happen. */
export function LiveMark({ state }: { state: LiveState }) {
  const { label, dot } = LOOKS[state];
  return (
    <p className="flex items-center gap-2 text-sm font-medium text-muted" title="Changes appear here by themselves">
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      {label}
    </p>
  );
}
