import type { ReactNode } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import { useCloseOnBack } from "#app/ui/use-close-on-back.ts";
import {
  listingOrders,
  SORT_LABELS,
  type ComparedUnits,
  type ListingOrder,
  type ListingState,
} from "../rules/listing-links.ts";

export type ListingSheet = "filter" | "sort" | null;

type ListingSheetsProps = {
  state: ListingState;
  sortHref: (sort: ListingOrder) => string;
  sheet: ListingSheet;
  units: ComparedUnits;
  /** Form and facets of the filter sheet. */
  form: ReactNode;
  order: ListingOrder;
  onClose: () => void;
};

/** The sheets of the chips: filters and sort orders. */
export function ListingSheets({ state, sortHref, sheet, units, form, order, onClose }: ListingSheetsProps) {
  useCloseOnBack(sheet !== null, onClose);
  return (
    <>
      <Dialog open={sheet === "filter"} onClose={onClose} title="Filter" className="lg:hidden">
        {form}
      </Dialog>
      <Dialog open={sheet === "sort"} onClose={onClose} title="Sort" className="lg:hidden">
        <ul>
          {listingOrders(state, units).map((sort) => (
            <li key={sort}>
              <Link
                to={sortHref(sort)}
                replace
                aria-current={sort === order ? "true" : undefined}
                className={cx("flex min-h-12 items-center", sort === order && "font-semibold text-forest")}
              >
                {SORT_LABELS[sort]}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
