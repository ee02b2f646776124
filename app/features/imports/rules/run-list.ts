import { capitalised } from "#app/lib/capitalised.ts";
import { defineList, type ListSpec } from "#app/lib/list.ts";
import { ROW_STATES } from "../rules.ts";
import { ROW_LABELS } from "./labels.ts";

/** What can be chosen of a run's price changes, with the words of the summary. */
export const PRICE_FILTERS = [
  { value: "up", label: "Buyers pay more" },
  { value: "down", label: "Buyers pay less" },
  { value: "large", label: "Beyond 50%" },
  { value: "below_cost", label: "Below cost" },
  { value: "discount", label: "With a discount" },
] as const;
export type PriceFilter = (typeof PRICE_FILTERS)[number]["value"];

/** List definition of the rows of a run; `runRows` has the address of one run. */
export const RUN_ROWS = defineList({
  name: "run-rows",
  path: "/admin/runs",
  noun: "rows",
  search: "Search by name, SKU or supplier",
  filters: {
    state: {
      kind: "choice",
      label: "State",
      options: [
        ...ROW_STATES.map((state) => ({ value: state, label: ROW_LABELS[state] })),
        { value: "pictures", label: "Picture failed" },
      ],
    },
    price: { kind: "choice", label: "Price", options: PRICE_FILTERS },
  },
  columns: {
    product: { label: "Product", sort: "name" },
    changes: { label: "Change" },
    paid: { label: "Buyers pay", sort: "change", align: "end" },
    state: { label: "State" },
  },
  sorts: { place: "Order of the list", name: "Name", change: "Price change" },
  sort: "place",
  size: 50,
});

/** The list of one run's rows, records of `noun`: only products have SKUs, suppliers, prices and pictures. */
export function runRowsList(id: string, noun = "product"): ListSpec {
  const path = `/admin/runs/${id}`;
  if (noun === "product") return { ...RUN_ROWS, path };
  const { product, changes, state } = RUN_ROWS.columns;
  const states = RUN_ROWS.filters.state.options.filter(({ value }) => value !== "pictures");
  const { change: _, ...sorts } = RUN_ROWS.sorts;
  return {
    ...RUN_ROWS,
    path,
    search: "Search by name",
    filters: { state: { ...RUN_ROWS.filters.state, options: states } },
    columns: { product: { ...product, label: capitalised(noun) }, changes, state },
    sorts,
  };
}
