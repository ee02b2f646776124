import type { CSSProperties } from "react";
import { cx } from "./class-names.ts";

/** A rating out of five as one picture with its number beside it: "4.0". Half stars are supported. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const label = rating.toFixed(1);
  return (
    <span
      role="img"
      aria-label={`Rated ${label} out of 5`}
      className={cx("inline-flex items-center gap-1.5", className)}
    >
      <span aria-hidden className="stars" style={{ "--share": rating / 5 } as CSSProperties} />
      <span aria-hidden className="text-xs font-semibold text-muted">
        {label}
      </span>
    </span>
  );
}
