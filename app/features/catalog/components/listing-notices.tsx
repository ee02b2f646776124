import { Info } from "lucide-react";
import type { ReactNode } from "react";

type ListingNoticesProps = {
  notices: readonly string[];
  search: string;
  corrected: string | null;
  partial: boolean;
};

/** What the shopper should know about the results: another spelling, only some words, what was not understood. */
export function ListingNotices({ notices, search, corrected, partial }: ListingNoticesProps) {
  const lines: ReactNode[] = [...notices];
  if (corrected) {
    lines.unshift(
      <>
        Showing results for <strong>“{corrected}”</strong> instead of “{search}”.
      </>,
    );
  }
  if (partial) lines.unshift("No product has all of these words. These have some of them.");
  if (lines.length === 0) return null;
  return (
    <div role="status" className="rounded-xl border border-line bg-white px-4 py-3 text-sm">
      <ul className="grid gap-1">
        {lines.map((line, i) => (
          <li key={i} className="flex items-start gap-2.5">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-forest" />
            <span className="min-w-0 break-words">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
