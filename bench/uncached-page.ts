import { Agent, request } from "node:http";
import type { BareListingOrder } from "./bare-listing.ts";
import { count, kilobytes, median, time, type Figure } from "./figures.ts";
import { cpuSeconds, forkWorker, spawnShop } from "./processes.ts";
import { PRODUCTS, setDemo, type World } from "./world.ts";

const CATEGORY = "grocery-gourmet-food";
const PATH = `/category/${CATEGORY}`;
/** Twice the 0.12 x of a page of 165 KB that was written in small pieces. */
const GOAL = 0.24;
const HTML_BYTES = 70_000;
const ROUNDS = 9;
const CONNECTIONS = 16;
const REQUESTS = { warmUp: 400, page: 80, bare: 400 };
/** In naira; each request has a filter of its own, so that no page and no count is cached. */
const FIRST_PRICE = 100_000;

type Server = { url: string; pid: number };
type Round = { rate: number; cpuMs: number | null };

/**
 * Pages of a category of 50,000 products that nobody has asked for, on PostgreSQL, in turns with a bare node:http server
 * that asks the same database for the rows and their number and answers JSON.
 */
export async function uncachedPage(world: World): Promise<Figure[]> {
  const databaseUrl = await world.fullPostgres();
  await setDemo(databaseUrl, PRODUCTS);
  const shop = await spawnShop({
    DATABASE_URL: databaseUrl,
    DATA_DIR: world.folder(),
    DEMO_PRODUCTS: String(PRODUCTS),
  });
  const order: BareListingOrder = { databaseUrl, category: CATEGORY };
  const worker = await forkWorker("bare-listing.ts", order);
  const bare = { url: `http://127.0.0.1:${String(worker.answer)}`, pid: worker.pid };
  let price = FIRST_PRICE;
  const load = async (server: Server, requests: number) => {
    price += requests;
    return await ask(server, price - requests, requests);
  };
  await load(shop, REQUESTS.warmUp);
  await load(bare, REQUESTS.warmUp);
  const rounds: { page: Round; bare: Round }[] = [];
  while (rounds.length < ROUNDS)
    rounds.push({ page: await load(shop, REQUESTS.page), bare: await load(bare, REQUESTS.bare) });
  const documents = await Promise.all(["/products", PATH].map((path) => html(shop.url, path)));
  await worker.stop();
  await shop.stop();
  return [beside(rounds), ...documents];
}

function beside(rounds: readonly { page: Round; bare: Round }[]): Figure {
  const ratio = median(rounds.map(({ page, bare }) => page.rate / bare.rate));
  const of = (kind: "page" | "bare") => {
    const cpu = rounds.flatMap((round) => round[kind].cpuMs ?? []);
    const rate = `${count(median(rounds.map((round) => round[kind].rate)))} requests/s`;
    return cpu.length === 0 ? rate : `${rate}, ${time(median(cpu))} of processor`;
  };
  return {
    what: `uncached page of a category of ${count(PRODUCTS)} products against bare node:http with pg (${CONNECTIONS} connections, ${ROUNDS} rounds in turns)`,
    goal: `>= ${GOAL} x of its requests/s`,
    figure: `${ratio.toFixed(2)} x (page ${of("page")}; bare ${of("bare")})`,
    met: ratio >= GOAL,
  };
}

/** Requests with prices from `first` on, as many at once as there are connections. */
async function ask({ url, pid }: Server, first: number, requests: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = cpuSeconds(pid);
  const from = performance.now();
  await Promise.all(Array.from({ length: requests }, (_, i) => read(agent, `${url}${PATH}?maxPrice=${first + i}`)));
  const seconds = (performance.now() - from) / 1_000;
  const after = cpuSeconds(pid);
  agent.destroy();
  return {
    rate: requests / seconds,
    cpuMs: before === null || after === null ? null : ((after - before) * 1_000) / requests,
  };
}

async function read(agent: Agent, url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { agent, headers: { "Accept-Encoding": "gzip, deflate, br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on("end", resolve).resume();
    });
    sent.on("error", reject).end();
  });
}

async function html(url: string, path: string): Promise<Figure> {
  const document = await fetch(url + path, { headers: { "Accept-Encoding": "identity" } });
  const { length } = await document.bytes();
  return {
    what: `HTML of ${path}, uncompressed`,
    goal: `<= ${kilobytes(HTML_BYTES)}`,
    figure: kilobytes(length),
    met: length <= HTML_BYTES,
  };
}
