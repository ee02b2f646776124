import { categoryHref, productHref } from "#app/features/products/links.ts";
import { listingHref, type ListingState } from "#app/features/search/rules/listing-links.ts";
import { TYPED } from "./search-texts.ts";

/** Kinds of visits, in percent of all. */
export const SHARES = { browse: 90, search: 6, cart: 3, checkout: 1 } as const;
export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as Kind[];

/** A number of at least 0 and below 1, like `Math.random`. */
type Random = () => number;

/** What visitors ask for; the first products and categories are the most popular. */
export type Catalogue = {
  slugs: readonly string[];
  categories: readonly { slug: string; pages: number }[];
  /** Cart lines of products with enough stock for every buyer. */
  goods: readonly { id: string; quantity: number }[];
};

/** Without a common factor with 100: kinds with a small share are not next to each other. */
const SPREAD = 37;
const PAGES_AHEAD = 4;
const MOST_LINES = 5;
/** Share of pages that React Router fetches as data, because the visitor is already in the shop. */
const CLIENT_SHARE = 1 / 3;
/** Share of search texts that are a product's own words, each of which is rare. */
const RARE_SHARE = 1 / 2;

/** The kind of a visit: a hundred in succession have exactly the shares, and each process gets every kind. */
export function kindOf(visitor: number): Kind {
  let left = (visitor * SPREAD + Math.floor(visitor / 100)) % 100;
  return KINDS.find((kind) => (left -= SHARES[kind]) < 0) ?? "browse";
}

/** One of `list` close to Zipf's law: the tenth is picked about a tenth as often as the first. */
export function popular<Item>(list: readonly Item[], random: Random): Item {
  return at(list, Math.floor(list.length ** random()) - 1);
}

/** Milliseconds until the next of `perSecond` visits that arrive independently of each other. */
export function untilNext(perSecond: number, random: Random): number {
  return (-Math.log(1 - random()) / perSecond) * 1_000;
}

/** The address of a page: home, a category, its next pages, sorted or filtered, or a product. */
export function browsed({ slugs, categories }: Catalogue, random: Random): string {
  const share = random();
  if (share < 0.1) return "/";
  const isData = random() < CLIENT_SHARE;
  if (share < 0.5) {
    const { slug, pages } = popular(categories, random);
    const state: Partial<ListingState> =
      share < 0.25 ? {} : share < 0.4 ? { page: Math.min(pages, 2 + whole(PAGES_AHEAD, random)) } : narrowed(random);
    return listingHref(categoryHref(slug) + (isData ? ".data" : ""), state);
  }
  return productHref(popular(slugs, random)) + (isData ? ".data" : "");
}

/** The addresses of a search: the suggestions for what is typed first, then the results. */
export function searched({ slugs }: Catalogue, random: Random): [suggestion: string, results: string] {
  const isRare = random() < RARE_SHARE;
  const text = isRare
    ? popular(slugs, random).split("-").slice(0, 2).join(" ")
    : at(TYPED, whole(TYPED.length, random));
  const typed = text.slice(0, Math.ceil(text.length / 2));
  return [
    `/search/suggest?${new URLSearchParams({ q: typed }).toString()}`,
    listingHref("/products", { search: text }),
  ];
}

/** The lines of a cart, each of another product. */
export function filled({ goods }: Catalogue, random: Random): Catalogue["goods"] {
  const lines = 1 + whole(MOST_LINES, random);
  return [...new Set(Array.from({ length: lines }, () => at(goods, whole(goods.length, random))))];
}

function narrowed(random: Random): Partial<ListingState> {
  return random() < 0.5 ? { sort: "price-asc" } : { inStock: true, maxOrder: 1 + whole(50, random) };
}

function whole(below: number, random: Random): number {
  return Math.floor(random() * below);
}

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error("Visitors find nothing in an empty shop.");
  return item;
}
