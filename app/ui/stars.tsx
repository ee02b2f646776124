import { cx } from "./class-names.ts";

const STAR = "M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z";

/** A rating out of five as one picture with its number beside it: "4.0". Half stars are supported. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const label = rating.toFixed(1);
  return (
    <span
      role="img"
      aria-label={`Rated ${label} out of 5`}
      className={cx("inline-flex items-center gap-1.5", className)}
    >
      <svg aria-hidden viewBox="0 0 100 20" className="h-3.5 w-[4.375rem]" width="70" height="14">
        {[0, 1, 2, 3, 4].map((i) => (
          <Star key={i} x={i * 20} part={Math.max(0, Math.min(1, rating - i))} />
        ))}
      </svg>
      <span aria-hidden className="text-xs font-semibold text-muted">
        {label}
      </span>
    </span>
  );
}

function Star({ x, part }: { x: number; part: number }) {
  return (
    <svg x={x} width="20" height="20" viewBox="0 0 20 20">
      <path d={STAR} className="fill-line" />
      {part > 0 ? (
        <svg width={20 * part} height="20" viewBox={`0 0 ${20 * part} 20`} overflow="hidden">
          <path d={STAR} className="fill-amber" />
        </svg>
      ) : null}
    </svg>
  );
}
