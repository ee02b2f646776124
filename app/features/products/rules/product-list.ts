import { defineList } from "#app/lib/list.ts";

const PREFIXED = "max-sm:flex max-sm:items-center max-sm:gap-1 max-sm:before:text-sm max-sm:before:text-muted";

/** List definition of the admin products page. */
export const PRODUCTS = defineList({
  name: "products",
  path: "/admin/products",
  noun: "products",
  search: "Search by name, category, SKU or barcode",
  filters: {
    category: { kind: "reference", label: "Category" },
    stock: {
      kind: "choice",
      label: "Stock",
      options: [
        { value: "in", label: "In stock" },
        { value: "low", label: "Low on stock" },
        { value: "out", label: "Out of stock" },
      ],
    },
    supplier: { kind: "reference", label: "Supplier" },
    has: {
      kind: "choice",
      label: "With",
      options: [
        { value: "discount", label: "Discount" },
        { value: "steps", label: "Price steps" },
        { value: "variants", label: "Variants" },
        { value: "no-picture", label: "No picture" },
        { value: "no-category", label: "No category" },
      ],
    },
    flag: {
      kind: "choice",
      label: "Shown as",
      options: [
        { value: "featured", label: "Featured" },
        { value: "best_seller", label: "Best seller" },
        { value: "new_arrival", label: "New arrival" },
      ],
    },
  },
  columns: {
    name: { label: "Name", sort: "name", card: "top" },
    category: { label: "Category", card: "hidden" },
    price: {
      label: "Price",
      sort: "price",
      align: "end",
      card: "bottom",
      className: `${PREFIXED} max-sm:before:content-['₦']`,
    },
    stock: {
      label: "Stock",
      sort: "stock",
      align: "end",
      card: "bottom",
      className: `${PREFIXED} max-sm:before:content-['Stock']`,
    },
    actions: { label: "Actions", align: "end", card: "bottom-end" },
  },
  sorts: { created_at: "Date added", name: "Name", price: "Price", stock: "Stock" },
  sort: "-created_at",
});

/** Short id for lists: the first 8 characters and an ellipsis. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}
