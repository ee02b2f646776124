import { searchWords } from "#app/features/search/queries/search-text.server.ts";
import { listingHref } from "#app/features/search/rules/listing-links.ts";
import { MAX_SEARCH, readListing, readPage, type ListingRequest } from "#app/features/search/schema.ts";
import { faqHref, readFaq } from "#app/features/site/rules.ts";
import { suppliersHref } from "#app/features/suppliers/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { pageNumber } from "#app/lib/whole-numbers.ts";

type Page = {
  pattern: RegExp;
  /** The canonical address of the page's query, or null if the page must report an unusable value. */
  href: (path: string, query: URLSearchParams) => string | null;
  /** Its route id, which the browser sends to load only that part of the page. */
  route: string | null;
  /** Whether it is a listing, so that any product change may affect it. */
  isListing: boolean;
};

const listing = (pattern: RegExp, route: string, read: (query: URLSearchParams) => ListingRequest): Page => ({
  pattern,
  href(path, query) {
    const { state, notices } = read(query);
    return notices.length > 0 ? null : listingHref(path, state);
  },
  route: `routes/storefront/${route}`,
  isListing: true,
});
const plain = (pattern: RegExp, route: string, area = "storefront"): Page => ({
  pattern,
  href: (path) => path,
  route: `routes/${area}/${route}`,
  isListing: false,
});

/** A category page ignores the parameter for another category. */
function readCategory(query: URLSearchParams): ListingRequest {
  const { state, notices } = readListing(query);
  return { state: { ...state, category: null }, notices };
}

/** A distributor page ignores the parameter for another distributor. */
function readDistributor(query: URLSearchParams): ListingRequest {
  const { state, notices } = readListing(query);
  return { state: { ...state, distributor: [] }, notices };
}

function suggestHref(path: string, query: URLSearchParams): string {
  const words = searchWords((query.get("q") ?? "").slice(0, MAX_SEARCH));
  return words.length === 0 ? path : `${path}?${new URLSearchParams({ q: words.join(" ") }).toString()}`;
}

/** The public pages. */
const PAGES: readonly Page[] = [
  { ...plain(/^\/$/, "home"), isListing: true },
  listing(/^\/products$/, "products", readListing),
  listing(/^\/products\/featured$/, "featured", readPage),
  listing(/^\/products\/best-sellers$/, "best-sellers", readPage),
  listing(/^\/products\/new-arrivals$/, "new-arrivals", readPage),
  listing(/^\/category\/[^/]+$/, "category", readCategory),
  listing(/^\/distributor\/[^/]+$/, "distributor", readDistributor),
  plain(/^\/product\/[^/]+$/, "product"),
  plain(/^\/cart$/, "cart"),
  plain(/^\/wishlist$/, "wishlist"),
  { ...listing(/^\/blog$/, "", readPage), route: "routes/content/blog", isListing: false },
  { ...plain(/^\/blog\/[^/]+$/, ""), route: "routes/content/post" },
  { ...plain(/^\/about$/, "about", "content"), isListing: true },
  plain(/^\/terms-of-service$/, "terms-of-service", "content"),
  plain(/^\/privacy-policy$/, "privacy-policy", "content"),
  { ...plain(/^\/faq$/, "faq", "content"), href: (path, query) => path + faqHref(readFaq(query)).slice("/faq".length) },
  {
    ...plain(/^\/suppliers$/, "suppliers", "content"),
    href: (path, query) => path + suppliersHref(pageNumber(query)).slice("/suppliers".length),
    isListing: true,
  },
  { ...plain(/^\/(robots\.txt|manifest\.webmanifest|sitemap\.xml|sitemap\/[^/]+)$/, ""), route: null },
  { pattern: /^\/search\/suggest$/, href: suggestHref, route: null, isListing: true },
];

/**
 * The canonical address of a public page, so that equal pages have one key and unknown parameters create no entries;
 * null for addresses that are never cached. A client navigation's "/products.data" has its own entries, with and
 * without the data that all pages share.
 */
export function pageKey(method: string, url: string): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [rawPath = "/", query = ""] = url.split("?", 2);
  const path = decodedOnce(rawPath);
  const page = path === null ? undefined : pageAt(path);
  if (path === null || !page) return null;
  if (!query) return path;
  const params = new URLSearchParams(query);
  const href = page.href(path, params);
  if (href === null) return null;
  const isPart = page.route && path.endsWith(".data") && params.get("_routes") === page.route;
  const key = isPart ? `${href}${href === path ? "?" : "&"}_routes=${encodeURIComponent(page.route ?? "")}` : href;
  return key.length > path.length + 501 ? null : key;
}

/** The canonical form of a path: percent-encoded, ids in lower case; null for one that cannot be decoded. */
function decodedOnce(path: string): string | null {
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part));
    const written = parts.map((part) => (isUuid(part.replace(/\.data$/, "")) ? part.toLowerCase() : part));
    return written.map((part) => encodeURIComponent(part)).join("/");
  } catch {
    return null;
  }
}

/** Whether the page of this key is a listing. */
export function isListing(key: string): boolean {
  return pageAt(key.split("?", 1)[0] ?? "")?.isListing ?? false;
}

function pageAt(path: string): Page | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -5).replace(/^\/(_root|_)$/, "/") : path;
  return PAGES.find(({ pattern }) => pattern.test(page));
}
