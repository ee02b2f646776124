import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";

/** A section of the payments board: heading with count, and payments or an empty state. */
export function BoardPart({
  title,
  total,
  empty,
  children,
}: {
  title: string;
  total: number;
  empty: string;
  children: ReactNode[];
}) {
  return (
    <section aria-label={title} className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-3.5 sm:px-5">
        <h2 className="font-display text-xl font-bold">{title}</h2>
        {total > 0 ? <Badge tone="low">{formatCount(total)}</Badge> : null}
      </div>
      {children.length > 0 ? (
        <ul className="divide-y divide-line">{children}</ul>
      ) : (
        <p className="flex items-center gap-3 px-5 py-6 text-muted">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-forest" />
          {empty}
        </p>
      )}
    </section>
  );
}
