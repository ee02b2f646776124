import type { CSSProperties } from "react";
import { cx } from "./class-names.ts";

/** A rating out of five as one picture with its number beside it: "4.0". Half stars are supported. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const label = rating.toFixed(1);
  return (
    <span
      role="img"
      aria-label={`Rated ${label} out of 5`}
      className={cx("rating", className)}
      style={{ "--share": rating / 5 } as CSSProperties}
    >
      {label}
    </span>
  );
}
