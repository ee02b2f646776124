import { SearchX } from "lucide-react";
import { categoryHref } from "#app/features/products/links.ts";
import { formatCount } from "#app/lib/money.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Listing } from "../queries/listing.server.ts";
import { isPriceRangeInverted, listingHref, type ListingState } from "../rules/listing-links.ts";
import type { ActiveFilter } from "./active-filters.tsx";

export type ListingEmptyProps = {
  path: string;
  state: ListingState;
  listing: Listing;
  /** Active filters, each with the URL without it. */
  filters: readonly ActiveFilter[];
};

/** Empty state of a listing with a suitable link: swap prices, last page, or fewer filters. */
export default function ListingEmpty({ path, state, listing, filters }: ListingEmptyProps) {
  if (isPriceRangeInverted(state)) {
    const swapped = { ...state, minPrice: state.maxPrice, maxPrice: state.minPrice, page: 1 };
    return (
      <Empty title="The minimum price is above the maximum price" to={listingHref(path, swapped)} label="Swap them">
        No product can cost more than the one and less than the other.
      </Empty>
    );
  }
  if (listing.beyond && listing.total.count > 0) {
    const last = listingHref(path, { ...state, page: listing.pages });
    return (
      <Empty
        title={`There is no page ${formatCount(state.page)}`}
        to={last}
        label={`Go to page ${formatCount(listing.pages)}`}
      >
        {listing.pages === 1 ? "This list has one page." : `This list has ${formatCount(listing.pages)} pages.`}
      </Empty>
    );
  }
  if (filters.length === 0) {
    return (
      <Empty title="No products here yet" to="/products" label="Browse all products">
        New goods come in every week.
      </Empty>
    );
  }
  const { shelf } = listing;
  const searched = listingHref(path, { search: state.search, exact: state.exact });
  const isNarrowed = searched !== listingHref(path, { ...state, page: 1 });
  return (
    <Empty
      title="No products found"
      to={shelf ? categoryHref(shelf.slug) : isNarrowed ? searched : path}
      label={shelf ? `Browse ${shelf.name}` : isNarrowed ? "Reset filters" : "Clear the search"}
    >
      <p>
        {shelf
          ? `We do not stock that yet. The nearest category is ${shelf.name}.`
          : "Try fewer or other words, check the spelling, widen the price range, or look through the categories."}
      </p>
      {isNarrowed ? (
        <ul aria-label="Remove a filter" className="mt-3 flex flex-wrap justify-center gap-2">
          {filters.map(({ label, href }) => (
            <li key={href} className="min-w-0 max-w-full">
              <Link
                to={href}
                className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-white px-4 text-sm font-semibold text-forest hover:border-edge"
              >
                <span className="truncate">Remove {label}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2">
        Looking for something special?{" "}
        <Link to="/custom-order" className="font-semibold text-forest underline underline-offset-4">
          Request a custom order
        </Link>
        .
      </p>
    </Empty>
  );
}

function Empty({
  title,
  to,
  label,
  children,
}: {
  title: string;
  to: string;
  label: string;
  children: React.ReactNode;
}) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      action={
        <>
          <Link to={to} className={buttonClass("primary")}>
            {label}
          </Link>
          {to === "/products" ? null : (
            <Link to="/products" className={buttonClass("outline")}>
              Browse all products
            </Link>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
