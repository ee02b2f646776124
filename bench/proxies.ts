import { request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { PROXIES, startProxy, type Proxy } from "#tests/fixtures/proxies.ts";
import { freePort } from "#tests/setup/postgres.global.ts";
import { count, information, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import type { World } from "./world.ts";

const REQUESTS = 8_000;
const CLIENTS = 8;
const LEAST_RESTARTS = 4;
/** As in the guide: a proxy that asks every two seconds notices the new process before the other one stops. */
const NOTICED_MS = 5_000;
/** None of them has a limit: through a proxy on this machine all clients have one address. */
const ASKED: readonly { method: string; path: string; body?: string }[] = [
  { method: "GET", path: "/" },
  { method: "GET", path: "/products" },
  { method: "POST", path: "/functions/v1/get-paystack-key", body: "{}" },
  { method: "GET", path: "/products?min_price=10" },
];

/** Two processes behind each installed proxy, with the file of `deploy/`, are restarted in turns under load. */
export async function proxies(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, isInstalled } of PROXIES) {
    const what = `${count(REQUESTS)} requests (a quarter POST) through ${name} while two processes are restarted in turns`;
    if (!isInstalled) figures.push(information(what, `skipped: ${name} is not installed`));
    else figures.push(await rollingRestart(name, what, await world.emptyPostgres(), world.folder()));
  }
  return figures;
}

async function rollingRestart(
  name: (typeof PROXIES)[number]["name"],
  what: string,
  database: string,
  folder: string,
): Promise<Figure> {
  const ports = [await freePort(), await freePort()] as const;
  const proxy = await startProxy(name, ports);
  const start = (index: 0 | 1) =>
    spawnShop({
      BASE_URL: proxy.url,
      DATABASE_URL: database,
      DATA_DIR: `${folder}/${index}`,
      DEMO: "0",
      LOG_LEVEL: "silent",
      PORT: String(ports[index]),
      SHUTDOWN_DELAY: "5",
      TRUST_PROXY: "1",
    });
  const shops = [await start(0), await start(1)];
  try {
    const load = startLoad(proxy);
    let restarted = 0;
    for (; restarted < LEAST_RESTARTS || load.answered() < REQUESTS; restarted += 1) {
      const index = restarted % 2 === 0 ? 0 : 1;
      await shops[index]?.stop();
      shops[index] = await start(index);
      await wait(NOTICED_MS);
    }
    const { good, bad } = await load.stop();
    const others = [...bad].map(([answer, times]) => `, ${answer}: ${times}`).join("");
    return {
      what,
      goal: "each is answered with 200",
      figure: `${count(good)} of ${count(load.answered())} in ${restarted} restarts${others}`,
      met: bad.size === 0,
    };
  } finally {
    proxy.agent.destroy();
    await Promise.all(shops.map((shop) => shop.stop()));
    await proxy.stop();
  }
}

/** Clients that send the requests of `ASKED` in turn, each one at a time. */
function startLoad(proxy: Proxy) {
  const state = { isOver: false };
  const bad = new Map<number | string, number>();
  let good = 0;
  let wrong = 0;
  const client = async (turn: number) => {
    for (let number = turn; !state.isOver; number += 1) {
      const answer = await ask(proxy, ASKED[number % ASKED.length] ?? { method: "GET", path: "/" });
      if (answer === 200) good += 1;
      else {
        wrong += 1;
        bad.set(answer, (bad.get(answer) ?? 0) + 1);
      }
    }
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    answered: () => good + wrong,
    async stop() {
      state.isOver = true;
      await running;
      return { good, bad };
    },
  };
}

/** The status of an answer, or the code of an error. */
async function ask({ url, agent }: Proxy, { method, path, body }: (typeof ASKED)[number]): Promise<number | string> {
  const headers = body ? { "Content-Type": "application/json", Origin: url } : {};
  return await new Promise((resolve) => {
    const sent = request(url + path, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
      answer.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}
