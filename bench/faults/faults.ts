import { startPostgres } from "#tests/setup/postgres.global.ts";
import { count, information, notMeasured, time, type Figure } from "../figures.ts";
import type { World } from "../world.ts";
import { FAULT_CASES, type FaultCase } from "./cases.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { openStage, type Aftermath, type StagePostgres } from "./stage.ts";

const BUYERS = 4;
/** A shop on a busy machine; most faults are over in a second. */
const BACK_MS = 20_000;
const DISK_MB = 96;

/** What came of one fault; `unmet` are the sentences of the case that did not hold. */
export type FaultReport = Aftermath & { backMs: number; unmet: string[] };

/** Faults between a shop of two processes and its neighbours, one after the other, with a check after each. */
export async function faults(world: World): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    const figures: Figure[] = [];
    for (const one of FAULT_CASES) figures.push(await figureOf(one, postgres, world.folder));
    return figures;
  } finally {
    await postgres.stop();
  }
}

async function figureOf(one: FaultCase, postgres: StagePostgres, folder: () => string): Promise<Figure> {
  try {
    const report = await strikeUnderLoad(one, { postgres, buyers: BUYERS, folder });
    if (!report) return information(one.what, "skipped: this process may not mount a small disk");
    const { backMs = BACK_MS } = one;
    const wrong = complaints(report);
    const others = Object.entries(report.answers).map(([answer, times]) => `, ${answer}: ${count(times)}`);
    return {
      what: one.what,
      goal: `both alive, orders = payments, stock and mails add up, no 500; payments start again <= ${time(backMs)}`,
      figure: [
        `payments again after ${time(report.backMs)}`,
        `${count(report.paid)} payments, ${count(report.orders)} orders`,
        `${count(report.answered)} requests answered${others.join("")}`,
        ...(report.repeats > 0 ? [`${count(report.repeats)} mails twice with the same id`] : []),
        ...wrong.map((sentence) => `not so: ${sentence}`),
      ].join("; "),
      met: wrong.length === 0 && report.backMs <= backMs,
    };
  } catch (error) {
    return notMeasured(one.what, error);
  }
}

type Options = { postgres: StagePostgres; buyers: number; folder: () => string };

/** Strikes a shop under the load of `buyers`, lets everything settle, and counts; null if there is no disk for it. */
export async function strikeUnderLoad(one: FaultCase, options: Options): Promise<FaultReport | null> {
  const disk = one.disk ? mountSmallDisk(DISK_MB) : null;
  if (one.disk && !disk) return null;
  try {
    const stage = await openStage({
      ...options,
      settings: (bucket) => one.settings?.({ bucket, disk }) ?? {},
      disk,
      isDatabaseOnDisk: one.disk === "database",
    });
    try {
      await stage.market.sell(2 * options.buyers);
      const unmet = await one.strike(stage);
      const over = performance.now();
      await stage.market.untilBack();
      const backMs = Math.round(performance.now() - over);
      await stage.market.sell(2 * options.buyers);
      return { ...(await stage.check()), backMs, unmet };
    } finally {
      await stage.close();
    }
  } finally {
    disk?.close();
  }
}

/** The one check after every fault: the sentences that do not hold. */
export function complaints(report: FaultReport): string[] {
  const failures = Object.keys(report.answers).filter((answer) => answer.startsWith("5") && answer !== "503");
  return [
    ...(report.alive ? [] : ["both processes are alive"]),
    ...(report.isReady ? [] : ["both processes are ready"]),
    ...(report.orders === report.paid ? [] : ["each payment has one order"]),
    ...(report.missingPieces === 0 ? [] : [`no piece is missing (${report.missingPieces} are)`]),
    ...report.violated,
    ...(report.unconfirmed === 0 ? [] : [`each order's mail arrives (${report.unconfirmed} did not)`]),
    ...(report.strays === 0 ? [] : [`no mail without its order (${report.strays} arrived)`]),
    ...failures.map((status) => `nobody is answered with ${status}`),
    ...report.unmet,
  ];
}
