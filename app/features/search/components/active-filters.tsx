import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import type { ListingFacets } from "../queries/facets.server.ts";
import {
  facetValue,
  listingHref,
  SWITCH_LABELS,
  SWITCHES,
  toggleFacet,
  type ListingState,
} from "../rules/listing-links.ts";

/** An active filter and the URL without it. */
export type ActiveFilter = { kind: "search" | "category" | "price" | "facet"; label: string; href: string };

/**
 * Active filters of the listing at `path`. `category` is the current category, from path or parameter;
 * `withoutCategory` is the URL without it.
 */
export function activeFilters(
  path: string,
  state: ListingState,
  category: { name: string; withoutCategory: string } | null,
  { lists }: Pick<ListingFacets, "lists">,
): ActiveFilter[] {
  const { search, minPrice, maxPrice, maxOrder } = state;
  const piece = state.perPiece ? " a piece" : "";
  const without = (change: Partial<ListingState>) => listingHref(path, { ...state, ...change, page: 1 });
  const filters: ActiveFilter[] = [];
  if (search !== "") {
    filters.push({ kind: "search", label: `“${search}”`, href: without({ search: "", exact: false }) });
  }
  if (category) filters.push({ kind: "category", label: category.name, href: category.withoutCategory });
  if (minPrice !== null) {
    filters.push({ kind: "price", label: `From ${formatNaira(minPrice)}${piece}`, href: without({ minPrice: null }) });
  }
  if (maxPrice !== null) {
    filters.push({ kind: "price", label: `Up to ${formatNaira(maxPrice)}${piece}`, href: without({ maxPrice: null }) });
  }
  for (const list of lists) {
    const { facet, title, values } = list;
    for (const one of state[facet].length > 0 ? values : []) {
      const value = facetValue(list, one);
      if (!state[facet].includes(value)) continue;
      const label = facet === "option" ? `${title}: ${one[0]}` : one[0];
      filters.push({ kind: "facet", label, href: listingHref(path, toggleFacet(state, facet, value)) });
    }
  }
  for (const name of SWITCHES) {
    if (state[name]) filters.push({ kind: "facet", label: SWITCH_LABELS[name], href: without({ [name]: false }) });
  }
  if (maxOrder !== null) {
    const label = `Minimum order up to ${formatCount(maxOrder)}`;
    filters.push({ kind: "facet", label, href: without({ maxOrder: null }) });
  }
  return filters;
}

type ActiveFiltersProps = { filters: readonly ActiveFilter[]; reset: string };

/** Active filters as removable chips, from 1024 px. `reset` is the URL of the listing with only the search. */
export function ActiveFilters({ filters, reset }: ActiveFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="hidden flex-wrap items-center gap-2 lg:flex">
      {filters.map((filter) => (
        <li key={filter.href} className="min-w-0">
          <Link
            to={filter.href}
            aria-label={`Remove filter ${filter.label}`}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-leaf px-3.5 text-sm font-semibold text-forest hover:bg-leaf-deep"
          >
            <span className="truncate">{filter.label}</span>
            <span aria-hidden className="icon icon-x size-4" />
          </Link>
        </li>
      ))}
      {filters.some(({ kind }) => kind !== "search") ? (
        <li>
          <Link
            to={reset}
            className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-forest underline underline-offset-4"
          >
            Reset
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
