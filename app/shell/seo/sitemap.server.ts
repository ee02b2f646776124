import { and, gte, lt, sql } from "drizzle-orm";
import { postHref } from "#app/features/blog/links.ts";
import { categoryHref, distributorHref, productHref } from "#app/features/products/links.ts";
import { allDistributors } from "#app/features/search/queries/distributor.server.ts";
import { xmlText } from "#app/lib/xml.ts";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { blog_posts } from "#db/schema/content.ts";

/** An address and its last change; null if unknown. */
export type SitemapEntry = { path: string; changed: Date | null };

/**
 * Maximum number of products in one file; the format allows 50,000. More are split by the first digits of their ids.
 */
const PER_FILE = 20_000;
const HEX = "0123456789abcdef";
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
export async function sitemapIndex(db: Tx, baseUrl: string, perFile = PER_FILE): Promise<string> {
  const digits = await productDigits(db, perFile);
  const prefix = sql<string>`left(${products.id}::text, ${digits})`;
  const parts = await db
    .select({ prefix, changed: sql<Date>`max(${products.updated_at})`.mapWith(products.updated_at) })
    .from(products)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  const [posts] = await db
    .select({ changed: sql<Date | null>`max(${blog_posts.updated_at})`.mapWith(blog_posts.updated_at) })
    .from(blog_posts)
    .where(sql`${blog_posts.published}`);
  const files = [
    { name: "pages", changed: null },
    { name: "categories", changed: null },
    ...((await allDistributors(db)).length > 0 ? [{ name: "distributors", changed: null }] : []),
    ...(posts?.changed ? [{ name: "posts", changed: posts.changed }] : []),
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
    const rows = await db.select({ slug: categories.slug }).from(categories);
    return rows.map(({ slug }) => ({ path: categoryHref(slug), changed: null }));
  },
  distributors: async (db) => {
    const rows = (await allDistributors(db)).slice(0, 40_000);
    return rows.flatMap(({ slug }) => ({ path: distributorHref(slug) ?? "/", changed: null }));
  },
  posts: async (db) => {
    const rows = await db
      .select({ slug: blog_posts.slug, changed: blog_posts.updated_at })
      .from(blog_posts)
      .where(sql`${blog_posts.published}`)
      .limit(40_000);
    return rows.map(({ slug, changed }) => ({ path: postHref(slug), changed }));
  },
};

/** Number of leading id digits that split the products: random ids fill the files equally. */
async function productDigits(db: Tx, perFile: number): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(products);
  let digits = 0;
  for (let most = perFile; (row?.count ?? 0) > most; most *= HEX.length) digits += 1;
  return digits;
}

/**
 * The products whose ids start with `prefix`, by the primary key; null for a prefix that is not in the current split.
 */
async function productEntries(db: Tx, prefix: string, perFile: number): Promise<SitemapEntry[] | null> {
  if (prefix.length !== (await productDigits(db, perFile))) return null;
  const from = prefix.padEnd(8, "0");
  const next = (Number.parseInt(prefix || "0", 16) + 1).toString(16).padStart(prefix.length, "0");
  const isLast = prefix === "" || next.length > prefix.length;
  const rows = await db
    .select({ slug: products.slug, changed: products.updated_at })
    .from(products)
    .where(
      and(
        gte(products.id, `${from}-0000-0000-0000-000000000000`),
        isLast ? undefined : lt(products.id, `${next.padEnd(8, "0")}-0000-0000-0000-000000000000`),
      ),
    );
  return rows.map(({ slug, changed }) => ({ path: productHref(slug), changed }));
}

function lastChange(changed: Date | null): string {
  return changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
}
