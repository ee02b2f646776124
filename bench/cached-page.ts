import { request } from "node:http";
import autocannon from "autocannon";
import type { BareOrder } from "./bare-server.ts";
import { count, median, type Figure } from "./figures.ts";
import { cpuSeconds, forkWorker, spawnShop } from "./processes.ts";
import { warm } from "./warm.ts";
import type { World } from "./world.ts";

const PATHS = ["/", "/category/grocery-gourmet-food?sort=price-asc&page=2"];
const GOAL = 0.85;
const ROUNDS = 7;
const LOAD = { connections: 16, duration: 3 };
/** Chromium's request headers, so that the shop parses realistic requests. */
const HEADERS = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-NG,en;q=0.9",
};

/** Requests per second, and the server's processor time for each; null if the system does not report it. */
type Round = { rate: number; micros: number | null };

/**
 * A cached page compared with a bare node:http server that sends the same bytes, in alternating runs under the same
 * load. The ratio is that of the processor times where they are known: a generator that is slower than the servers
 * would make their rates equal.
 */
export async function cachedPage(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  const figures: Figure[] = [];
  for (const path of PATHS) figures.push(await comparePage(shop.url, shop.pid, path));
  await shop.stop();
  return figures;
}

async function comparePage(shopUrl: string, shopPid: number, path: string): Promise<Figure> {
  await warm(shopUrl + path);
  const page = await fetchRaw(shopUrl, path);
  const bare = await forkWorker("bare-server.ts", page);
  const bareUrl = `http://127.0.0.1:${Number(bare.answer)}`;
  const shopRounds: Round[] = [];
  const bareRounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    shopRounds.push(await load(shopUrl + path, shopPid));
    bareRounds.push(await load(bareUrl + path, bare.pid));
  }
  await bare.stop();
  const ratio = median(shopRounds.map((shop, round) => throughput(shop, bareRounds[round])));
  const rate = (rounds: Round[]) => count(median(rounds.map((one) => one.rate)));
  const micros = (rounds: Round[]) => median(rounds.map((one) => one.micros ?? Number.NaN)).toFixed(0);
  const times = `processor µs per request: shop ${micros(shopRounds)}, bare ${micros(bareRounds)}`;
  return {
    what: `cached page ${path} against bare node:http (${LOAD.connections} connections, ${ROUNDS} rounds in turns)`,
    goal: `>= ${GOAL * 100} % of its requests per processor second`,
    figure: `${(ratio * 100).toFixed(0)} % (${times}; ${rate(shopRounds)} to ${rate(bareRounds)} requests/s)`,
    met: ratio >= GOAL,
  };
}

/** How many requests the shop answers while the bare server answers one. */
function throughput(shop: Round, bare: Round | undefined): number {
  if (!bare) return Number.NaN;
  return shop.micros === null || bare.micros === null ? shop.rate / bare.rate : bare.micros / shop.micros;
}

async function load(url: string, pid: number): Promise<Round> {
  const before = cpuSeconds(pid);
  const { requests, duration, errors, non2xx } = await autocannon({ url, headers: HEADERS, ...LOAD });
  const after = cpuSeconds(pid);
  if (errors + non2xx > 0 || requests.total === 0) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals.`);
  const micros = before === null || after === null ? null : ((after - before) * 1e6) / requests.total;
  return { rate: requests.total / duration, micros };
}

/** The raw response, without the headers that node:http adds itself. */
async function fetchRaw(url: string, path: string): Promise<BareOrder> {
  return await new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { headers: HEADERS, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const pairs = response.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? ""]] : []));
        const own = pairs.filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name ?? ""));
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`));
        else resolve({ headers: own.flat(), body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
