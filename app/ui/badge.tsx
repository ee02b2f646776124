import type { ReactNode } from "react";
import { formatCount } from "#app/lib/money.ts";
import { cx } from "./class-names.ts";

export type BadgeTone = "good" | "low" | "out" | "info" | "accent" | "neutral";

const TONES: Record<BadgeTone, string> = {
  good: "bg-leaf text-forest",
  low: "bg-amber-soft text-amber-ink",
  out: "bg-clay-soft text-clay-deep",
  info: "bg-sky-soft text-sky-ink",
  accent: "bg-amber text-ink",
  neutral: "bg-sand-deep text-muted",
};

/** A short text in a pill. "good" green, "low" yellow, "out" red, "info" blue, "accent" for discounts. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={cx("badge", TONES[tone], className)}>{children}</span>;
}

/** A number on the corner of its icon, never shortened; nothing at 0. Large numbers cover the icon. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -top-2 -right-2.5 min-w-5 rounded-full bg-amber px-1 text-center text-xs leading-5 font-bold text-ink tabular-nums"
    >
      {formatCount(count)}
    </span>
  );
}
