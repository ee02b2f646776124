import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { FIXED_PAGES, sitemapFile, sitemapIndex } from "#app/shell/seo/sitemap.server.ts";
import { blog_posts, categories, products } from "#db/schema/tables.ts";
import type { RunningShop } from "#server/start.server.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let product: { id: string; slug: string; category: string };
let post: { id: string; slug: string };

beforeAll(async () => {
  shop = await testShop({ products: 60, env: { LOG_LEVEL: "silent" } });
  const { db } = shop.shop;
  const [stepped] = await db
    .select({ id: products.id, slug: products.slug, category: categories.slug })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .orderBy(sql`price_steps = '[]', group_id is null`)
    .limit(1);
  const [written] = await db.select({ id: blog_posts.id, slug: blog_posts.slug }).from(blog_posts).limit(1);
  if (!stepped || !written) throw new Error("the demo has no products or posts");
  product = stepped;
  post = written;
});
afterAll(() => shop.close());

const get = async (path: string, method = "GET") => {
  const response = await fetch(new URL(path, shop.url), {
    method,
    headers: { Accept: "text/html" },
    redirect: "manual",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
};
const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");

/** The JSON-LD of a page. */
function structuredIn(html: string): { "@type": string }[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map((match) => JSON.parse(match[1] ?? "") as { "@type": string });
}

describe("the head", () => {
  test("of each kind of page has title, description, its one canonical address and a picture that exists", async () => {
    const titles = new Set<string>();
    for (const path of [
      "/",
      "/products",
      `/category/${product.category}`,
      `/product/${product.slug}`,
      "/blog",
      `/blog/${post.slug}`,
    ]) {
      const { text } = await get(path);
      titles.add(tag(text, /<title>([^<]+)<\/title>/) ?? "");
      expect(tag(text, /<meta name="description" content="([^"]{20,})"/), path).toBeTruthy();
      expect(text.match(/rel="canonical"/g), path).toHaveLength(1);
      expect(tag(text, /rel="canonical" href="([^"]+)"/)).toBe(new URL(path, shop.url).href);
      expect(tag(text, /property="og:url" content="([^"]+)"/)).toBe(new URL(path, shop.url).href);
      expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>');
      const picture = await get(tag(text, /property="og:image" content="([^"]+)"/) ?? "");
      expect(picture.status, `picture of ${path}`).toBe(200);
      expect(picture.headers.get("Content-Type")).toMatch(/^image\//);
    }
    expect(titles.size).toBe(6);
  });

  test("of a product is the same however it is reached", async () => {
    const byId = await get(`/product/${product.id}`);
    expect(tag(byId.text, /rel="canonical" href="([^"]+)"/)).toBe(`${shop.url}/product/${product.slug}`);
  });

  test.each([
    "/cart",
    "/wishlist",
    "/checkout",
    "/login",
    "/signup",
    "/forgot-password",
    "/products?search=rice",
    "/blog?page=99",
  ])("of %s keeps it out of search results", async (path) => {
    expect((await get(path)).text).toMatch(/<meta name="robots" content="noindex/);
  });

  test.each([
    "/nothing/here",
    "/product/nothing",
    "/category/nothing",
    "/blog/nothing",
    "/sitemap/nothing.xml",
    "/share/nothing.jpg",
  ])("%s is missing with status 404", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

test("structured data of every kind of page is what schema.org's own types allow", async () => {
  const pages = ["/", `/product/${product.slug}`, `/category/${product.category}`, `/blog/${post.slug}`, "/faq"];
  const found: { "@type": string }[] = [];
  for (const path of pages) found.push(...structuredIn((await get(path)).text));
  const kinds = found.map((data) => data["@type"]);
  expect(kinds).toEqual(expect.arrayContaining(["OnlineStore", "WebSite", "BreadcrumbList", "BlogPosting", "FAQPage"]));
  expect(kinds.some((kind) => kind === "Product" || kind === "ProductGroup")).toBe(true);
  expect(JSON.stringify(found)).toContain('"UnitPriceSpecification"');
  expect(await wrongTypes(found)).toBe("");
  const wrong = {
    "@context": "https://schema.org",
    "@type": "Product",
    offers: { "@type": "Offer", prise: "1.00", availability: "https://schema.org/Perhaps" },
  };
  expect(await wrongTypes([wrong]), "the check itself").not.toBe("");
});

/** TypeScript's errors for the data as values of the types in `schema-dts`. */
async function wrongTypes(found: { "@type": string }[]): Promise<string> {
  const cache = join(import.meta.dirname, "../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "oja-schema-"));
  const annotated = JSON.stringify(found).replaceAll(',"query-input":"required name=search_term_string"', "");
  const values = (JSON.parse(annotated) as typeof found).map(
    (data, i) => `export const data${i}: WithContext<${data["@type"]}> = ${JSON.stringify(data)};`,
  );
  const kinds = [...new Set(found.map((data) => data["@type"]))].join(", ");
  writeFileSync(
    join(folder, "data.ts"),
    `import type { ${kinds}, WithContext } from "schema-dts";\n${values.join("\n")}`,
  );
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--ignoreConfig",
  ];
  const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  // The tested shop keeps running: a stopped one closes connections that the next test would use.
  const response = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, ...options, join(folder, "data.ts")], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  rmSync(folder, { recursive: true });
  return response;
}

describe("shared pictures", () => {
  const picture = async (path: string) =>
    new URL(tag((await get(path)).text, /property="og:image" content="([^"]+)"/) ?? "").pathname;

  test.each([
    ["product", () => `/product/${product.slug}`],
    ["post", () => `/blog/${post.slug}`],
  ])("of a %s are JPEGs of 1200 x 630 that never change", async (noun, path) => {
    const address = await picture(path());
    expect(address).toMatch(new RegExp(`^/share/${noun}-[0-9a-f-]{36}-[\\w-]{12}\\.jpg$`));
    const { headers, bytes } = await get(address);
    expect(headers.get("Cache-Control")).toContain("immutable");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    const { entropy } = await sharp(bytes).stats();
    expect(entropy).toBeGreaterThan(1);
  });

  test("another price is another address, and the old one leads to it", async () => {
    const { db } = shop.shop;
    const [row] = await db.select({ price: products.price_kobo }).from(products).where(eq(products.id, product.id));
    const before = await picture(`/product/${product.slug}`);
    await db
      .update(products)
      .set({ price_kobo: (row?.price ?? 0) + 100_00, discount_price_kobo: null, price_steps: [] })
      .where(eq(products.id, product.id));
    await vi.waitFor(async () => expect(await picture(`/product/${product.slug}`)).not.toBe(before));
    const moved = await get(before);
    expect([moved.status, moved.headers.get("Location")]).toEqual([302, await picture(`/product/${product.slug}`)]);
  });

  test("drafts have none", async () => {
    const [draft] = await shop.shop.db
      .insert(blog_posts)
      .values({ title: "Draft", slug: "a-draft", content: "<p>x</p>" })
      .returning({ id: blog_posts.id });
    expect((await get(`/share/post-${draft?.id}-abcdefghijkl.jpg`)).status).toBe(404);
  });
});

describe("the sitemap", () => {
  test("names every page once, and each of its addresses is there", async () => {
    const robots = await get("/robots.txt");
    expect(robots.text).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
    expect(robots.text).toMatch(/Disallow: \/admin\n/);
    const index = await get("/sitemap.xml");
    expect(index.headers.get("Content-Type")).toContain("application/xml");
    const files = locations(index.text);
    const addresses: string[] = [];
    for (const file of files) addresses.push(...locations((await get(file)).text));
    expect(new Set(addresses).size).toBe(addresses.length);
    const rows = await shop.shop.db.select({ slug: products.slug, changed: products.updated_at }).from(products);
    const paths = addresses.map((address) => new URL(address).pathname);
    expect(paths).toEqual(
      expect.arrayContaining([...rows.map(({ slug }) => `/product/${slug}`), `/blog/${post.slug}`]),
    );
    expect(paths).not.toContain("/blog/a-draft");
    for (const kind of ["category", "distributor"]) {
      expect(
        paths.some((path) => path.startsWith(`/${kind}/`)),
        kind,
      ).toBe(true);
    }
    expect((await get("/sitemap/products.xml")).text).toContain(`<lastmod>${rows[0]?.changed.toISOString()}</lastmod>`);
    const kinds = new Map(paths.map((path) => [path.split("/")[1] ?? "", path]));
    for (const path of [...kinds.values(), ...FIXED_PAGES])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test("is split by size into files that hold every product once", async () => {
    const { db } = shop.shop;
    const rows = await db.select({ slug: products.slug }).from(products);
    for (const perFile of [5, 2]) {
      const names = locations(await sitemapIndex(db, "https://x.example", perFile)).filter((name) =>
        name.includes("products-"),
      );
      expect(names.length).toBeGreaterThan(5);
      const slugs: string[] = [];
      for (const name of names) {
        const xml = await sitemapFile(db, "https://x.example", name.split("/").at(-1) ?? "", perFile);
        slugs.push(...locations(xml ?? "").map((address) => address.split("/").at(-1) ?? ""));
      }
      expect(slugs.toSorted()).toEqual(rows.map(({ slug }) => slug).toSorted());
    }
    expect(await sitemapFile(db, "https://x.example", "products-aa.xml")).toBeNull();
  });

  test("has the dates of very many products for an hour, and of others as they are", async () => {
    const { db, database } = shop.shop;
    vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
    onTestFinished(() => void vi.useRealTimers());
    const base = "https://x.example";
    const before = await sitemapIndex(db, base, 5, 0);
    expect(before).toBe(await sitemapIndex(db, base, 5));
    await database.sql("update products set unit = unit || 's', updated_at = now() + interval '1 day'");
    expect(await sitemapIndex(db, base, 5, 0)).toBe(before);
    const after = await sitemapIndex(db, base, 5);
    expect(after).not.toBe(before);
    vi.setSystemTime(Date.now() + 61 * 60_000);
    expect(await sitemapIndex(db, base, 5, 0)).toBe(after);
    expect(await sitemapIndex(db, base, 2, 0)).toBe(await sitemapIndex(db, base, 2));
  });
});

test("an old slug leads to the record that had it, whatever statement changed it", async () => {
  const { db, database } = shop.shop;
  const location = async (path: string) => {
    const { status, headers } = await get(path);
    return [status, headers.get("Location")];
  };
  const isMoved = async (from: string, to: string) => await expect.poll(() => location(from)).toEqual([301, to]);
  const [other] = await db
    .insert(products)
    .values({ name: "Yam flour", slug: "yam-flour", price_kobo: 500_000, distributor: "Ọyọ Millers’ Union" })
    .returning({ id: products.id });
  const id = other?.id ?? "";
  const [category] = await db.insert(categories).values({ name: "Flours", slug: "flours" }).returning();
  const [draft] = await db
    .insert(blog_posts)
    .values({ title: "Draft", slug: "draft", content: "<p>x</p>" })
    .returning({ id: blog_posts.id });

  await db.update(products).set({ slug: "elubo", distributor: "Elubo House" }).where(eq(products.id, id));
  await db.update(categories).set({ slug: "swallow" }).where(eq(categories.slug, "flours"));
  await db.update(blog_posts).set({ slug: "old-draft" }).where(eq(blog_posts.slug, "draft"));
  await db.update(blog_posts).set({ slug: "newer" }).where(eq(blog_posts.id, post.id));
  await isMoved("/product/yam-flour", "/product/elubo");
  await isMoved("/category/flours", "/category/swallow");
  await isMoved(`/blog/${post.slug}`, "/blog/newer");
  await isMoved("/distributor/oyo-millers-union", "/distributor/elubo-house");
  expect((await get("/blog/draft")).status, "a draft is nobody's page").toBe(404);

  // Changed back: the address is a page again, and the one in between redirects there.
  await db.update(blog_posts).set({ slug: post.slug }).where(eq(blog_posts.id, post.id));
  await isMoved("/blog/newer", `/blog/${post.slug}`);
  expect((await get(`/blog/${post.slug}`)).status).toBe(200);
  await db.delete(products).where(eq(products.id, id));
  await expect.poll(async () => (await get("/product/yam-flour")).status).toBe(404);
  await db.delete(categories).where(eq(categories.id, category?.id ?? ""));
  await db.delete(blog_posts).where(eq(blog_posts.id, draft?.id ?? ""));
  await database.sql("delete from slug_redirects");
});
