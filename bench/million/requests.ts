import { setTimeout as wait } from "node:timers/promises";
import { startInput } from "#tests/fixtures/checkout.ts";
import { timed } from "../figures.ts";
import { postJson, send } from "../mixed-load.ts";
import { TYPED } from "../search-texts.ts";
import { CATEGORY, WITH_OPTIONS, type MeasuredShop } from "./shop.ts";

/** Asks a shop something that it has not answered before; `turn` is another one at each call. */
type Ask = (shop: MeasuredShop, turn: number) => Promise<unknown>;
type Kind = { what: string; ask: Ask; rounds?: number; before?: (shop: MeasuredShop) => Promise<unknown> };

/** Milliseconds of each round. */
export type Sample = { what: string; small: number[]; large: number[] };

const ROUNDS = 9;
/** The first round opens connections and fills caches. */
const WARM_UP = 1;
/** As long as a notification takes, and more. */
const NOTICE_MS = 150;

const page =
  (path: (turn: number, shop: MeasuredShop) => string): Ask =>
  (shop, turn) =>
    send(shop.process.url + path(turn, shop), turn);
const adminPage =
  (path: (turn: number, shop: MeasuredShop) => string): Ask =>
  async (shop, turn) => {
    const { status } = await shop.admin.get(path(turn, shop));
    if (status !== 200) throw new Error(`${path(turn, shop)} answered ${status}.`);
  };
/** A filter that nobody has asked for, and that all products pass. Each kind has thousands of its own. */
const maxPrice = (turn: number, kind: number) => `maxPrice=${900_000 + kind * 1_000 + turn}`;
const text = (turn: number) => encodeURIComponent(TYPED[turn % TYPED.length] ?? "");
const half = (turn: number) => {
  const typed = TYPED[turn % TYPED.length] ?? "";
  return encodeURIComponent(typed.slice(0, Math.ceil((typed.length * 2) / 3)));
};

/** Drops the page cache, and nothing else: the notice of changed settings. */
const dropCache = async ({ database }: MeasuredShop) => {
  await database.sql("notify settings");
  await wait(NOTICE_MS);
};

export const SEARCH = "search";

export const KINDS: readonly Kind[] = [
  { what: "home, cache dropped", ask: page(() => "/"), before: dropCache },
  { what: "category, page 1, cache dropped", ask: page(() => `/category/${CATEGORY}`), before: dropCache },
  { what: "category with a new filter", ask: page((turn) => `/category/${CATEGORY}?${maxPrice(turn, 1)}`) },
  {
    what: "category, middle page with a new filter",
    ask: page((turn, { pages }) => `/category/${CATEGORY}?${maxPrice(turn, 2)}&page=${Math.floor(pages.category / 2)}`),
  },
  {
    what: "listing with facets, counted anew",
    ask: page((turn) => `/category/${WITH_OPTIONS}?option=size%3Al&option=size%3Am&${maxPrice(turn, 3)}&inStock=1`),
  },
  { what: "all products as .data with a new filter", ask: page((turn) => `/products.data?${maxPrice(turn, 4)}`) },
  {
    what: "all products as .data with a new price that a tenth exceed",
    ask: page((turn) => `/products.data?maxPrice=${147_000 + turn}`),
  },
  { what: SEARCH, ask: page((turn) => `/products?search=${text(turn)}`), rounds: TYPED.length },
  { what: "suggestions", ask: page((turn) => `/search/suggest?q=${half(turn)}`), rounds: TYPED.length },
  { what: "product page, each another", ask: page((turn, { slugs }) => `/product/${slugs[turn]}`), rounds: 20 },
  {
    what: "cart check of 60 lines",
    ask: (shop, turn) => postJson(`${shop.process.url}/cart/check`, { lines: shop.goods }, turn),
  },
  {
    what: "checkout start of 3 lines",
    ask: ({ process, goods }, turn) => {
      const lines = goods.slice(0, 3).map(({ id, quantity }): [string, number] => [id, quantity]);
      return postJson(`${process.url}/checkout/start`, startInput(lines), turn);
    },
  },
  { what: "admin products", ask: adminPage(() => "/admin/products") },
  { what: "admin products, search", ask: adminPage((turn) => `/admin/products?q=${text(turn * 3)}`) },
  { what: "admin products, low on stock", ask: adminPage(() => "/admin/products?stock=low") },
  { what: "admin products by stock", ask: adminPage(() => "/admin/products?sort=stock") },
  { what: "admin products, last page", ask: adminPage((_, { pages }) => `/admin/products?page=${pages.admin}`) },
  { what: "admin orders", ask: adminPage(() => "/admin/orders") },
  { what: "admin overview", ask: adminPage(() => "/admin/overview") },
];

/** Asks both shops each kind of request in turns. */
export async function inTurns(small: MeasuredShop, large: MeasuredShop): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { what, ask, rounds = ROUNDS, before } of KINDS) {
    const sample: Sample = { what, small: [], large: [] };
    for (let round = -WARM_UP; round < rounds; round += 1) {
      for (const [into, shop] of [
        [sample.small, small],
        [sample.large, large],
      ] as const) {
        await before?.(shop);
        const ms = await timed(() => ask(shop, round + WARM_UP));
        if (round >= 0) into.push(ms);
      }
    }
    samples.push(sample);
  }
  return samples;
}
