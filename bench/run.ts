import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../scripts/prepare.mjs";
import { resultsPage, verdict, type Figure, type Machine } from "./figures.ts";
import { createWorld, type World } from "./world.ts";

type Measure = (world: World) => Promise<Figure[]>;

/** Imported one by one and after NODE_ENV is set, which React reads when it is loaded. */
const BUDGETS: Record<string, () => Promise<Measure>> = {
  "first-start": async () => (await import("./first-start.ts")).firstStart,
  "first-route": async () => (await import("./first-route.ts")).firstRoute,
  "cached-page": async () => (await import("./cached-page.ts")).cachedPage,
  listing: async () => (await import("./listing.ts")).listing,
  search: async () => (await import("./search.ts")).search,
  checkout: async () => (await import("./checkout.ts")).checkout,
  oversell: async () => (await import("./oversell.ts")).oversell,
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
const machine = describeMachine();
await ensureBuilt(root);
const figures = await measure(names.length > 0 ? names : Object.keys(BUDGETS));
if (names.length === 0) {
  writeFileSync(join(root, "bench", "RESULTS.md"), resultsPage(machine, figures));
  console.log("\nWritten to bench/RESULTS.md.");
}
process.exit(figures.some((one) => one.met === false) ? 1 : 0);

async function measure(chosen: readonly string[]): Promise<Figure[]> {
  const started = performance.now();
  const say = (line: string) => console.log(`[${Math.round((performance.now() - started) / 1_000)} s] ${line}`);
  const world = createWorld(say);
  const all: Figure[] = [];
  try {
    for (const name of chosen) {
      say(name);
      const run = await BUDGETS[name]?.();
      for (const one of (await run?.(world)) ?? []) {
        all.push(one);
        console.log(
          `    ${verdict(one).padEnd(16)}${one.what}: ${one.figure}${one.goal ? ` (goal: ${one.goal})` : ""}`,
        );
      }
    }
    return all;
  } finally {
    await world.close();
    say("done");
  }
}

function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.versions.node,
    load: loadavg()[0]?.toFixed(1) ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
  };
}
