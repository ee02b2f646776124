import { matchRoutes, type RouteObject } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { readListing } from "#app/features/search/schema.ts";
import { listQuery, readList } from "#app/lib/list.ts";
import routes from "#app/routes.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { inTurns, KINDS } from "./requests.ts";
import type { MeasuredShop } from "./shop.ts";

const URL_OF_SHOP = "http://shop.example";
const SHOP = {
  process: { url: URL_OF_SHOP },
  database: { sql: async () => ({ rows: [] }) },
  admin: new Visitor(URL_OF_SHOP),
  slugs: Array.from({ length: 300 }, (_, n) => `product-${n}`),
  goods: Array.from({ length: 60 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    quantity: 1,
  })),
  distributors: ["lagos-foods", "aba-textiles"],
  brands: ["royal-grain", "eko-shine"],
  categories: ["00000000-0000-4000-8000-000000000000"],
  buyers: ["Bola Ade"],
  sitemapFile: "products-0.xml",
  pages: { category: 100, admin: 400 },
} as unknown as MeasuredShop;

/** Answers every request, and records it. */
function recorded(): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (address: string | URL) => {
    const url = new URL(address);
    asked.push(url);
    return new Response("", { status: url.searchParams.get("page") === "99999" ? 404 : 200 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

test.each(KINDS.map((kind) => [kind.what, kind] as const))("%s is asked at an address of the shop", async (_, kind) => {
  const asked = recorded();
  for (const turn of [0, 1, 9]) await kind.ask(SHOP, turn);
  for (const { pathname, searchParams } of asked) {
    const route = matchRoutes(routes as RouteObject[], pathname.replace(/\.data$/, ""))?.at(-1)?.route;
    expect(route?.path ?? (route?.index && "/")).toMatch(/[^*]/);
    if (/^\/(products|category|distributor)/.test(pathname)) {
      const words = readListing(searchParams).notices.filter((notice) => !/^(Only 30|We searched for)/.test(notice));
      expect(words).toEqual([]);
    }
    if (pathname === PRODUCTS.path) {
      const read = new URLSearchParams(listQuery(PRODUCTS, readList(PRODUCTS, searchParams)));
      for (const [name, value] of searchParams)
        if (name !== "page") expect([name, read.get(name)]).toEqual([name, value]);
    }
  }
});

test("kinds have names of their own, and ask both shops in turns, after a first round that is not counted", async () => {
  expect(new Set(KINDS.map(({ what }) => what)).size).toBe(KINDS.length);
  const turns: string[] = [];
  const ask = async ({ products }: MeasuredShop, turn: number) => turns.push(`${products} ${turn}`);
  const [small, large] = [
    { ...SHOP, products: 5 },
    { ...SHOP, products: 100 },
  ];
  const [sample] = await inTurns(small, large, [{ what: "one", ask, rounds: 2 }]);
  expect(turns).toEqual(["5 0", "100 0", "5 1", "100 1", "5 2", "100 2"]);
  expect([sample?.small.length, sample?.large.length]).toEqual([2, 2]);
});

test("a kind that fails is told, and the others are measured", async () => {
  const error = new Error("/gone answered 404.");
  const failing = { what: "failing", ask: async () => await Promise.reject(error) };
  const samples = await inTurns(SHOP, SHOP, [failing, { what: "other", ask: async () => {} }]);
  expect(samples.map((one) => [one.what, one.error, one.large.length])).toEqual([
    ["failing", error, 0],
    ["other", undefined, 9],
  ]);
});
