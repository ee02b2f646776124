import { defineList } from "#app/lib/list.ts";

/** List definition of synonyms: phrases of shoppers and the kinds they stand for. */
export const SYNONYMS = defineList({
  name: "synonyms",
  path: "/admin/search-words",
  noun: "search words",
  search: "Search by word or product",
  filters: {},
  columns: {
    phrase: { label: "Shoppers type", sort: "phrase" },
    kind: { label: "We search for", sort: "kind" },
    actions: { label: "Actions" },
  },
  sorts: { phrase: "Shoppers type", kind: "We search for" },
  sort: "phrase",
});

/** Separates kinds of one phrase; the first kind that a product has is used. */
export const KIND_SEPARATOR = " | ";
