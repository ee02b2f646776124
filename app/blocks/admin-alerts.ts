import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useOrderFeed } from "#app/features/orders/components/admin/order-feed.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import type { OrderFeed } from "#app/features/orders/rules/feed.ts";
import { toast } from "#app/ui/toast.ts";
import type { OrderAlerts } from "./admin-alerts-context.ts";
import { playChime, readSoundChoice, rememberSound } from "./admin-sound.ts";

type AlertsProps = { loaded: OrderFeed; onChange: (alerts: OrderAlerts) => void };

/** Follows the stream of orders and shows nothing itself: the shell loads it after its page. */
export default function OrderAlertsFollower({ loaded, onChange }: AlertsProps) {
  const alerts = useOrderAlerts(loaded);
  const { feed, state, changes, hasSound } = alerts;
  const notifyChange = useEffectEvent(() => onChange(alerts));
  useEffect(() => notifyChange(), [feed, state, changes, hasSound]);
  return null;
}

/** Says that orders came: a toast, the number in the title of a tab that nobody looks at, and a sound where wanted. */
function useOrderAlerts(loaded: OrderFeed): OrderAlerts {
  const navigate = useNavigate();
  const [hasSound, setSound] = useState(false);
  const [unseen, setUnseen] = useState(0);
  useEffect(() => setSound(readSoundChoice()), []);

  const followed = useOrderFeed(loaded, (ids, { isLead }) => {
    const [newest = ""] = ids;
    const text = ids.length === 1 ? `Order ${orderNumber(newest)}` : `${ids.length} orders came in.`;
    const to = ids.length === 1 ? `/admin/orders/${newest}` : "/admin/orders";
    toast.info(ids.length === 1 ? "New order" : "New orders", text, { label: "Look", run: () => void navigate(to) });
    if (document.hidden) setUnseen((count) => count + ids.length);
    if (hasSound && isLead) void playChime();
  });

  const onSeen = useEffectEvent(() => {
    if (!document.hidden) setUnseen(0);
  });
  useEffect(() => {
    const onVisibilityChange = () => onSeen();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
  // After each render: a page that came meanwhile has another title.
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, "");
    const title = unseen > 0 ? `(${unseen}) ${bare}` : bare;
    if (title !== document.title) document.title = title;
  });

  function toggleSound() {
    setSound(!hasSound);
    rememberSound(!hasSound);
    // Heard once, and allowed by the browser from now on.
    if (!hasSound) void playChime();
  }
  return { ...followed, hasSound, toggleSound };
}
