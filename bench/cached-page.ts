import { request } from "node:http";
import type { BareOrder } from "./bare-server.ts";
import { count, median, type Figure } from "./figures.ts";
import type { OneAddressAnswer, OneAddressOrder } from "./one-address.ts";
import { cpuSeconds, forkWorker, spawnShop } from "./processes.ts";
import { warm } from "./warm.ts";
import type { World } from "./world.ts";

const PATHS = ["/", "/category/grocery-gourmet-food?sort=price-asc&page=2"];
const GOAL = 0.85;
const ROUNDS = 7;
const LOAD = { connections: 16, warmUpMs: 400, measureMs: 1_500 };
/** Chromium's request headers, so that the shop parses realistic requests. */
const HEADERS = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-NG,en;q=0.9",
};

type Round = { rate: number; serverMicros: number | null; loadMicros: number };

/**
 * A cached page compared with a bare node:http server that sends the same bytes, in alternating runs under the same
 * load.
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
  const { hostname, port } = new URL(shopUrl);
  const shopRounds: Round[] = [];
  const bareRounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    shopRounds.push(await load(hostname, Number(port), path, shopPid));
    bareRounds.push(await load(hostname, Number(bare.answer), path, bare.pid));
  }
  await bare.stop();
  const ratio = median(shopRounds.map((one, round) => one.rate / (bareRounds[round]?.rate ?? Number.NaN)));
  const rate = (rounds: Round[]) => count(median(rounds.map((one) => one.rate)));
  return {
    what: `cached page ${path} against bare node:http (${LOAD.connections} connections, ${ROUNDS} rounds in turns)`,
    goal: `>= ${GOAL * 100} % of its requests/s`,
    figure: `${(ratio * 100).toFixed(0)} % (${rate(shopRounds)} to ${rate(bareRounds)} requests/s${cpuNote(shopRounds, bareRounds)})`,
    met: ratio >= GOAL,
  };
}

async function load(host: string, port: number, path: string, pid: number): Promise<Round> {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  const order: OneAddressOrder = { host, port, request: `${lines.join("\r\n")}\r\n\r\n`, ...LOAD };
  const before = cpuSeconds(pid);
  const answer = (await forkWorker("one-address.ts", order)).answer as OneAddressAnswer;
  const after = cpuSeconds(pid);
  // The server's processor time includes the warm-up, which has the same load as the measured part.
  const served = answer.requests * ((LOAD.measureMs + LOAD.warmUpMs) / LOAD.measureMs);
  return {
    rate: answer.requests / answer.seconds,
    serverMicros: before === null || after === null ? null : ((after - before) * 1e6) / served,
    loadMicros: answer.cpuMicros / answer.requests,
  };
}

/** The load generator must need less time per request than the server, or the generator would be measured. */
function cpuNote(shopRounds: readonly Round[], bareRounds: readonly Round[]): string {
  const micros = (rounds: readonly Round[]) => median(rounds.flatMap((one) => one.serverMicros ?? []));
  if (shopRounds.some((one) => one.serverMicros === null)) return "";
  const generator = median(shopRounds.map((one) => one.loadMicros));
  return `; processor µs per request: shop ${micros(shopRounds).toFixed(0)}, bare ${micros(bareRounds).toFixed(0)}, generator ${generator.toFixed(0)}`;
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
