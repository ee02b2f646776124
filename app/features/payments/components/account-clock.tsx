import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { formatTime } from "#app/lib/dates.ts";

type Props = {
  /** End of the account number and the server's time, in ms since the epoch. */
  ends_at: number;
  now: number;
  /** Called once, when the time is over. */
  onEnd: () => void;
};

/** Says until when an account number is valid, and counts the time down. A wrong clock of the phone does no harm. */
export function AccountClock({ ends_at, now, onEnd }: Props) {
  const [left_ms, setLeft] = useState(ends_at - now);

  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => {
      const left = ends_at - now - (performance.now() - started);
      setLeft(left);
      if (left > 0) return;
      clearInterval(timer);
      onEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [ends_at, now, onEnd]);

  return (
    <p className="flex items-center justify-center gap-2 font-semibold">
      <Clock aria-hidden className="size-5 shrink-0 text-amber-ink" />
      <span>
        Valid until <time dateTime={new Date(ends_at).toISOString()}>{formatTime(new Date(ends_at))}</time>
        <span className="font-normal text-muted tabular-nums noscript:hidden print:hidden">
          , {remaining(left_ms)} left
        </span>
      </span>
    </p>
  );
}

/** "29:05". */
function remaining(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
