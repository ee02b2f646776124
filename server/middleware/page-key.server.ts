import { LISTING_PARAMS } from "#app/features/catalog/links.ts";

type Page = {
  pattern: RegExp;
  /** The only query parameters that change the page; others are ignored, so that junk makes no entries. */
  params: readonly string[];
  /** Its route, as the browser names it when it asks for that part of the page only. */
  route: string | null;
  /** Whether it lists products by a rule, so that a change of one may add it here or move it. */
  isListing: boolean;
};

const listing = (pattern: RegExp, route: string): Page => ({
  pattern,
  params: LISTING_PARAMS,
  route: `routes/storefront/${route}`,
  isListing: true,
});
const plain = (pattern: RegExp, route: string): Page => ({
  pattern,
  params: [],
  route: `routes/storefront/${route}`,
  isListing: false,
});

/** The public pages. */
const PAGES: readonly Page[] = [
  { ...plain(/^\/$/, "home"), isListing: true },
  listing(/^\/products$/, "products"),
  listing(/^\/products\/featured$/, "featured"),
  listing(/^\/products\/best-sellers$/, "best-sellers"),
  listing(/^\/products\/new-arrivals$/, "new-arrivals"),
  listing(/^\/category\/[^/]+$/, "category"),
  plain(/^\/product\/[^/]+$/, "product"),
  plain(/^\/cart$/, "cart"),
  plain(/^\/wishlist$/, "wishlist"),
  { pattern: /^\/search\/suggest$/, params: ["q"], route: null, isListing: true },
];

/**
 * The path and known parameters in a fixed order, or null for what is never cached.
 * A client navigation's "/products.data" is the page's data and has its own entry, with and without what all pages share.
 */
export function pageKey(method: string, url: string): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "/", query = ""] = url.split("?", 2);
  const page = pageAt(path);
  if (!page) return null;
  if (!query) return path;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of page.params) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  if (page.route && path.endsWith(".data") && given.get("_routes") === page.route) kept.set("_routes", page.route);
  const search = kept.toString();
  return search.length > 500 ? null : search ? `${path}?${search}` : path;
}

/** Whether the page of this key lists products by a rule. */
export function isListing(key: string): boolean {
  return pageAt(key.split("?", 1)[0] ?? "")?.isListing ?? false;
}

function pageAt(path: string): Page | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -5).replace(/^\/(_root|_)$/, "/") : path;
  return PAGES.find(({ pattern }) => pattern.test(page));
}
