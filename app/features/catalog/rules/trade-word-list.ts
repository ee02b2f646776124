import { defineList } from "#app/lib/list.ts";

/** What shoppers say, and the goods that it stands for. */
export const TRADE_WORDS = defineList({
  name: "trade-words",
  path: "/admin/search-words",
  noun: "search words",
  search: "Search by word or goods",
  filters: {},
  columns: {
    phrase: { label: "Shoppers type", sort: "phrase" },
    kind: { label: "We search for", sort: "kind" },
    actions: { label: "Actions" },
  },
  sorts: { phrase: "Shoppers type", kind: "We search for" },
  sort: "phrase",
});

/** Between kinds of one phrase, of which the first that some product has counts. */
export const KIND_SEPARATOR = " | ";
