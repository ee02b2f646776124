import { postHref } from "#app/features/blog/links.ts";
import { lastPostChange, postSlugs } from "#app/features/blog/queries.server.ts";
import { categoryHref, distributorHref, productHref } from "#app/features/products/links.ts";
import { countProducts } from "#app/features/products/queries.server.ts";
import { categorySlugs, changesByPrefix, productsByPrefix } from "#app/features/products/queries/sitemap.server.ts";
import { allDistributors } from "#app/features/search/queries/distributor.server.ts";
import { xmlText } from "#app/lib/xml.ts";
import type { Tx } from "#db/client.server.ts";

/** An address and its last change; null if unknown. */
export type SitemapEntry = { path: string; changed: Date | null };

/**
 * Maximum number of products in one file; the format allows 50,000. More are split by the first digits of their ids.
 */
const PER_FILE = 20_000;
const HEX = "0123456789abcdef";
/** Above this number of products the dates of their files are cached for so long. */
const MANY = 50_000;
const CACHED_MS = 60 * 60_000;
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const NAMESPACE = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;

/** Content pages and lists that every shop has. */
export const FIXED_PAGES =
  "/ /products /products/featured /products/best-sellers /products/new-arrivals /blog /about /contact /faq /suppliers /supplier-registration /custom-order /terms-of-service /privacy-policy".split(
    " ",
  );

/**
 * The sitemap index: one file each for pages, categories, distributors and posts, and as many for products as needed.
 */
export async function sitemapIndex(db: Tx, baseUrl: string, perFile = PER_FILE, many = MANY): Promise<string> {
  const products = await countProducts(db);
  const digits = productDigits(products, perFile);
  const parts = await (products > many ? cachedChanges(db, digits) : changesByPrefix(db, digits));
  const posts = await lastPostChange(db);
  const files = [
    { name: "pages", changed: null },
    { name: "categories", changed: null },
    ...((await allDistributors(db)).length > 0 ? [{ name: "distributors", changed: null }] : []),
    ...(posts ? [{ name: "posts", changed: posts }] : []),
    ...parts.map((part) => ({ name: `products${part.prefix ? `-${part.prefix}` : ""}`, changed: part.changed })),
  ];
  const lines = files.map(
    ({ name, changed }) =>
      `<sitemap><loc>${xmlText(`${baseUrl}/sitemap/${name}.xml`)}</loc>${lastChange(changed)}</sitemap>`,
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>${lines.join("")}</sitemapindex>\n`;
}

/** One file of the sitemap by its name ("products-a.xml"); null for an unknown name. */
export async function sitemapFile(db: Tx, baseUrl: string, file: string, perFile = PER_FILE): Promise<string | null> {
  const [, kind = "", prefix = ""] =
    /^(pages|categories|distributors|posts|products)(?:-([0-9a-f]{1,3}))?\.xml$/.exec(file) ?? [];
  if (kind === "" || (prefix !== "" && kind !== "products")) return null;
  const entries = kind === "products" ? await productEntries(db, prefix, perFile) : await ENTRIES[kind]?.(db);
  if (!entries) return null;
  const lines = entries.map(
    ({ path, changed }) => `<url><loc>${xmlText(baseUrl + path)}</loc>${lastChange(changed)}</url>`,
  );
  return `${HEAD}<urlset ${NAMESPACE}>${lines.join("")}</urlset>\n`;
}

const ENTRIES: Record<string, (db: Tx) => Promise<SitemapEntry[]>> = {
  pages: async () => FIXED_PAGES.map((path) => ({ path, changed: null })),
  categories: async (db) => {
    const slugs = await categorySlugs(db);
    return slugs.map((slug) => ({ path: categoryHref(slug), changed: null }));
  },
  distributors: async (db) => {
    const rows = (await allDistributors(db)).slice(0, 40_000);
    return rows.flatMap(({ slug }) => ({ path: distributorHref(slug) ?? "/", changed: null }));
  },
  posts: async (db) => {
    const rows = await postSlugs(db, 40_000);
    return rows.map(({ slug, changed }) => ({ path: postHref(slug), changed }));
  },
};

/** Number of leading id digits that split the products: random ids fill the files equally. */
function productDigits(products: number, perFile: number): number {
  let digits = 0;
  for (let most = perFile; products > most; most *= HEX.length) digits += 1;
  return digits;
}

type Changes = Awaited<ReturnType<typeof changesByPrefix>>;
const cached = new WeakMap<Tx, { digits: number; until: number; changes: Promise<Changes> }>();

/** The files' last changes, up to an hour old: they are those of all products, and readers come daily. */
async function cachedChanges(db: Tx, digits: number): Promise<Changes> {
  const known = cached.get(db);
  if (known && known.digits === digits && Date.now() < known.until) return await known.changes;
  const changes = changesByPrefix(db, digits);
  cached.set(db, { digits, until: Date.now() + CACHED_MS, changes });
  changes.catch(() => cached.delete(db));
  return await changes;
}

/**
 * The products whose ids start with `prefix`, by the primary key; null for a prefix that is not in the current split.
 */
async function productEntries(db: Tx, prefix: string, perFile: number): Promise<SitemapEntry[] | null> {
  if (prefix.length !== productDigits(await countProducts(db), perFile)) return null;
  const rows = await productsByPrefix(db, prefix);
  return rows.map(({ slug, changed }) => ({ path: productHref(slug), changed }));
}

function lastChange(changed: Date | null): string {
  return changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
}
