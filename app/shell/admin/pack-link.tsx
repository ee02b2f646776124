import { Bell, BellOff, PackageCheck } from "lucide-react";
import { useContext } from "react";
import { packCount } from "#app/features/orders/rules/feed.ts";
import { TO_PACK } from "#app/features/orders/rules/work-lists.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { OrderAlertsContext } from "./alerts-context.ts";

/** The number of orders to pack, as a link in the mobile top bar. */
export function PackLink() {
  const feed = useContext(OrderAlertsContext)?.feed;
  if (!feed?.to_pack) return null;
  return (
    <Link
      to={TO_PACK}
      className="ml-auto inline-flex min-h-11 items-center gap-1.5 rounded-xl px-2.5 text-sm font-semibold text-forest"
    >
      <PackageCheck aria-hidden className="size-5" strokeWidth={1.8} />
      <span className="tabular-nums">{packCount(feed)}</span> <span className="max-sm:sr-only">to pack</span>
    </Link>
  );
}

/** The same number beside "Orders" in the menu, over the icon when the menu is collapsed. */
export function PackBadge({ isCollapsed }: { isCollapsed: boolean }) {
  const feed = useContext(OrderAlertsContext)?.feed;
  if (!feed?.to_pack) return null;
  return (
    <span
      className={cx(
        "rounded-full bg-amber px-1.5 text-center text-xs leading-5 font-bold text-ink tabular-nums",
        isCollapsed ? "absolute top-0 right-0 min-w-5" : "ml-auto min-w-6",
      )}
    >
      {packCount(feed)}
      <span className="sr-only"> to pack</span>
    </span>
  );
}

/** Turns the sound for new orders on or off in this browser. */
export function SoundSwitch({ className }: { className: string }) {
  const alerts = useContext(OrderAlertsContext);
  if (!alerts?.feed) return null;
  const Icon = alerts.hasSound ? Bell : BellOff;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={alerts.hasSound}
      aria-label="Sound for new orders"
      title={`Sound for new orders: ${alerts.hasSound ? "on" : "off"}`}
      onClick={alerts.toggleSound}
      className={className}
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.8} />
    </button>
  );
}
