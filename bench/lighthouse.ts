import { createServer, type AddressInfo } from "node:net";
import { launchBrowser } from "./browser.ts";
import { median, time, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import type { World } from "./world.ts";

const GOALS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const CATEGORIES = Object.keys(GOALS) as (keyof typeof GOALS)[];
const ROUNDS = 3;

type Scores = Record<keyof typeof GOALS, number>;
type Metrics = { paint: number; largest: number; blocked: number; shift: number };
type Visit = { scores: Scores; metrics: Metrics; failed: string[] };

/** Lighthouse's own phone and slow network, three times each page in turns; pages come from the page cache. */
export async function lighthouse(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  const port = await freePort();
  const browser = await launchBrowser(port);
  const pages = [
    ["home", "/"],
    ["listing", "/products"],
    ["product", await anyProduct(shop.url)],
  ] as const;
  for (const [, path] of pages) await (await fetch(shop.url + path)).arrayBuffer();
  const visits = new Map<string, Visit[]>(pages.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, path] of pages) visits.get(name)?.push(await visit(shop.url + path, port));
  }
  await browser.close();
  await shop.stop();
  return [...visits].map(([name, all]) => figureOf(name, all));
}

async function visit(url: string, port: number): Promise<Visit> {
  const { default: run } = await import("lighthouse");
  const result = await run(url, { port, onlyCategories: CATEGORIES, logLevel: "error", output: "json" });
  if (!result) throw new Error(`Lighthouse had no result for ${url}.`);
  const { categories, audits } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const scores = Object.fromEntries(CATEGORIES.map((id) => [id, score(id)])) as Scores;
  const judged = CATEGORIES.slice(1).flatMap((id) => categories[id]?.auditRefs ?? []);
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

function figureOf(name: string, visits: readonly Visit[]): Figure {
  const scores = CATEGORIES.map((id) => [id, median(visits.map((one) => one.scores[id]))] as const);
  const metric = (id: keyof Metrics) => median(visits.map((one) => one.metrics[id]));
  const times = [
    `first paint ${time(metric("paint"))}`,
    `largest ${time(metric("largest"))}`,
    `blocked ${time(metric("blocked"))}`,
    `shift ${metric("shift").toFixed(3)}`,
  ];
  const failed = [...new Set(visits.flatMap((one) => one.failed))];
  return {
    what: `Lighthouse mobile: ${name} (median of ${ROUNDS})`,
    goal: CATEGORIES.map((id) => `${id} ${GOALS[id] === 100 ? "" : ">= "}${GOALS[id]}`).join(", "),
    figure: `${scores.map(([id, score]) => `${id} ${score}`).join(", ")} (${[...times, ...failed].join(", ")})`,
    met: scores.every(([id, score]) => score >= GOALS[id]),
  };
}

/** The address of a product that the home page shows. */
async function anyProduct(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const path = /href="(\/product\/[^"]+)"/.exec(html)?.[1];
  if (!path) throw new Error("The home page links no product.");
  return path;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
