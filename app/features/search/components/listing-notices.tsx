import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#app/ui/link.tsx";
import type { Listing } from "../queries/listing.server.ts";
import { listingHref, type ListingState } from "../rules/listing-links.ts";

type ListingNoticesProps = {
  notices: readonly string[];
  /** The current search; null for a listing without search. */
  searched: { path: string; state: ListingState; listing: Listing } | null;
};

/** Notices about search results: corrected words, partial matches, ignored parameters. */
export function ListingNotices({ notices, searched }: ListingNoticesProps) {
  const lines: ReactNode[] = [...notices];
  if (searched?.listing.mentioned)
    lines.unshift(`No product is named “${searched.state.search}”. These mention it in their description.`);
  if (searched?.listing.partial && !searched.listing.corrected)
    lines.unshift("No product has all of these words. These have some of them.");
  if (searched?.listing.corrected) lines.unshift(<Correction {...searched} corrected={searched.listing.corrected} />);
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

type CorrectionProps = NonNullable<ListingNoticesProps["searched"]> & { corrected: string };

function Correction({ path, state, listing, corrected }: CorrectionProps) {
  const { search } = state;
  return (
    <>
      {listing.asTyped ? null : `No results for “${search}”. `}
      Showing results for <strong>“{corrected}”</strong>
      {listing.asTyped ? ` instead of “${search}”. ` : ". "}
      <Link
        to={listingHref(path, { ...state, exact: true, page: 1 })}
        className="-my-3 inline-block py-3 font-semibold text-forest underline underline-offset-4"
      >
        Search for “{search}” anyway
      </Link>
    </>
  );
}
