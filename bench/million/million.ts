import { count, information, median, notMeasured, percentile, ratioFigure, time, type Figure } from "../figures.ts";
import { peakMemory, residentMemory } from "../processes.ts";
import { afterPriceChange, duringPriceRun, duringReload, longestOf, type Blocking, type Reload } from "./changes.ts";
import { loadedCluster, type LoadReport } from "./clusters.ts";
import { inTurns, type Sample } from "./requests.ts";
import { SEARCH } from "./shop-requests.ts";
import { firstPageWithoutIndex, openMeasuredShop, type MeasuredShop } from "./shop.ts";

const SMALL = 50_000;
const LARGE = 1_000_000;
/** Maximum ratio of a request with 1,000,000 products to the same with 50,000. */
const GOAL_RATIO = 1.5;
const GOAL_FIRST_MS = 3_000;
const GOAL_SEARCH_MS = 200;
const GOAL_MEBIBYTES = 1_024;
/** Longest blocks of the event loop. */
const GOAL_EDIT_MS = 20;
const GOAL_RELOAD_MS = 100;
const MEBIBYTE = 1_048_576;
/** Products of a price run. */
const RUN = { small: 10_000, large: 100_000 };

/** Two demo shops on PostgreSQL, with 50,000 and with 1,000,000 products: what the larger one costs more. */
export async function million(): Promise<Figure[]> {
  const log = (line: string) => console.log(`    ${line}`);
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const few = await loadedCluster(SMALL, log);
    closers.push(few.stop);
    const many = await loadedCluster(LARGE, log);
    closers.push(many.stop);
    const small = await openMeasuredShop(SMALL, few);
    closers.push(small.close);
    log("the first start reads all products");
    const without = await firstPageWithoutIndex(LARGE, many);
    const large = await openMeasuredShop(LARGE, many);
    closers.push(large.close);
    log("requests in turns");
    const samples = await inTurns(small, large);
    const requests = [...samples.map(flat), searchFigure(samples)];
    const used = residentMemory(large.process.pid);
    log("changes");
    return [
      loadFigure(many.load),
      memory("peak of the memory of the process in its first start", many.load.peakBytes),
      information("first page after the first start with 1,000,000 products, no index stored", time(without)),
      first("home", small.first.home, large.first.home),
      first("a category", small.first.listing, large.first.listing),
      ...requests,
      await editFigure(small, large),
      ...(await reloadFigures(small, large)),
      await runFigure(small, large),
      memory("memory of the process after these requests", used),
      memory("peak of its memory, with changes, reloads and the run", peakMemory(large.process.pid)),
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

function loadFigure({ ms }: LoadReport): Figure {
  const rate = count(LARGE / (ms / 1_000));
  return information(
    "first start with 1,000,000 products, PostgreSQL, with pictures, orders and texts",
    `${time(ms)}, ${rate} products a second`,
  );
}

function first(what: string, small: number, large: number): Figure {
  return {
    what: `first page after a later start with 1,000,000 products: ${what}, from the start of the process`,
    goal: `<= ${time(GOAL_FIRST_MS)}`,
    figure: `${time(large)} (50,000 products: ${time(small)})`,
    met: large <= GOAL_FIRST_MS,
  };
}

function flat({ what, small, large, error }: Sample): Figure {
  const compared = `${what}: 1,000,000 products against 50,000`;
  if (error !== undefined) return notMeasured(compared, error);
  const [from, to] = [median(small), median(large)];
  return ratioFigure(compared, to / from, GOAL_RATIO, "", `${time(from)} to ${time(to)}`);
}

function searchFigure(samples: readonly Sample[]): Figure {
  const { large = [], error } = samples.find(({ what }) => what === SEARCH) ?? {};
  const searches = `uncached results page of ${large.length} searches among 1,000,000 products, p95`;
  if (error !== undefined) return notMeasured(searches, error);
  const p95 = percentile(large, 95);
  return {
    what: searches,
    goal: `<= ${time(GOAL_SEARCH_MS)}`,
    figure: `${time(p95)}, median ${time(median(large))}`,
    met: p95 <= GOAL_SEARCH_MS,
  };
}

async function editFigure(small: MeasuredShop, large: MeasuredShop): Promise<Figure> {
  const what = "longest block of the event loop by a price changed in the admin and the next listing";
  try {
    const [few, many] = [await afterPriceChange(small), await afterPriceChange(large)];
    const part = ({ blocked, longest, usual, listing }: Blocking) =>
      `${time(blocked)}, at most ${time(longest)}, by a listing alone ${time(usual)}; the next listing ${time(listing)}`;
    return {
      what: `${what}, 1,000,000 products`,
      goal: `<= ${time(GOAL_EDIT_MS)}`,
      figure: `${part(many)} (50,000 products: ${part(few)})`,
      met: many.blocked <= GOAL_EDIT_MS,
    };
  } catch (error) {
    return notMeasured(what, error);
  }
}

async function reloadFigures(small: MeasuredShop, large: MeasuredShop): Promise<Figure[]> {
  const what = "longest block of the event loop until the whole index is loaded again";
  try {
    const [few, many] = [await duringReload(small), await duringReload(large)];
    const part = ({ blocked, usual, ms }: Reload) =>
      `${time(blocked)} in ${time(ms)}, by a listing alone ${time(usual)}`;
    return [
      {
        what: `${what}, 1,000,000 products`,
        goal: `<= ${time(GOAL_RELOAD_MS)}`,
        figure: `${part(many)} (50,000 products: ${part(few)})`,
        met: many.blocked <= GOAL_RELOAD_MS,
      },
      information(
        "longest wait of a shopper for a listing meanwhile, 1,000,000 products",
        `${time(many.listing)} (50,000 products: ${time(few.listing)})`,
      ),
    ];
  } catch (error) {
    return [notMeasured(what, error)];
  }
}

async function runFigure(small: MeasuredShop, large: MeasuredShop): Promise<Figure> {
  const what = "longest wait of a shopper during a price run";
  try {
    const few = await duringPriceRun(small, RUN.small);
    const many = await duringPriceRun(large, RUN.large);
    const visits = few.waits.length;
    const [from, to] = [Math.max(...few.waits), longestOf(many.waits, visits)];
    const part = ({ rows, ms }: typeof few, wait: number) => `${time(wait)} in a run of ${count(rows)}, ${time(ms)}`;
    return ratioFigure(
      `${what}, in ${count(visits)} visits: ${count(many.rows)} of 1,000,000 products against ${count(few.rows)} of 50,000`,
      to / from,
      GOAL_RATIO,
      "",
      `${part(few, from)}; ${part(many, to)}, of all ${count(many.waits.length)} visits ${time(Math.max(...many.waits))}`,
    );
  } catch (error) {
    return notMeasured(what, error);
  }
}

function memory(what: string, bytes: number | null): Figure {
  if (bytes === null) return information(what, "not known on this system");
  const used = bytes / MEBIBYTE;
  return {
    what: `${what}, 1,000,000 products`,
    goal: `<= ${count(GOAL_MEBIBYTES)} MiB`,
    figure: `${count(used)} MiB`,
    met: used <= GOAL_MEBIBYTES,
  };
}
