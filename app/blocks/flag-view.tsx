import { countLabel } from "#app/features/products/rules.ts";
import { LazyListingEmpty } from "#app/features/search/components/lazy-listing-empty.tsx";
import { ListingNotices } from "#app/features/search/components/listing-notices.tsx";
import type { Listing } from "#app/features/search/queries/listing.server.ts";
import { EMPTY_LISTING, listingHref, type ListingState } from "#app/features/search/rules/listing-links.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager/pager.tsx";
import { ProductGrid } from "./product-grid.tsx";

const TABS = [
  { to: "/products/featured", label: "Featured" },
  { to: "/products/best-sellers", label: "Best Sellers" },
  { to: "/products/new-arrivals", label: "New Arrivals" },
] as const;

type FlagViewProps = {
  path: (typeof TABS)[number]["to"];
  title: string;
  description: string;
  /** What differs from `EMPTY_LISTING`. */
  state: Partial<ListingState>;
  notices: readonly string[];
  listing: Listing;
};

/** Featured products, best sellers or new arrivals: a grid with a pager, and links to the other two. */
export function FlagView({ path, title, description, state: changed, notices, listing }: FlagViewProps) {
  const state = { ...EMPTY_LISTING, ...changed };
  return (
    <div className="page-width py-5 sm:py-7">
      <div className="mb-5 flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h1 className="font-display text-[1.75rem] leading-tight font-bold tracking-tight sm:text-[2rem]">
              {title}
            </h1>
            <p role="status" className="font-semibold text-muted">
              {countLabel(listing.total)}
            </p>
          </div>
          <p className="mt-1 text-muted">{description}</p>
        </div>
        <nav aria-label="Selections" className="no-scrollbar -mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="inline-flex gap-1 rounded-2xl bg-sand-deep p-1">
            {TABS.map((tab) => (
              <li key={tab.to}>
                <Link
                  to={tab.to}
                  prefetch="intent"
                  aria-current={tab.to === path ? "page" : undefined}
                  className={cx(
                    "inline-flex min-h-11 items-center rounded-xl px-3 text-sm font-semibold whitespace-nowrap sm:px-4",
                    tab.to === path ? "bg-white shadow-lift" : "text-muted hover:text-ink",
                  )}
                >
                  {tab.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="mb-4 empty:hidden">
        <ListingNotices notices={notices} searched={null} />
      </div>
      {listing.products.length > 0 ? (
        <ProductGrid products={listing.products} heading="h2" eager />
      ) : (
        <LazyListingEmpty path={path} state={state} listing={listing} filters={[]} />
      )}
      {listing.beyond ? null : (
        <Pager
          page={listing.page}
          pages={listing.pages}
          href={(page) => listingHref(path, { page })}
          label={`Pages of ${title.toLowerCase()}`}
        />
      )}
    </div>
  );
}
