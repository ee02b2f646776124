import { useState, type ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { ActiveFilters, activeFilters } from "#app/features/catalog/components/active-filters.tsx";
import { CategoryFilter } from "#app/features/catalog/components/category-filter.tsx";
import { FILTERS_ID, ListingChips, type ListingSheet } from "#app/features/catalog/components/listing-chips.tsx";
import { ListingEmpty } from "#app/features/catalog/components/listing-empty.tsx";
import { FilterForm } from "#app/features/catalog/components/listing-filters.tsx";
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
  const [sheet, setSheet] = useState<ListingSheet>(null);
  const inPath = path !== "/products";
  const narrowed = state.search !== "" || state.minPrice !== null || state.maxPrice !== null;
  const pathOf = (slug: string | null) => (slug === null ? "/products" : categoryHref(slug));
  const toCategory = (slug: string | null) => {
    const rest = { ...state, category: null, page: 1 };
    return inPath ? listHref(pathOf(slug), rest) : listHref(path, { ...rest, category: slug });
  };
  const toSort = (sort: Order) => listHref(path, { ...state, sort: sort === "best-match" ? null : sort, page: 1 });
  const open = choices.find(({ current }) => current);
  const filters = activeFilters(path, state, open ? { name: open.name, withoutCategory: toCategory(null) } : null);
  const chosenHere = filters.filter(({ kind }) => kind !== "category" || !inPath);
  const form = { path, state, pathOf };
  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:items-start lg:gap-7">
      <aside id={FILTERS_ID} aria-label="Filters" className="card hidden p-5 target:mb-5 target:block lg:block">
        {/* One form at a time, so that its ids and its name are there once. */}
        {sheet === "filter" ? null : (
          <FilterForm {...form}>
            <CategoryFilter choices={choices} all={narrowed ? null : all} href={toCategory} />
          </FilterForm>
        )}
      </aside>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
        {heading}
        <ListingChips
          state={state}
          choices={choices}
          filters={filters}
          count={chosenHere.filter(({ kind }) => kind !== "search").length}
          categoryHref={toCategory}
          sortHref={toSort}
          sheet={sheet}
          onSheet={setSheet}
          form={<FilterForm {...form} sheet={{ choices, onDone: () => setSheet(null) }} />}
        />
        <ActiveFilters filters={chosenHere} reset={listHref(path, { search: state.search, exact: state.exact })} />
        <ListingNotices notices={notices} searched={{ path, state, listing }} />
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-55")}>
          {listing.products.length > 0 ? (
            <ProductGrid products={listing.products} heading="h2" narrow eager />
          ) : (
            <ListingEmpty path={path} state={state} listing={listing} filtered={chosenHere.length > 0} />
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
