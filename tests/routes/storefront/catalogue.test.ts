import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { type NewProduct, makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { hrefOf, mainOf, wordsOf } from "#tests/fixtures/html.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await testShop({ products: 400 });
});
afterAll(() => shop.close());

const sql = async (text: string) => (await shop.shop.database.sql(text)).rows;
const goods = (overrides: Partial<NewProduct>) => makeProduct(shop.shop.db, overrides);

async function open(path: string) {
  const answer = await fetch(shop.url + path);
  const text = await answer.text();
  const html = mainOf(text);
  const cards = html.match(/<article.*?<\/article>/gs) ?? [];
  const names = cards.map((card) => wordsOf(/<h[23].*?<\/h[23]>/s.exec(card)?.[0] ?? ""));
  const prices = cards.map((card) => Number(/₦([\d,.]+)/.exec(card)?.[1]?.replaceAll(",", "")));
  return { status: answer.status, text, html, words: wordsOf(html), cards, names, prices };
}

describe("a search", () => {
  test.each(["ric", "rise", "bags of rice", "RICE"])("for “%s” finds rice", async (text) => {
    const { words, names } = await open(`/products?search=${encodeURIComponent(text)}`);
    expect(words).toContain(`Results for “${text}”`);
    expect(names.some((name) => /rice/i.test(name))).toBe(true);
    expect(words.includes("Showing results for “rice” instead of “rise”.")).toBe(text === "rise");
  });

  test("for a slug or an id finds its product first; hostile words are only words", async () => {
    const [rice] = await sql(
      "select id, slug, name from products where name ilike '%rice%' order by price_kobo limit 1",
    );
    for (const text of [String(rice?.slug), String(rice?.id)])
      expect((await open(`/products?search=${text}`)).names[0]).toBe(rice?.name);
    const hostile = `<img src=x onerror=alert(1)>'"; drop table products`;
    const { html } = await open(`/products?search=${encodeURIComponent(hostile)}`);
    expect(html).toContain("Results for “&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img src=x");
    expect(await sql("select 1 from products limit 1")).toHaveLength(1);
  });

  test("by another word than the typed one says so, and the typed one can be searched", async () => {
    const notice = "No results for “pampers”. Showing results for “diapers”.";
    const { words, names, html } = await open("/products?search=pampers");
    expect(words).toContain(notice);
    expect(names).not.toEqual([]);
    const exact = await open(hrefOf(html, "Search for “pampers” anyway"));
    expect(exact.words).toContain("No products found");
    expect(exact.words).not.toContain(notice);
    expect(exact.cards).toEqual([]);
    expect(hrefOf(exact.html, "Clear the search")).toBe("/products");
  });

  test("that finds nothing says what to do, and leads back", async () => {
    const { words, html } = await open("/products?search=qqqqzzzzxxxx");
    expect(words).toContain("0 products");
    expect(words).toContain("No products found");
    expect(hrefOf(html, "Request a custom order")).toBe("/custom-order");
    expect(hrefOf(html, "Clear the search")).toBe("/products");
  });
});

describe("the pager", () => {
  test("keeps the filters and marks its page; a page after the last one leads to it", async () => {
    const first = await open("/products?sort=name-asc");
    const second = await open(hrefOf(first.html, "Page 2"));
    expect(second.names).toHaveLength(12);
    expect(second.names.filter((name) => first.names.includes(name))).toEqual([]);
    const third = hrefOf(second.html, "Next page");
    expect(third).toBe("/products?sort=name-asc&page=3");
    expect((await open(third)).html).toMatch(/<[^>]*aria-current="page"[^>]*>3</);
    const beyond = await open("/products?page=999");
    expect([beyond.status, beyond.words]).toEqual([404, expect.stringContaining("There is no page 999")]);
    const last = /href="(\/products\?page=\d+)"[^>]*>Go to page \d+</.exec(beyond.html)?.[1] ?? "";
    expect((await open(last)).cards.length).toBeGreaterThan(0);
  });

  test("is needed for thirteen products, not for twelve", async () => {
    await makeProducts(shop.shop.db, 12, (index) => ({ name: `Kanzibar ${index}` }));
    const shown = async () => {
      const { cards, html } = await open("/products?search=kanzibar");
      return [cards.length, html.includes('aria-label="Pages of products"')];
    };
    await expect.poll(shown).toEqual([12, false]);
    await goods({ name: "Kanzibar last" });
    await expect.poll(shown).toEqual([12, true]);
  });
});

describe("filters and orders", () => {
  test("prices, category and order are in the address, which counts and lists what they leave", async () => {
    const range = "minPrice=10000&maxPrice=50000.50";
    const { words, html, prices } = await open(`/products?category=automotive&${range}&sort=price-asc`);
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices.every((price) => price >= 10_000 && price <= 50_000.5)).toBe(true);
    const [row] = await sql(
      `select count(*)::int as all from products p join categories c on c.id = p.category_id join categories t on t.id = c.parent_id
       where t.slug = 'automotive' and coalesce(discount_price_kobo, price_kobo) between 1000000 and 5000050`,
    );
    expect(words).toContain(`${Number(row?.["all"])} products`);
    expect(html).toContain('<option value="price-asc" selected="">Price: low to high');
    expect(html).toContain('name="maxPrice" value="50000.50"');
    expect(hrefOf(html, "Remove filter Up to ₦50,000.50")).toBe(
      "/products?category=automotive&minPrice=10000&sort=price-asc",
    );
    const reversed = await open("/products?minPrice=50000&maxPrice=10000");
    const { prices: swapped } = await open(hrefOf(reversed.html, "Swap them"));
    expect(swapped.length).toBeGreaterThan(0);
    expect(swapped.every((price) => price >= 10_000 && price <= 50_000)).toBe(true);
  });

  test.each([
    ["price-desc", -1],
    ["name-asc", 1],
    ["name-desc", -1],
  ] as const)("sorted by %s the goods are in that order", async (sort, direction) => {
    const { prices, names } = await open(`/products?sort=${sort}`);
    const shown: (string | number)[] = sort === "price-desc" ? prices : names.map((name) => name.split(" ")[0] ?? "");
    expect(new Set(shown).size).toBeGreaterThan(3);
    expect(shown).toEqual(shown.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)));
  });

  test.each([
    ["page=-1", "That page number makes no sense"],
    ["minPrice=abc", "The minimum price “abc” is not an amount"],
    ["maxPrice=1e9", "The maximum price “1e9” is not an amount"],
    ["sort=x", "We do not know that order"],
    ["category=none", "We do not know that category"],
  ])("%s is left out, and said", async (query, sentence) => {
    const { words, cards } = await open(`/products?${query}`);
    expect(words).toContain(sentence);
    expect(cards).toHaveLength(12);
  });
});

test("a category has banner, count, sub-categories and filters; the empty one leads to all products", async () => {
  const { html, words } = await open("/category/grocery-gourmet-food");
  expect(html).toMatch(/<h1[^>]*>Grocery &amp; Gourmet Food</);
  expect(html).toContain('src="/files/demo/category-grocery-gourmet-food-320.webp"');
  expect(words).toMatch(/\d+ Products Found/);
  expect(html).toMatch(/aria-label="Parts of Grocery &amp; Gourmet Food".*href="\/category\/rice-grains"/s);
  expect(hrefOf((await open("/category/rice-grains")).html, "Grocery & Gourmet Food")).toBe(
    "/category/grocery-gourmet-food",
  );
  await sql(
    "insert into categories (name, slug, description) values ('Empty shelf', 'empty-shelf', 'Nothing on it yet.')",
  );
  await expect.poll(async () => (await open("/category/empty-shelf")).words).toContain("Nothing on it yet.");
  const empty = await open("/category/empty-shelf");
  expect(empty.words).toContain("0 Products Found");
  expect(hrefOf(empty.html, "Browse all products")).toBe("/products");
});

test("without JavaScript search, filter, menu and cart are forms and links", async () => {
  const { text, html, cards } = await open("/products");
  expect(text).toMatch(/<form role="search"[^>]* action="\/products" method="get">.*?name="search"/s);
  expect(hrefOf(html, "Filter")).toBe("#filters");
  expect(html).toMatch(
    /id="filters".*?<form role="search"[^>]* action="\/products" method="get">.*name="sort".*Apply</s,
  );
  expect(cards[0]).toMatch(/<h2[^>]*><a [^>]*href="\/product\//);
  expect(text).toMatch(/<a href="#site-links"[^>]*aria-label="Menu"/);
  expect(text).toMatch(/<nav id="site-links".*?href="\/products\/best-sellers"/s);
  expect((await open("/cart")).html).toContain('<meta http-equiv="refresh" content="0; url=/cart/basic"/>');
});

/** The badge beside the rating of a product's page. */
const badgeOf = (html: string) => /aria-label="Rated.*?>([^<]+)<\/span><\/p>/s.exec(html.split("<h1")[1] ?? "")?.[1];

describe("a product", () => {
  test("has name, category, price with the old one struck through, percent, badge, rating, delivery, description", async () => {
    const [category] = await sql("select id from categories where slug = 'rice-grains'");
    const { slug } = await goods({
      name: "Argungu ofada rice",
      category_id: String(category?.["id"]),
      price_kobo: 1_000_000,
      discount_price_kobo: 666_700,
      min_order: 4,
      stock_quantity: 1_234,
      distributor: "Argungu Mills",
      description: "Stone-free, from the river.",
    });
    const { html, words, text } = await open(`/product/${slug}`);
    expect(wordsOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? "")).toBe("Argungu ofada rice");
    expect(html).toMatch(/aria-label="Breadcrumb".*href="\/category\/rice-grains"[^>]*>Rice &amp; Grains</s);
    expect(html).toMatch(/<s [^>]*>.*?₦10,000\.00<\/s>/);
    expect(badgeOf(html)).toBe("In Stock");
    for (const said of ["₦6,667.00", "33% off", "Minimum order 4", "Stone-free, from the river."])
      expect(words).toContain(said);
    expect(words).toContain("Delivery in 3-5 business days to all 36 states");
    expect(html).toContain('aria-label="Rated 4.5 out of 5"');
    expect(text).toContain(`<link rel="canonical" href="${shop.url}/product/${slug}"`);
  });

  test.each([
    [11, 1, "In Stock", []],
    [10, 1, "Low Stock", []],
    [1, 1, "Low Stock", []],
    [0, 1, "Out of Stock", ["add", "buy now"]],
    [6, 12, "Too Few Left", ["add", "buy now"]],
  ])("with %i in stock and a minimum of %i says '%s'", async (stock_quantity, min_order, label, disabled) => {
    const { html } = await open(`/product/${(await goods({ stock_quantity, min_order })).slug}`);
    expect(badgeOf(html)).toBe(label);
    // Cards of other goods may say the same.
    const own = html.split("<article")[0];
    expect(own?.includes("Only 6 left, less than the minimum order")).toBe(label === "Too Few Left");
    const buttons = html.matchAll(/<button type="submit"[^>]* disabled=""[^>]* data-tap="(add|buy now)"/g);
    expect(Array.from(buttons, ([, tap]) => tap)).toEqual(disabled);
  });

  test.each(["no-such-thing", "00000000-0000-4000-8000-000000000000", "%3Cscript%3E"])(
    "%s is not found",
    async (id) => {
      const { status, words, text } = await open(`/product/${id}`);
      expect([status, words]).toEqual([404, expect.stringContaining("Oops! Page not found")]);
      expect(text).toContain("<title>Page not found | Oja</title>");
    },
  );

  test("shows up to eight more of its distributor and four related ones, each once and not itself", async () => {
    const [category] = await sql("select id from categories where slug = 'rice-grains'");
    const made = await makeProducts(shop.shop.db, 10, (index) => ({
      name: `Bodija sesame ${index}`,
      distributor: "Bodija Sesame House",
      category_id: String(category?.["id"]),
      stock_quantity: 100 + index,
    }));
    const { html, names } = await open(`/product/${made[0]?.slug}`);
    const more = html.slice(html.indexOf("More from Bodija Sesame House"), html.indexOf("Related Products"));
    expect(more.match(/<article/g)).toHaveLength(8);
    expect(names).toHaveLength(12);
    expect(names).not.toContain("Bodija sesame 0");
    expect(new Set(names).size, "one product stands in one place").toBe(12);
  });
});
