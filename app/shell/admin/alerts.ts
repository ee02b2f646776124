import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useOrderFeed } from "#app/features/orders/components/admin/order-feed.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import type { OrderFeed } from "#app/features/orders/rules/feed.ts";
import { toast } from "#app/ui/toast.ts";
import type { OrderAlerts } from "./alerts-context.ts";
import { playChime, readSoundChoice, rememberSound } from "./sound.ts";

type AlertsProps = { loaded: OrderFeed; onChange: (alerts: OrderAlerts) => void };

/** Subscribes to the order stream and renders nothing; the shell loads it after its page. */
export default function OrderAlertsFollower({ loaded, onChange }: AlertsProps) {
  const alerts = useOrderAlerts(loaded);
  const { feed, state, changes, hasSound } = alerts;
  const notifyChange = useEffectEvent(() => onChange(alerts));
  useEffect(() => notifyChange(), [feed, state, changes, hasSound]);
  return null;
}

/** Announces new orders: a toast, a number in the title of a hidden tab, and a sound where enabled. */
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
  // After each render, because navigation replaces the title.
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, "");
    const title = unseen > 0 ? `(${unseen}) ${bare}` : bare;
    if (title !== document.title) document.title = title;
  });

  function toggleSound() {
    setSound(!hasSound);
    rememberSound(!hasSound);
    // A browser that has played the sound once allows it from then on.
    if (!hasSound) void playChime();
  }
  return { ...followed, hasSound, toggleSound };
}
