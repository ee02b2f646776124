import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newOrders, type OrderFeed } from "../../rules/feed.ts";
import { subscribeToEvents, type LiveState } from "../live-events.ts";

const LOCK = "oja.new-orders";

type Followed = { feed: OrderFeed | null; state: LiveState; changes: number };

/**
 * Subscribes to new and changed orders. `loaded` is the feed from the page's loader, null without permission to see
 * orders. `onNew` gets the ids of new orders; `isLead` is true in one tab of the browser, which stays subscribed while
 * hidden.
 */
export function useOrderFeed(
  loaded: OrderFeed | null,
  onNew: (ids: string[], options: { isLead: boolean }) => void,
): Followed {
  const isEnabled = loaded !== null;
  const isLead = useLead(isEnabled);
  const [latest, setLatest] = useState<OrderFeed | null>(null);
  const [state, setState] = useState<LiveState>("connecting");
  const [changes, setChanges] = useState(0);
  const known = useRef(loaded);
  // While the stream is down, polling keeps the loader's feed newer.
  const feed = state === "live" && latest ? latest : loaded;

  const onChange = useEffectEvent((data?: string) => {
    const next = data === undefined ? null : (JSON.parse(data) as OrderFeed);
    // The first event of a stream is the current state, which the page usually shows already.
    if (!next || latest || !isSame(next, loaded)) setChanges((count) => count + 1);
    if (next) setLatest(next);
  });
  useEffect(() => {
    if (!isEnabled || isLead === null) return;
    const path = "/admin/events";
    return subscribeToEvents({ name: "orders", path, onChange, onState: setState, listensHidden: isLead });
  }, [isEnabled, isLead]);

  const onFeed = useEffectEvent(() => {
    if (!feed) return;
    const added = known.current ? newOrders(known.current, feed) : [];
    known.current = feed;
    if (added.length > 0) onNew(added, { isLead: isLead === true });
  });
  useEffect(() => onFeed(), [feed]);
  return { feed, state, changes };
}

const isSame = (one: OrderFeed, other: OrderFeed | null) =>
  one.to_pack === other?.to_pack && one.newest[0] === other.newest[0];

/** Whether this tab is the browser's lead tab; null until the Web Lock request is answered. */
function useLead(isEnabled: boolean): boolean | null {
  const [isLead, setLead] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    if (!navigator.locks) return setLead(true);
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const stop = new AbortController();
    const hold = async () => {
      setLead(true);
      await left;
    };
    const take = async () => {
      const isFree = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        if (lock) await hold();
        return lock !== null;
      });
      if (isFree || stop.signal.aborted) return;
      setLead(false);
      await navigator.locks.request(LOCK, { signal: stop.signal }, hold);
    };
    // An aborted lock request rejects; this is expected.
    take().catch(() => {});
    return () => {
      stop.abort();
      leave();
    };
  }, [isEnabled]);
  return isLead;
}
