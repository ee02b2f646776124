import { X } from "lucide-react";
import { Link } from "react-router";
import { formatNaira } from "#app/lib/money.ts";
import { listHref, type ListingState } from "../links.ts";

type ActiveFilter = { label: string; without: Partial<ListingState> };

/** The filters that are on, each with what taking it off changes. */
export function activeFilters(state: ListingState, categoryName: string | null): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  if (state.search !== "") filters.push({ label: `“${state.search}”`, without: { search: "" } });
  if (state.category !== null) filters.push({ label: categoryName ?? state.category, without: { category: null } });
  if (state.minPrice !== null)
    filters.push({ label: `From ${formatNaira(state.minPrice)}`, without: { minPrice: null } });
  if (state.maxPrice !== null)
    filters.push({ label: `Up to ${formatNaira(state.maxPrice)}`, without: { maxPrice: null } });
  return filters;
}

type ActiveFiltersProps = { path: string; state: ListingState; categoryName: string | null };

/** The filters that are on as chips that take them off. */
export function ActiveFilters({ path, state, categoryName }: ActiveFiltersProps) {
  const filters = activeFilters(state, categoryName);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {filters.map((filter) => (
        <li key={filter.label} className="min-w-0">
          <Link
            to={listHref(path, { ...state, ...filter.without, page: 1 })}
            aria-label={`Remove filter ${filter.label}`}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-leaf px-3.5 text-sm font-semibold text-forest hover:bg-leaf-deep"
          >
            <span className="truncate">{filter.label}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={path}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-forest underline underline-offset-4"
        >
          Reset
        </Link>
      </li>
    </ul>
  );
}
