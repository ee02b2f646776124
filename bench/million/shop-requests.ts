import { SWITCHES } from "#app/features/search/rules/listing-links.ts";
import { startInput } from "#tests/fixtures/checkout.ts";
import { postJson } from "../mixed-load.ts";
import { TYPED } from "../search-texts.ts";
import { dropCache, half, maxPrice, nth, page, text, type Kind } from "./kinds.ts";
import { CATEGORY, WITH_OPTIONS } from "./shop.ts";

export const SEARCH = "search";
/** Characters of a search that is too long. */
const TOO_LONG = 10_000;
/** In naira; the highest that a filter takes. */
const MOST_NAIRA = 99_999_999;
/** Cards that a product page asks for: those that the visitor saw. */
const SEEN = 8;

const SORTED = ["name-asc", "price-asc", "piece-price", "content-price"] as const;
const FLAG_LISTS = ["featured", "best-sellers", "new-arrivals"];
const WITHOUT_PRODUCTS =
  "about, contact, faq, suppliers, supplier-registration, custom-order, terms-of-service, privacy-policy, blog, cart, wishlist".split(
    ", ",
  );

const LISTINGS: readonly Kind[] = [
  page("home, cache dropped", () => "/", { before: dropCache }),
  page("category, page 1, cache dropped", () => `/category/${CATEGORY}`, { before: dropCache }),
  page("category with a new filter", (turn) => `/category/${CATEGORY}?${maxPrice(turn, 1)}`),
  page("category, middle page with a new filter", (turn, { pages }) => {
    return `/category/${CATEGORY}?${maxPrice(turn, 2)}&page=${Math.floor(pages.category / 2)}`;
  }),
  page("listing with facets, counted anew", (turn) => {
    return `/category/${WITH_OPTIONS}?option=size%3Al&option=size%3Am&${maxPrice(turn, 3)}&inStock=1`;
  }),
  page("all products as .data with a new filter", (turn) => `/products.data?${maxPrice(turn, 4)}`),
  page("all products as .data with a new price that a tenth exceed", (turn) => {
    return `/products.data?maxPrice=${147_000 + turn}`;
  }),
  page("all products with a new filter", (turn) => `/products?${maxPrice(turn, 5)}`),
  ...SORTED.map((sort, n) =>
    page(`all products by ${sort} with a new filter`, (turn) => `/products?sort=${sort}&${maxPrice(turn, 10 + n)}`),
  ),
  ...SWITCHES.map((name, n) =>
    page(`all products, ${name}, with a new filter`, (turn) => `/products?${name}=1&${maxPrice(turn, 20 + n)}`),
  ),
  ...FLAG_LISTS.map((name) => page(`${name}, cache dropped`, () => `/products/${name}`, { before: dropCache })),
  page("distributor, each another", (turn, { distributors }) => `/distributor/${nth(distributors, turn)}`),
];

const OTHERS: readonly Kind[] = [
  page(SEARCH, (turn) => `/products?search=${text(turn)}`, { rounds: TYPED.length }),
  page("suggestions", (turn) => `/search/suggest?q=${half(turn)}`, { rounds: TYPED.length }),
  page("product page, each another", (turn, { slugs }) => `/product/${nth(slugs, turn)}`, { rounds: 20 }),
  page("cards of the products seen", (turn, { goods }) => {
    const ids = goods.slice(turn, turn + SEEN).map(({ id }) => id);
    return `/products/tiles?ids=${ids.join(",")}`;
  }),
  page("pages without products, each another, cache dropped", (turn) => `/${nth(WITHOUT_PRODUCTS, turn)}`, {
    before: dropCache,
  }),
  page("sitemap, its index, cache dropped", () => "/sitemap.xml", { before: dropCache }),
  page("sitemap, a file of products, cache dropped", (_, { sitemapFile }) => `/sitemap/${sitemapFile}`, {
    before: dropCache,
  }),
  {
    what: "cart check of 60 lines",
    ask: ({ process, goods }, turn) => postJson(`${process.url}/cart/check`, { lines: goods }, turn),
  },
  {
    what: "delivery quote of 60 lines",
    ask: ({ process, goods }, turn) => postJson(`${process.url}/delivery/quote`, { place: "LA", lines: goods }, turn),
  },
  {
    what: "checkout start of 3 lines",
    ask: ({ process, goods }, turn) => {
      const lines = goods.slice(0, 3).map(({ id, quantity }): [string, number] => [id, quantity]);
      return postJson(`${process.url}/checkout/start`, startInput(lines), turn);
    },
  },
];

const many = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`).join("&");
const SIZES = Array.from({ length: 40 }, (_, n) => `size:${n}`);

/** What no shopper means. */
const BAD_INPUT: readonly Kind[] = [
  page("a filter that nothing meets", (turn) => `/products?minPrice=${90_000_000 + turn}`),
  page("page 99,999 with a new filter", (turn) => `/products?page=99999&${maxPrice(turn, 30)}`, { status: 404 }),
  page("a new price range of all", (turn) => `/products?minPrice=0&maxPrice=${MOST_NAIRA - turn}`),
  page("forty values of each facet", (turn, { distributors, brands }) => {
    const values = [many("brand", brands), many("distributor", distributors), many("option", SIZES)];
    return `/products?${values.join("&")}&${maxPrice(turn, 31)}`;
  }),
  page("10,000 characters of search, words", (turn) => `/products?search=${tooLong(turn, "+")}`),
  page("10,000 characters of search, one word", (turn) => `/products?search=${tooLong(turn, "")}`),
];

/** Search texts without their spaces and signs, from another one on each turn. */
function tooLong(turn: number, between: string): string {
  const words = [...TYPED.slice(turn), ...TYPED.slice(0, turn)].flatMap((one) => one.match(/\w+/g) ?? []);
  const once = words.join(between) + between;
  return once.repeat(Math.ceil(TOO_LONG / once.length)).slice(0, TOO_LONG);
}

/** What everybody may ask for. */
export const SHOP_KINDS: readonly Kind[] = [...LISTINGS, ...OTHERS, ...BAD_INPUT];
