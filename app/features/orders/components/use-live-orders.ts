import { useEffect, useEffectEvent, useState } from "react";
import { subscribeToEvents, type LiveState } from "./live-events.ts";

const GATHER_MS = 150;

/**
 * Calls `refresh` when an order of the signed-in user changed; changes in quick succession are merged into one call.
 * `after` is the last change included in the page; later values are ignored, because the stream tracks its own
 * position.
 */
export function useLiveOrders(after: number, refresh: () => void): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const [start] = useState(after);
  const onChange = useEffectEvent(refresh);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToEvents({
      name: "order",
      after: start,
      onState: setState,
      onChange: () => {
        clearTimeout(timer);
        timer = setTimeout(() => onChange(), GATHER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [start]);
  return state;
}
