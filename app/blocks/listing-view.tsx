import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { ActiveFilters, activeFilters } from "#app/features/catalog/components/active-filters.tsx";
import { CategoryFilter } from "#app/features/catalog/components/category-filter.tsx";
import { ListingChips } from "#app/features/catalog/components/listing-chips.tsx";
import { ListingEmpty } from "#app/features/catalog/components/listing-empty.tsx";
import { closeSheet, FILTER_SHEET, ListingFilters } from "#app/features/catalog/components/listing-filters.tsx";
import { ListingNotices } from "#app/features/catalog/components/listing-notices.tsx";
import { categoryHref, listHref, type ListingState, type Order } from "#app/features/catalog/links.ts";
import type { CategoryChoice } from "#app/features/catalog/queries/counts.server.ts";
import type { Listing } from "#app/features/catalog/queries/listing.server.ts";
import { cx } from "#app/ui/class-names.ts";
import { Pager } from "#app/ui/pager.tsx";
import { ProductGrid } from "./product-grid.tsx";

type ListingViewProps = {
  /** "/products", or the category's own address. */
  path: string;
  state: ListingState;
  notices: readonly string[];
  listing: Listing;
  choices: readonly CategoryChoice[];
  all: number;
  /** Heading and count. */
  heading: ReactNode;
};

/** A listing with its filters: rail and grid on a large screen, chips and sheets below. */
export function ListingView({ path, state, notices, listing, choices, all, heading }: ListingViewProps) {
  const busy = useBusy(path);
  const inPath = path !== "/products";
  const filters = activeFilters(state, null).length;
  const narrowed = state.search !== "" || state.minPrice !== null || state.maxPrice !== null;
  const categoryName = choices.find((choice) => choice.slug === state.category)?.name ?? null;
  const toCategory = (slug: string | null) => {
    const rest = { ...state, category: null, page: 1 };
    if (inPath) return listHref(slug === null ? "/products" : categoryHref(slug), rest);
    return listHref(path, { ...rest, category: slug });
  };
  const toSort = (sort: Order) => listHref(path, { ...state, sort: sort === "best-match" ? null : sort, page: 1 });
  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:items-start lg:gap-7">
      <ListingFilters path={path} state={state} keepCategory={!inPath}>
        <CategoryFilter
          choices={choices}
          all={narrowed ? null : all}
          href={toCategory}
          onChoose={() => closeSheet(FILTER_SHEET)}
        />
      </ListingFilters>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
        {heading}
        <ListingChips state={state} choices={choices} active={filters} categoryHref={toCategory} sortHref={toSort} />
        <ActiveFilters path={path} state={state} categoryName={categoryName} />
        <ListingNotices notices={notices} searched={{ path, state, listing }} />
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-55")}>
          {listing.products.length > 0 ? (
            <ProductGrid products={listing.products} heading="h2" narrow eager />
          ) : (
            <ListingEmpty path={path} state={state} listing={listing} filtered={filters > 0} />
          )}
          {listing.beyond ? null : (
            <Pager
              page={listing.page}
              pages={listing.pages}
              href={(page) => listHref(path, { ...state, page })}
              label="Pages of products"
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Whether the next state of this very list is on its way. */
function useBusy(path: string): boolean {
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const next = navigation.location;
  return next !== undefined && pathname === path && next.pathname === path && next.search !== search;
}
