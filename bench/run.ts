import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../scripts/prepare.mjs";
import { notMeasured, resultsPage, verdict, type Figure, type Machine, type Section } from "./figures.ts";
import { endAll } from "./processes.ts";
import { createWorld, type World } from "./world.ts";

type Measure = (world: World) => Promise<Figure[]>;

/** Imported one by one after NODE_ENV is set, which React reads when it is loaded. */
const BUDGETS: Record<string, () => Promise<Measure>> = {
  "first-start": async () => (await import("./first-start.ts")).firstStart,
  "first-route": async () => (await import("./first-route.ts")).firstRoute,
  "cached-page": async () => (await import("./cached-page.ts")).cachedPage,
  "uncached-page": async () => (await import("./uncached-page.ts")).uncachedPage,
  listing: async () => (await import("./listing.ts")).listing,
  search: async () => (await import("./search.ts")).search,
  "orders-list": async () => (await import("./orders-list.ts")).ordersList,
  "audit-page": async () => (await import("./audit-page.ts")).auditPage,
  runs: async () => (await import("./runs.ts")).runs,
  "killed-run": async () => (await import("./killed-run.ts")).killedRun,
  "round-trip": async () => (await import("./round-trip.ts")).roundTrip,
  move: async () => (await import("./move.ts")).move,
  checkout: async () => (await import("./checkout.ts")).checkout,
  memory: async () => (await import("./memory.ts")).memory,
  "mixed-memory": async () => (await import("./memory.ts")).mixedMemory,
  oversell: async () => (await import("./oversell.ts")).oversell,
  restarts: async () => (await import("./restarts.ts")).restarts,
  failover: async () => (await import("./failover.ts")).failover,
  faults: async () => (await import("./faults/faults.ts")).faults,
  million: async () => (await import("./million/million.ts")).million,
  load: async () => (await import("./load.ts")).load,
  proxies: async () => (await import("./proxies.ts")).proxies,
  "slow-line": async () => (await import("./slow-line.ts")).slowLine,
  lighthouse: async () => (await import("./lighthouse.ts")).lighthouse,
};

const root = join(import.meta.dirname, "..");
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in BUDGETS));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(BUDGETS).join(", ")}.`);
  process.exit(1);
}

process.env["NODE_ENV"] = "production";
await ensureBuilt(root);
const sections = await measure(names.length > 0 ? names : Object.keys(BUDGETS));
const results = join(root, "bench", "RESULTS.md");
writeFileSync(results, resultsPage(readFileSync(results, "utf8"), Object.keys(BUDGETS), sections));
console.log("\nWritten to bench/RESULTS.md.");
process.exit(sections.some(({ figures }) => figures.some((one) => one.met === false)) ? 1 : 0);

async function measure(chosen: readonly string[]): Promise<Section[]> {
  const started = performance.now();
  const log = (line: string) => console.log(`[${Math.round((performance.now() - started) / 1_000)} s] ${line}`);
  const world = createWorld(log);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void world.close().then(() => process.exit(130)));
  const all: Section[] = [];
  for (const name of chosen) {
    log(name);
    const machine = describeMachine();
    const figures = await figuresOf(name, world);
    machine.load += ` when it began and ${load()} when it ended`;
    all.push({ name, machine, figures });
    for (const one of figures) {
      console.log(`    ${verdict(one).padEnd(16)}${one.what}: ${one.figure}${one.goal ? ` (goal: ${one.goal})` : ""}`);
    }
  }
  await world.close();
  log("done");
  return all;
}

/** A failing benchmark counts as missed and does not stop the others. */
async function figuresOf(name: string, world: World): Promise<Figure[]> {
  try {
    const run = await BUDGETS[name]?.();
    return (await run?.(world)) ?? [];
  } catch (error) {
    console.error(error);
    await endAll();
    return [notMeasured(name, error)];
  }
}

function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.versions.node,
    load: load(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? "unknown";
}
