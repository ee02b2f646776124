import { cx } from "#app/ui/class-names.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { LiveState } from "./live-events.ts";

const INDICATORS: Record<LiveState, { label: string; dot: string }> = {
  connecting: { label: "Connecting…", dot: "bg-edge" },
  live: { label: "Live", dot: "bg-forest" },
  waiting: { label: "Reconnecting…", dot: "bg-amber" },
};

/** Status of the live updates; invisible until hydration. */
export function LiveMark({ state }: { state: LiveState }) {
  const { label, dot } = INDICATORS[state];
  const hydrated = useHydrated();
  return (
    <p
      className={cx("flex items-center gap-2 text-sm font-medium text-muted", !hydrated && "invisible")}
      title="Changes appear here automatically"
    >
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      {label}
    </p>
  );
}
