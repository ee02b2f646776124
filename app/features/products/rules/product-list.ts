import { defineList } from "#app/lib/list.ts";

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
    name: { label: "Name", sort: "name" },
    id: { label: "ID" },
    category: { label: "Category" },
    price: { label: "Price", sort: "price", align: "end" },
    stock: { label: "Stock", sort: "stock", align: "end" },
    actions: { label: "Actions", align: "end" },
  },
  sorts: { created_at: "Date added", name: "Name", price: "Price", stock: "Stock" },
  sort: "-created_at",
});

/** Short id for lists: the first 8 characters and an ellipsis. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}
