import { ArrowUpDown, SlidersHorizontal } from "lucide-react";
import { Link } from "react-router";
import { cx } from "#app/ui/class-names.ts";
import { orderOf, SORT_LABELS, SORTS, type ListingState, type Order } from "../links.ts";
import type { CategoryChoice } from "../queries/counts.server.ts";
import { closeSheet, FILTER_SHEET } from "./listing-filters.tsx";

const SORT_SHEET = "sort";
const CHIP =
  "inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-white px-4 text-[0.9375rem] font-medium whitespace-nowrap hover:border-edge";

type ListingChipsProps = {
  state: ListingState;
  choices: readonly CategoryChoice[];
  /** Number of filters that are on. */
  active: number;
  categoryHref: (slug: string | null) => string;
  sortHref: (sort: Order) => string;
};

/** Below 1024 px: one row that opens the filters and the sorts, and offers the categories. */
export function ListingChips({ state, choices, active, categoryHref, sortHref }: ListingChipsProps) {
  const order = orderOf(state);
  const orders: Order[] = state.search === "" ? [...SORTS] : ["best-match", ...SORTS];
  return (
    <div className="lg:hidden">
      <div className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6">
        <button type="button" popoverTarget={FILTER_SHEET} className={CHIP}>
          <SlidersHorizontal aria-hidden className="size-4" />
          {active > 0 ? `Filter (${active})` : "Filter"}
        </button>
        <button type="button" popoverTarget={SORT_SHEET} aria-label={`Sort: ${SORT_LABELS[order]}`} className={CHIP}>
          <ArrowUpDown aria-hidden className="size-4" />
          {SORT_LABELS[order]}
        </button>
        {openFirst(choices).map((choice) => (
          <Link
            key={choice.slug}
            to={categoryHref(choice.current ? null : choice.slug)}
            aria-current={choice.current ? "true" : undefined}
            className={cx(CHIP, choice.current && "border-forest bg-leaf text-forest")}
          >
            {choice.name}
          </Link>
        ))}
      </div>
      <div
        id={SORT_SHEET}
        popover="auto"
        className="card fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-b-none p-5 text-ink backdrop:bg-ink/50"
      >
        <p className="mb-2 font-display text-xl font-bold">Sort</p>
        <ul>
          {orders.map((sort) => (
            <li key={sort}>
              <Link
                to={sortHref(sort)}
                onClick={() => closeSheet(SORT_SHEET)}
                aria-current={sort === order ? "true" : undefined}
                className={cx("flex min-h-12 items-center", sort === order && "font-semibold text-forest")}
              >
                {SORT_LABELS[sort]}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The open category and its neighbours come into view first. */
function openFirst(choices: readonly CategoryChoice[]): CategoryChoice[] {
  const isOpen = ({ current, depth }: CategoryChoice) => current || depth === 1;
  return [...choices.filter(isOpen), ...choices.filter((choice) => !isOpen(choice))];
}
