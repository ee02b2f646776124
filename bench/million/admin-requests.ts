import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { MOST_PASSED } from "#app/platform/list.server.ts";
import { TYPED } from "../search-texts.ts";
import { adminPage, nth, text, type Kind } from "./kinds.ts";

const { stock, has, flag } = PRODUCTS.filters;

/** Each choice of a filter of the products. */
const FILTERED = Object.entries({ stock, has, flag }).flatMap(([name, { label, options }]) =>
  options.map((option) => {
    const shown = name === "stock" ? option.label.toLowerCase() : `${label} ${option.label}`.toLowerCase();
    return adminPage(`admin products, ${shown}`, () => `/admin/products?${name}=${option.value}`);
  }),
);

/** Lists that are asked as they open, by their address below /admin. */
const LISTS = {
  orders: "orders",
  customers: "customers",
  payments: "payments",
  "custom orders": "custom-orders",
  "bulk changes": "runs",
  imports: "imports",
  activity: "activity",
  "search words": "search-words",
  suppliers: "suppliers",
  messages: "messages",
  trash: "trash",
  failures: "failures",
  blog: "blog",
  staff: "staff",
  categories: "categories",
  overview: "overview",
};

/** What staff may ask for. */
export const ADMIN_KINDS: readonly Kind[] = [
  adminPage("admin products", () => "/admin/products"),
  { ...adminPage("admin products, search", (turn) => `/admin/products?q=${text(turn)}`), rounds: TYPED.length },
  ...FILTERED,
  adminPage("admin products in a category, each another", (turn, { categories }) => {
    return `/admin/products?category=${nth(categories, turn)}`;
  }),
  adminPage("admin products of a supplier, each another", (turn, { distributors }) => {
    return `/admin/products?supplier=${nth(distributors, turn)}`;
  }),
  ...["name", "price", "stock"].map((sort) =>
    adminPage(`admin products by ${sort}`, () => `/admin/products?sort=${sort}`),
  ),
  adminPage("admin products, the farthest page that is read from its start", (turn, { pages }) => {
    return `/admin/products?page=${Math.min(pages.admin / 2, MOST_PASSED / 10) - turn}`;
  }),
  adminPage("admin products, a page in the middle, which is the last one if there are too many", (turn, { pages }) => {
    return `/admin/products?page=${Math.floor(pages.admin / 2) + turn}`;
  }),
  adminPage("admin products, last page", (_, { pages }) => `/admin/products?page=${pages.admin}`),
  adminPage("admin prices of a category, each another", (turn, { categories }) => {
    return `/admin/prices?category=${nth(categories, turn)}`;
  }),
  adminPage("admin prices of a supplier, each another", (turn, { distributors }) => {
    return `/admin/prices?supplier=${nth(distributors, turn)}`;
  }),
  adminPage("admin orders, search", (turn, { buyers }) => `/admin/orders?q=${encodeURIComponent(nth(buyers, turn))}`),
  { ...adminPage("admin search of all records", (turn) => `/admin/search?q=${text(turn)}`), rounds: TYPED.length },
  ...Object.entries(LISTS).map(([what, path]) => adminPage(`admin ${what}`, () => `/admin/${path}`)),
];
