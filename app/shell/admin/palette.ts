import { TO_PACK } from "#app/features/orders/rules/work-lists.ts";
import type { Right } from "#app/features/permissions/rules.ts";
import { ADMIN_PAGES, SYSTEM_PAGES } from "./pages.ts";

/** A line of the palette. `isFile` is a download, which the browser opens natively. */
export type PaletteItem = { label: string; note?: string; href: string; isFile?: boolean };
export type PaletteGroup = { name: string; items: PaletteItem[] };

/** The answer of GET /admin/search?q=: records by kind, best matches first. */
export type FoundRecords = { groups: PaletteGroup[] };

/** Minimum number of characters for a record search. */
export const MIN_QUERY_LENGTH = 3;

type Known = PaletteItem & { right: Right | null; words?: string };

/** Actions that can be started from any page; `words` are search aliases. */
const ACTIONS: readonly Known[] = [
  { label: "New product", href: "/admin/products/new", right: "products.edit", words: "add create" },
  { label: "New category", href: "/admin/categories/new", right: "categories.edit", words: "add create" },
  { label: "Today’s prices", href: "/admin/prices", right: "products.edit", words: "todays change raise" },
  { label: "Import a price list", href: "/admin/imports", right: "import", words: "upload csv xlsx excel file" },
  { label: "Orders to pack", href: TO_PACK, right: "orders.view", words: "processing" },
  { label: "Products low on stock", href: "/admin/products?stock=low", right: "products.view", words: "stock out" },
  { label: "Unread messages", href: "/admin/messages?status=new", right: "messages.view", words: "new contact" },
  {
    label: "Custom orders waiting",
    href: "/admin/custom-orders?status=pending",
    right: "custom-orders.view",
    words: "pending new requests",
  },
  {
    label: "Suppliers waiting for review",
    href: "/admin/suppliers?status=pending",
    right: "suppliers.view",
    words: "pending approve",
  },
  { label: "New post", href: "/admin/blog/new", right: "blog.edit", words: "add create write blog" },
  { label: "Add supplier", href: "/admin/suppliers/new", right: "suppliers.edit", words: "new create" },
  { label: "Invite staff", href: "/admin/staff/new", right: "staff.edit", words: "new add member role" },
  file("Export orders", "/admin/orders/export?format=xlsx", "orders.view"),
  file("Export products", "/admin/products/export?format=xlsx", "products.view"),
  file("Export customers", "/admin/customers/export?format=xlsx", "customers.view"),
  file("Export newsletter addresses", "/admin/newsletter/export?format=xlsx", "customers.view"),
];

/** Search aliases of pages, by address. */
const PAGE_WORDS: Readonly<Record<string, string>> = {
  "/admin/overview": "dashboard revenue figures",
  "/admin/payments": "refunds transfers money review",
  "/admin/runs": "undo history runs",
  "/admin/activity": "log audit history",
  "/admin/trash": "deleted restore",
  "/admin/failures": "mails jobs",
  "/admin/health": "backups database disk status",
  "/admin/staff": "roles team",
  "/admin/settings": "store name shipping test mode",
  "/admin/security": "password two-step sessions",
};

/** Every export needs the right to export; `right` is that of its page. */
function file(label: string, href: string, right: Right): Known {
  return { label, href, right, isFile: true, words: "download csv xlsx excel" };
}

/**
 * Pages and actions with words that start with the typed words, limited to this user's rights; all of them for an empty
 * text.
 */
export function knownGroups(query: string, may: (right: Right) => boolean): PaletteGroup[] {
  const pages: Known[] = [...ADMIN_PAGES, ...SYSTEM_PAGES].map(({ to, label, right }) => ({
    label,
    href: to,
    right,
    words: PAGE_WORDS[to] ?? "",
  }));
  const groups = [
    { name: "Pages", items: matching(pages, query, may) },
    { name: "Actions", items: matching(ACTIONS, query, may) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function matching(items: readonly Known[], query: string, may: (right: Right) => boolean): PaletteItem[] {
  const words = wordsOf(query);
  return items
    .filter(({ right, isFile }) => (right === null || may(right)) && (!isFile || may("export")))
    .filter(({ label, words: others = "" }) => {
      const names = wordsOf(`${label} ${others}`);
      return words.every((word) => names.some((name) => name.startsWith(word)));
    })
    .map(({ right: _right, words: _words, ...item }) => item);
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("’", "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text is long enough for a record search. */
export function isSearchable(query: string): boolean {
  return query.trim().length >= MIN_QUERY_LENGTH;
}

/** The screen reader announcement when the results change. */
export function resultsSentence(count: number, isAsking: boolean): string {
  if (isAsking) return "Searching";
  if (count === 0) return "Nothing found";
  return `${count} ${count === 1 ? "result" : "results"}`;
}
