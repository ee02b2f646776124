import { count, information, median, time, type Figure } from "./figures.ts";
import { openLoadedShop, type LoadedShop, type Phase, type Takings } from "./loaded-shop.ts";
import { residentMemory } from "./processes.ts";
import { KINDS, SHARES } from "./visits.ts";
import type { World } from "./world.ts";

/** Times in ms. */
export type LoadPlan = {
  /** Visits a second at one process, one rate after the other until it does not sustain one. */
  rates: readonly number[];
  rateMs: number;
  /** A new process compiles its code and renders what everyone opens first: not measured. */
  warmUpMs: number;
  /** One process at half the highest sustained rate, at least at the first; two at the same rate, then at twice that. */
  aloneMs: number;
  pairMs: number;
  /** The memory of the one process may grow until then; it is read every `sampleMs`, and windows are compared. */
  settledMs: number;
  windowMs: number;
  sampleMs: number;
};

export type LoadReport = Takings & {
  climb: Phase[];
  /** Visits a second; null if not even the first rate was sustained. */
  sustained: number | null;
  phases: Phase[];
  memory: MemoryWindows | null;
};

/** Medians of resident bytes: when settled, and at the end. */
export type MemoryWindows = { settled: number; end: number };

const MINUTE = 60_000;
const PLAN: LoadPlan = {
  rates: [10, 20, 40, 70, 100, 150, 220],
  rateMs: 20_000,
  warmUpMs: MINUTE,
  aloneMs: 16 * MINUTE,
  pairMs: MINUTE,
  settledMs: 10 * MINUTE,
  windowMs: 3 * MINUTE,
  sampleMs: 10_000,
};
const SUSTAINED_P95_MS = 500;
/** Medians of three minutes differ by up to 3.3 % without growth: cached pages become garbage every few minutes. */
const MOST_GROWTH = 0.05;
const MEBIBYTE = 1_048_576;
const MIX = KINDS.map((kind) => `${kind} ${SHARES[kind]}`).join(", ");

/** Visitors who browse, search, check carts and pay, at fixed rates, with one process and with two. */
export async function load(world: World): Promise<Figure[]> {
  const report = await loadShop(await world.fullPostgres(), world.folder, PLAN);
  return [sustainedFigure(report), ...report.phases.flatMap(phaseFigures), memoryFigure(report), takingsFigure(report)];
}

/** Puts the shop in the database at `url` under the load of `plan`. */
export async function loadShop(url: string, folder: () => string, plan: LoadPlan): Promise<LoadReport> {
  const shop = await openLoadedShop(url, folder);
  try {
    const climb = await climbRates(shop, plan);
    const sustained = climb.findLast(isSustained)?.perSecond ?? null;
    const rate = Math.max(plan.rates[0] ?? 1, (sustained ?? 0) / 2);
    const { alone, memory } = await shop.withProcesses(1, async (visit, [process]) => {
      await visit(rate, plan.warmUpMs);
      const samples: number[] = [];
      const sample = () => void samples.push(residentMemory(process?.pid ?? 0) ?? Number.NaN);
      const timer = setInterval(sample, plan.sampleMs);
      const phase = await visit(rate, plan.aloneMs).finally(() => clearInterval(timer));
      return { alone: phase, memory: memoryWindows(samples, plan) };
    });
    const pair = await shop.withProcesses(2, async (visit) => {
      await visit(rate, plan.warmUpMs);
      return [await visit(rate, plan.pairMs), await visit(2 * rate, plan.pairMs)];
    });
    return { climb, sustained, phases: [alone, ...pair], memory, ...(await shop.takings()) };
  } finally {
    await shop.close();
  }
}

async function climbRates(shop: LoadedShop, { rates, rateMs, warmUpMs }: LoadPlan): Promise<Phase[]> {
  return await shop.withProcesses(1, async (visit) => {
    const climb: Phase[] = [];
    await visit(rates[0] ?? 1, warmUpMs);
    const isSustainedAt = async (rate: number) => {
      const phase = await visit(rate, rateMs);
      climb.push(phase);
      return isSustained(phase);
    };
    // Other work on the machine may spoil one try of a rate.
    for (const rate of rates) if (!(await isSustainedAt(rate)) && !(await isSustainedAt(rate))) break;
    return climb;
  });
}

function isSustained({ kinds, errors }: Phase): boolean {
  return kinds.browse.p95 <= SUSTAINED_P95_MS && Object.keys(errors).length === 0;
}

/** The windows of `samples`, one each `sampleMs`; null if the system does not report resident bytes. */
export function memoryWindows(
  samples: readonly number[],
  { settledMs, windowMs, sampleMs }: Pick<LoadPlan, "settledMs" | "windowMs" | "sampleMs">,
): MemoryWindows | null {
  if (samples.some(Number.isNaN)) return null;
  const from = settledMs / sampleMs;
  const length = windowMs / sampleMs;
  return { settled: median(samples.slice(from, from + length)), end: median(samples.slice(-length)) };
}

function sustainedFigure({ climb, sustained }: LoadReport): Figure {
  const steps = climb.map(({ perSecond, kinds }) => `${perSecond}: ${time(kinds.browse.p95)}`).join(", ");
  return information(
    `visits a second that one process sustains (95 % of pages within ${SUSTAINED_P95_MS} ms, no errors)`,
    `${sustained ?? "none"} (95 % of pages by rate: ${steps})`,
  );
}

function phaseFigures(phase: Phase): Figure[] {
  const { processes, perSecond, kinds, errors, requests, seconds, cores, cachedShare } = phase;
  const what = `${processes === 1 ? "one process" : `${processes} processes`} at ${perSecond} visits a second`;
  const failed = Object.entries(errors).map(([error, { times, path }]) => `, ${error}: ${times} (${path})`);
  const used = cores === null ? "" : `, ${cores.toFixed(2)} cores of the shop`;
  const generator = (phase.cpuSeconds / seconds).toFixed(2);
  return [
    ...KINDS.map((kind) => {
      const { requests: answered, p50, p95, p99, slowest } = kinds[kind];
      return information(
        `${what}: ${kind}, p50 / p95 / p99`,
        `${time(p50)} / ${time(p95)} / ${time(p99)} (slowest of ${count(answered)} requests ${time(slowest)})`,
      );
    }),
    {
      what: `${what} (${MIX} %): errors`,
      goal: "0",
      figure: `${count(Object.values(errors).reduce((sum, { times }) => sum + times, 0))} of ${count(requests)} requests${failed.join("")} (${(requests / seconds).toFixed(1)} requests/s in ${time(seconds * 1_000)}, ${Math.round(cachedShare * 100)} % from the page cache${used}, ${generator} of the generator)`,
      met: failed.length === 0,
    },
  ];
}

function memoryFigure({ memory }: LoadReport): Figure {
  const minutes = (ms: number) => Math.round(ms / MINUTE);
  const what = `memory of one process in the last ${minutes(PLAN.windowMs)} of ${minutes(PLAN.aloneMs)} minutes against minutes ${minutes(PLAN.settledMs)} to ${minutes(PLAN.settledMs + PLAN.windowMs)} (medians)`;
  if (memory === null) return information(what, "not known on this system");
  const growth = memory.end / memory.settled - 1;
  return {
    what,
    goal: `<= ${MOST_GROWTH * 100} % more`,
    figure: `${(growth * 100).toFixed(1)} % (${count(memory.settled / MEBIBYTE)} MiB, then ${count(memory.end / MEBIBYTE)} MiB)`,
    met: growth <= MOST_GROWTH,
  };
}

function takingsFigure({ paid, orders, mails, violated }: LoadReport): Figure {
  return {
    what: "what the visitors of all rates paid",
    goal: "orders = payments, every invariant holds",
    figure: `${count(paid)} payments, ${count(orders)} orders, ${count(mails)} mails${violated.map((sentence) => `; not so: ${sentence}`).join("")}`,
    met: orders === paid && violated.length === 0,
  };
}
