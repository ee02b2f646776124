import { Suspense, useState, type ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { categoryHref } from "#app/features/products/links.ts";
import { countLabel } from "#app/features/products/rules.ts";
import { ActiveFilters, activeFilters } from "#app/features/search/components/active-filters.tsx";
import { CategoryFilter } from "#app/features/search/components/category-filter.tsx";
import { LazyListingEmpty } from "#app/features/search/components/lazy-listing-empty.tsx";
import { FILTERS_ID, ListingChips } from "#app/features/search/components/listing-chips.tsx";
import { FilterForm } from "#app/features/search/components/listing-filters.tsx";
import { ListingNotices } from "#app/features/search/components/listing-notices.tsx";
import type { ListingSheet } from "#app/features/search/components/listing-sheets.tsx";
import type { CategoryChoice } from "#app/features/search/queries/category-choices.server.ts";
import type { ListingFacets } from "#app/features/search/queries/facets.server.ts";
import type { Listing } from "#app/features/search/queries/listing.server.ts";
import {
  EMPTY_LISTING,
  listingHref,
  type ListingOrder,
  type ListingState,
} from "#app/features/search/rules/listing-links.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Pager } from "#app/ui/pager/pager.tsx";
import { ProductGrid } from "./product-grid.tsx";

/** The server-rendered links work before their script is loaded. */
const FacetLists = lazyOr(
  () => import("#app/features/search/components/facet-lists.tsx"),
  () => null,
);

type ListingViewProps = {
  /** "/products", the category's own address or the distributor's. */
  path: string;
  /** What differs from `EMPTY_LISTING`. */
  state: Partial<ListingState>;
  notices: readonly string[];
  listing: Listing;
  facets: ListingFacets;
  choices: readonly CategoryChoice[];
  /** Number of products in all categories; null hides the categories' numbers. */
  all: number | null;
  heading: ReactNode;
};

/** A listing with its filters: sidebar and grid on large screens, chips and sheets below. */
export function ListingView({
  path,
  state: changed,
  notices,
  listing,
  facets,
  choices,
  all,
  heading,
}: ListingViewProps) {
  const state = { ...EMPTY_LISTING, ...changed };
  const busy = useIsListLoading(path);
  const [sheet, setSheet] = useState<ListingSheet>(null);
  const inPath = path.startsWith("/category/");
  const pathOf = (slug: string | null) => (slug === null ? "/products" : categoryHref(slug));
  const toCategory = (slug: string | null) => {
    const rest = { ...state, category: null, sub: [], option: [], show: "", page: 1 };
    return inPath ? listingHref(pathOf(slug), rest) : listingHref(path, { ...rest, category: slug });
  };
  const toSort = (sort: ListingOrder) =>
    listingHref(path, { ...state, sort: sort === "best-match" ? null : sort, page: 1 });
  const open = choices.find(({ current }) => current);
  const filters = activeFilters(
    path,
    state,
    open ? { name: open.name, withoutCategory: toCategory(null) } : null,
    facets,
  );
  const chosenHere = filters.filter(({ kind }) => kind !== "category" || !inPath);
  const form = { path, state, pathOf, units: facets };
  // Sub-categories of the open category are one of its facets.
  const rail = facets.lists.some(({ facet }) => facet === "sub") ? choices.filter(({ depth }) => !depth) : choices;
  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:items-start lg:gap-7">
      <aside
        id={FILTERS_ID}
        aria-label="Filters"
        className="card hidden p-5 target:mb-5 target:block has-target:mb-5 has-target:block lg:block"
      >
        {/* Only one form is rendered, so that its ids and its name are unique. */}
        {sheet === "filter" ? null : (
          <>
            <FilterForm {...form}>
              <CategoryFilter choices={rail} all={all} href={toCategory} />
            </FilterForm>
            <Suspense>
              <FacetLists path={path} state={state} facets={facets} />
            </Suspense>
          </>
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
          units={facets}
          form={
            <>
              <FilterForm {...form} sheet={{ choices, onDone: () => setSheet(null) }} />
              <Suspense>
                <FacetLists path={path} state={state} facets={facets} inSheet />
              </Suspense>
              <div className="sticky bottom-0 -mx-5 mt-4 border-t border-line bg-white px-5 py-3">
                <Button className="w-full" aria-live="polite" aria-busy={busy} onClick={() => setSheet(null)}>
                  Show {countLabel(listing.total)}
                </Button>
              </div>
            </>
          }
        />
        <ActiveFilters filters={chosenHere} reset={listingHref(path, { search: state.search, exact: state.exact })} />
        <ListingNotices notices={notices} searched={{ path, state, listing }} />
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-55")}>
          {listing.products.length > 0 ? (
            <ProductGrid products={listing.products} heading="h2" narrow eager />
          ) : (
            <LazyListingEmpty path={path} state={state} listing={listing} filters={chosenHere} />
          )}
          {listing.beyond ? null : (
            <Pager
              page={listing.page}
              pages={listing.pages}
              href={(page) => listingHref(path, { ...state, page })}
              label="Pages of products"
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Whether the next state of this list is loading. */
function useIsListLoading(path: string): boolean {
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const next = navigation.location;
  return next !== undefined && pathname === path && next.pathname === path && next.search !== search;
}
