import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Link } from "#app/ui/link.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { CategoryChoice } from "../queries/category-choices.server.ts";
import {
  listingOrder,
  SORT_LABELS,
  type ComparedUnits,
  type ListingOrder,
  type ListingState,
} from "../rules/listing-links.ts";
import type { ActiveFilter } from "./active-filters.tsx";
import type { ListingSheet } from "./listing-sheets.tsx";

/** Loaded after hydration; if that fails, the chips lead to the page's own filters. */
const load = () => import("./listing-sheets.tsx");
type View = Awaited<ReturnType<typeof load>>["ListingSheets"];

/** Id of the page's own filters, where the chips link to without JavaScript. */
export const FILTERS_ID = "filters";

const CHIP = "chip";
const CHOSEN = "chip chip-chosen";

type ListingChipsProps = {
  state: ListingState;
  choices: readonly CategoryChoice[];
  /** Active filters including the category. */
  filters: readonly ActiveFilter[];
  /** Number of active filters in the filter sheet. */
  count: number;
  categoryHref: (slug: string | null) => string;
  sortHref: (sort: ListingOrder) => string;
  sheet: ListingSheet;
  onSheet: (sheet: ListingSheet) => void;
  units: ComparedUnits;
  /** Form and facets of the filter sheet. */
  form: ReactNode;
};

/** Below 1024 px: a row with filter and sort buttons, active filters and categories. */
export function ListingChips(props: ListingChipsProps) {
  const { state, choices, filters, count, categoryHref, sheet, onSheet } = props;
  const { key, state: entry } = useLocation();
  const [Sheets, setSheets] = useState<View | null>(null);
  const isBusy = (one: ListingSheet) => sheet === one && !Sheets;
  const close = () => onSheet(null);
  const staysOpen = (entry as { staysOpen?: boolean } | null)?.staysOpen === true;
  useEffect(() => {
    if (!staysOpen) onSheet(null);
  }, [key, staysOpen, onSheet]);
  useEffect(() => {
    if (Sheets) return;
    let isWanted = sheet !== null;
    load().then(
      ({ ListingSheets }) => setSheets(() => ListingSheets),
      () => {
        if (!isWanted) return;
        onSheet(null);
        location.hash = FILTERS_ID;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [Sheets, sheet, onSheet]);
  const row = useRef<HTMLDivElement>(null);
  // What was just chosen stands at the start of the row. In new browsers scrollTo returns a promise, which is no cleanup.
  useEffect(() => {
    row.current?.scrollTo({ left: 0 });
  }, [key]);
  const order = listingOrder(state);
  return (
    <div className="lg:hidden">
      <div ref={row} className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6">
        <Opener
          label={count > 0 ? `Filter (${count})` : "Filter"}
          busy={isBusy("filter")}
          onOpen={() => onSheet("filter")}
        >
          <span aria-hidden className="icon icon-sliders size-4" />
        </Opener>
        <Opener
          label={SORT_LABELS[order]}
          name={`Sort: ${SORT_LABELS[order]}`}
          busy={isBusy("sort")}
          onOpen={() => onSheet("sort")}
        >
          <span aria-hidden className="icon icon-sort size-4" />
        </Opener>
        {searchLast(filters).map(({ label, href }) => (
          <Link key={label} to={href} aria-label={`Remove filter ${label}`} className={CHOSEN}>
            <span className="max-w-48 truncate">{label}</span>
            <span aria-hidden className="icon icon-x size-4" />
          </Link>
        ))}
        {openFirst(choices).map((choice) => (
          <Link key={choice.slug} to={categoryHref(choice.slug)} className={CHIP}>
            {choice.name}
          </Link>
        ))}
      </div>
      {Sheets ? <Sheets {...props} onClose={close} order={order} /> : null}
    </div>
  );
}

type OpenerProps = { label: string; name?: string; busy: boolean; onOpen: () => void; children: ReactNode };

function Opener({ label, name, busy, onOpen, children }: OpenerProps) {
  if (!useHydrated()) {
    return (
      <a href={`#${FILTERS_ID}`} aria-label={name} className={CHIP}>
        {children}
        {label}
      </a>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={name}
      aria-busy={busy || undefined}
      onClick={onOpen}
      className={CHIP}
    >
      {children}
      {label}
    </button>
  );
}

/** The search text, which the search field shows too, does not push the others out of sight. */
function searchLast(filters: readonly ActiveFilter[]): ActiveFilter[] {
  const isSearch = ({ kind }: ActiveFilter) => kind === "search";
  return [...filters.filter((filter) => !isSearch(filter)), ...filters.filter(isSearch)];
}

/** Sub-categories of the current category first; the current one itself is among the active filters. */
function openFirst(choices: readonly CategoryChoice[]): CategoryChoice[] {
  const others = choices.filter(({ current }) => !current);
  return [...others.filter(({ depth }) => depth === 1), ...others.filter(({ depth }) => !depth)];
}
