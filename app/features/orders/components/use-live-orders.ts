import { useEffect, useEffectEvent, useState } from "react";
import { followEvents, type LiveState } from "#app/lib/live-events.ts";

const GATHER_MS = 150;

/**
 * Calls `refresh` when one of the signed-in person's orders changed; changes close together count once. `after` is the
 * last change that the page was made from; later values are ignored, because the stream keeps its own place.
 */
export function useLiveOrders(after: number, refresh: () => void): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const [start] = useState(after);
  const onChange = useEffectEvent(refresh);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followEvents({
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
