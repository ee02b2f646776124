import { setTimeout as wait } from "node:timers/promises";
import { hasPatroni, startPatroniCluster } from "#tests/setup/patroni.ts";
import { startPostgresPair, type PostgresPair } from "#tests/setup/postgres-pair.ts";
import { openMarket, type Balance } from "./buyers.ts";
import { count, information, type Figure } from "./figures.ts";
import { startReaders } from "./readers.ts";
import type { World } from "./world.ts";

const FAILOVERS = 5;
/** So long a cluster needs at least until it takes a server for dead. */
const NOTICED_MS = 1_000;
const BACK_MS = 5_000;

export type FailoverReport = Balance & {
  /** Public pages that were answered with 200, and the others by their status or error. */
  pages: number;
  badPages: Record<string, number>;
  /** The longest time from a promotion until each process has started a payment again, in ms. */
  backMs: number;
};

/** A cluster whose primary can be killed; `promote` resolves when another server is the primary. */
type Cluster = Pick<PostgresPair, "url" | "killPrimary" | "promote" | "rebuild" | "stop"> & { replicaUrl?: string };

/** The primary of a cluster is killed repeatedly while buyers pay at two processes: of two servers, and of Patroni. */
export async function failover(world: World): Promise<Figure[]> {
  const load = { failovers: FAILOVERS, buyers: 6, folder: world.folder };
  const pair = "primary with a synchronous standby";
  const figures = figuresOf(pair, await failOverUnderLoad({ ...load, cluster: await startPair() }));
  const patroni = "primary of three servers with Patroni and HAProxy, public pages from a standby,";
  if (!hasPatroni())
    return [...figures, information(patroni, "skipped: patroni, etcd, haproxy or PostgreSQL is not installed")];
  return [
    ...figures,
    ...figuresOf(patroni, await failOverUnderLoad({ ...load, cluster: await startPatroniCluster() })),
  ];
}

/** Two servers without a cluster manager: the standby is promoted as late as one would do it. */
export async function startPair(): Promise<Cluster> {
  const pair = await startPostgresPair();
  const promote = async () => {
    await wait(NOTICED_MS);
    await pair.promote();
  };
  return { ...pair, promote };
}

function figuresOf(primary: string, report: FailoverReport): Figure[] {
  const { alive, answered, failed, paid, orders, missingPieces, violated, pages, badPages, backMs } = report;
  const others = Object.entries(badPages).map(([answer, times]) => `, ${answer}: ${times}`);
  const what = `${primary} killed ${FAILOVERS} times while buyers pay at 2 processes`;
  return [
    {
      what: `${what}: nothing is lost`,
      goal: "both alive, orders = payments, stock adds up",
      figure: `${alive ? "both alive" : "a process died"}; ${count(paid)} payments, ${count(orders)} orders, ${missingPieces} pieces missing (${count(answered)} requests answered, ${count(failed)} failed)${violated.map((sentence) => `; not so: ${sentence}`).join("")}`,
      met: alive && orders === paid && missingPieces === 0 && violated.length === 0,
    },
    {
      what: `${what}: public pages`,
      goal: "each is answered with 200",
      figure: `${count(pages)} with 200${others.join("")}`,
      met: others.length === 0,
    },
    {
      what: `${what}: a payment starts again at each process after the promotion`,
      goal: `<= ${count(BACK_MS)} ms`,
      figure: `${count(backMs)} ms at most`,
      met: backMs <= BACK_MS,
    },
  ];
}

type Options = { cluster: Cluster; failovers: number; buyers: number; folder: () => string };

/** Kills the primary of `cluster` `failovers` times under the load of `buyers` and readers, counts, and stops it. */
export async function failOverUnderLoad({ cluster, failovers, buyers, folder }: Options): Promise<FailoverReport> {
  const { url, replicaUrl } = cluster;
  try {
    const settings = async () => (replicaUrl ? { DATABASE_REPLICA_URL: replicaUrl } : {}) as Record<string, string>;
    const market = await openMarket({ url, buyers, folder, settings });
    const readers = await startReaders(market);
    try {
      let backMs = 0;
      for (let done = 0; done < failovers; done += 1) {
        await market.sell(2 * buyers);
        await cluster.killPrimary();
        await cluster.promote();
        const promoted = performance.now();
        await market.untilBack();
        backMs = Math.max(backMs, Math.round(performance.now() - promoted));
        await market.sell(buyers);
        await cluster.rebuild();
      }
      await market.sell(2 * buyers);
      const read = await readers.stop();
      return { ...(await market.balance()), ...read, backMs };
    } finally {
      await readers.stop();
      await market.close();
    }
  } finally {
    await cluster.stop();
  }
}
