import { useEffect, useState } from "react";
import { Link } from "#app/ui/link.tsx";
import type { RunState } from "../../rules.ts";
import { discardPreviewed, previewedFilter } from "../../store.ts";

/** From a preview of today's prices back to what was typed, which applying discards. */
export function TypedPricesLink({ run, state }: { run: string; state: RunState }) {
  const [filter, setFilter] = useState<string | null>(null);
  const isApplied = state === "applying" || state === "done";
  useEffect(() => {
    if (isApplied) discardPreviewed(run);
    setFilter(previewedFilter(run));
  }, [run, isApplied]);
  if (filter === null) return null;
  return (
    <Link
      to={`/admin/prices?${filter}`}
      className="mb-3 inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-3"
    >
      Back to the typed prices
    </Link>
  );
}
