import { listingPage } from "#app/features/search/queries/listing.server.ts";
import { suggest } from "#app/features/search/queries/suggest.server.ts";
import { listingHref, type ListingState } from "#app/features/search/rules/listing-links.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { information, median, percentile, ratioFigure, time, timed, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { searchMix } from "./search-texts.ts";
import { closing, type World } from "./world.ts";

/** Maximum time of a search relative to a scan of every product for the same words, measured alternately. */
const GOAL_SHARE = 0.25;
const ROUNDS = 6;
/** Every this many texts a scan is measured too. */
const SCAN_EVERY = 4;

type Sample = { text: string; ms: number };
type Samples = { searches: Sample[]; scans: number[] };

/** One search at a time on PostgreSQL with 50,000 products: the queries of a results page, then of the suggestions. */
export async function search(world: World): Promise<Figure[]> {
  const url = await world.fullPostgres();
  return await closing(await openDatabase({ url, folder: "" }), async (database) => {
    const mix = await searchMix(database);
    const pages = await sample(
      database,
      mix,
      async (state) => (await listingPage(database.db, state, null, [])).listing,
    );
    const suggestions = await sample(database, mix.slice(0, 60), (state) => suggest(database.db, state.search));
    return [
      figure(`search of 50,000 products on PostgreSQL, ${mix.length} texts, p95 at the server`, pages),
      figure("suggestions while typing, p95 at the server", suggestions),
      information("whole uncached results page over HTTP, p95", timesNote(await overHttp(world, url, mix))),
    ];
  });
}

async function sample(
  database: Database,
  mix: readonly ListingState[],
  ask: (state: ListingState) => Promise<unknown>,
): Promise<Samples> {
  const searches: Sample[] = [];
  const scans: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, state] of mix.entries()) {
      const ms = await timed(() => ask(state));
      // The first round opens connections and fills the database's cache.
      if (round > 0) searches.push({ text: listingHref("", state).slice(1), ms });
      if (round > 0 && index % SCAN_EVERY === 0) scans.push(await timed(() => scan(database, state.search)));
    }
  }
  return { searches, scans };
}

/** The bare form of a search, without indexes: every product whose texts contain the words. */
async function scan(database: Database, words: string): Promise<void> {
  await database.sql(
    "select count(*) from products where lower(name || ' ' || description || ' ' || distributor) like $1",
    [`%${words.toLowerCase()}%`],
  );
}

/** Each address once, so that none is cached. */
async function overHttp(world: World, databaseUrl: string, mix: readonly ListingState[]): Promise<Sample[]> {
  const shop = await spawnShop({ DATA_DIR: world.folder(), DATABASE_URL: databaseUrl });
  const samples: Sample[] = [];
  for (const state of [{ search: "warm up" }, { search: "beans" }, ...mix]) {
    const from = performance.now();
    await (await fetch(shop.url + listingHref("/products", state))).arrayBuffer();
    samples.push({ text: listingHref("", state).slice(1), ms: performance.now() - from });
  }
  await shop.stop();
  return samples.slice(2);
}

function figure(what: string, { searches, scans }: Samples): Figure {
  const base = median(scans);
  const share = percentile(durations(searches), 95) / base;
  const times = `scan ${time(base)}; p95 ${timesNote(searches)}`;
  return ratioFigure(what, share, GOAL_SHARE, "a scan of every product", times);
}

const durations = (samples: readonly Sample[]) => samples.map(({ ms }) => ms);

function timesNote(samples: readonly Sample[]): string {
  const all = durations(samples);
  return `${time(percentile(all, 95))}, median ${time(median(all))}${calmNote(samples)}; slowest ${slowest(samples)}`;
}

/** Other load makes single samples longer; the fastest of each text is closest to its cost. */
function calmNote(samples: readonly Sample[]): string {
  const texts = timesByText(samples);
  if (texts.size === samples.length) return "";
  return `, p95 of each text's fastest ${time(
    percentile(
      [...texts.values()].map((times) => Math.min(...times)),
      95,
    ),
  )}`;
}

/** The three texts with the longest medians. */
function slowest(samples: readonly Sample[]): string {
  const medians = [...timesByText(samples)].map(([text, times]) => ({ text, ms: median(times) }));
  const worst = medians.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return worst.map(({ text, ms }) => `${text.slice(0, 40)} ${time(ms)}`).join(", ");
}

function timesByText(samples: readonly Sample[]): Map<string, number[]> {
  const groups = Map.groupBy(samples, ({ text }) => text);
  return new Map([...groups].map(([text, ones]) => [text, ones.map(({ ms }) => ms)]));
}
