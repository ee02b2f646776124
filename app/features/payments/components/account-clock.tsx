import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { formatTime } from "#app/lib/dates.ts";

type Props = {
  /** End of the account number and the server's time, in ms since the epoch. */
  ends_at: number;
  now: number;
};

/**
 * Says until when an account number is valid, and counts the time down. Only differences of the phone's clock count, so
 * a wrong one does no harm; unlike `performance.now()` it also runs while the phone sleeps.
 */
export function AccountClock({ ends_at, now }: Props) {
  const [left_ms, setLeft] = useState(ends_at - now);

  useEffect(() => {
    const started = Date.now();
    const timer = setInterval(() => {
      const left = ends_at - now - (Date.now() - started);
      setLeft(left);
      if (left <= 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [ends_at, now]);

  return (
    <p className="flex items-center justify-center gap-2 font-semibold">
      <Clock aria-hidden className="size-5 shrink-0 text-amber-ink" />
      <span>
        Valid until <time dateTime={new Date(ends_at).toISOString()}>{formatTime(new Date(ends_at))}</time>
        <span className="font-normal text-muted tabular-nums noscript:hidden print:hidden">
          , {left_ms > 0 ? `${remaining(left_ms)} left` : "its time is over"}
        </span>
      </span>
    </p>
  );
}

/** "29:05". */
function remaining(left_ms: number): string {
  const seconds = Math.ceil(left_ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
