import { join } from "node:path";
import type pg from "pg";
import { quoteDelivery } from "#app/features/delivery/queries.server.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import { STATE_NAMES } from "#app/lib/nigeria.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { delivery_methods, delivery_zones } from "#db/schema/delivery.ts";
import { startInput, testCheckout } from "#tests/fixtures/checkout.ts";
import { makeZone } from "#tests/fixtures/delivery.ts";
import { median, ratioFigure, time, type Figure } from "./figures.ts";
import { covered, type Span } from "./timing.ts";
import { closing, type World } from "./world.ts";

const LINES = 300;
const FEW_LINES = 3;
/** Maximum time of a start relative to its statements alone. */
const OVERHEAD = 2;
const ROUNDS = 9;
/** Maximum time of a start in a shop with delivery prices relative to one without. */
const WITH_RATES = 1.25;

type Start = { ms: number; sql: number; statements: string[] };

/** Starting the payment of carts with 300 lines: priced, held and written, with a provider that answers at once. */
export async function checkout(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const databases = [
    ["the embedded database", await openDatabase({ folder: join(dataDir, "pg") })],
    ["PostgreSQL", await openDatabase({ url: await world.fullPostgres(), folder: "" })],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, database] of databases) figures.push(...(await closing(database, (open) => measure(open, name))));
  return figures;
}

async function measure(database: Database, name: string): Promise<Figure[]> {
  await start(database, LINES);
  const few = await start(database, FEW_LINES);
  const starts: Start[] = [];
  const delivered: Start[] = [];
  await addRates(database);
  await start(database, LINES, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    starts.push(await start(database, LINES));
    delivered.push(await start(database, LINES, true));
  }
  await database.db.delete(delivery_zones);
  const times = starts.map(({ ms }) => ms);
  const overhead = median(starts.map(({ ms, sql }) => ms / sql));
  const statements = starts.map((one) => one.statements.length);
  const priced = starts.map((one) => one.statements.filter(readsPrices).length);
  const ratio = median(delivered.map(({ ms }, round) => ms / (starts[round]?.ms ?? ms)));
  return [
    ratioFigure(
      `checkout start of ${LINES} lines with a chosen delivery against one without, ${name} (median of ${ROUNDS} pairs)`,
      ratio,
      WITH_RATES,
      "",
      `${delivered[0]?.statements.length ?? 0} statements instead of ${starts[0]?.statements.length ?? 0}`,
    ),
    ratioFigure(
      `checkout start of ${LINES} lines against its SQL alone, ${name} (median of ${ROUNDS})`,
      overhead,
      OVERHEAD,
      "",
      `start ${time(median(times))}, SQL ${time(median(starts.map(({ sql }) => sql)))}; slowest ${time(Math.max(...times))}`,
    ),
    {
      what: `queries that price the ${LINES} lines, ${name}`,
      goal: "1, and no more statements than for a short cart",
      figure: `${Math.max(...priced)} of ${Math.max(...statements)} statements; ${few.statements.length} for ${FEW_LINES} lines`,
      met: Math.max(...priced) === 1 && Math.max(...statements) === few.statements.length,
    },
  ];
}

function readsPrices(statement: string): boolean {
  return /^\s*select\b/i.test(statement) && /price_kobo/.test(statement) && /\bfrom "?products"?/.test(statement);
}

/** The payment limit of an order requires products with a small minimum; their stock suffices for every round. */
async function start(database: Database, lines: number, hasRates = false): Promise<Start> {
  await database.db.update(delivery_methods).set({ active: hasRates });
  const { rows } = await database.sql(
    `select id, min_order from products
     where effective_price_kobo * min_order < 3300000 and stock_quantity >= 20 * min_order order by md5(slug) limit $1`,
    [lines],
  );
  const plain = startInput(rows.map((row) => [String(row["id"]), Number(row["min_order"])]));
  const input = hasRates ? { ...plain, delivery: await chosenDelivery(database, plain) } : plain;
  const ctx = testCheckout(database);
  const statements: string[] = [];
  const spans: Span[] = [];
  const stop = watchStatements(database.pool, statements, spans);
  const from = performance.now();
  const result = await startCheckout(ctx, input);
  const ms = performance.now() - from;
  stop();
  if (!result.ok || rows.length !== lines)
    throw new Error(`A cart of ${lines} lines was refused: ${JSON.stringify(result).slice(0, 300)}`);
  return { ms, sql: covered(spans), statements };
}

const LAGOS = { state_code: "LA", lga_code: null };

/** Prices of every state, in zones of one state each with two ways. */
async function addRates(database: Database): Promise<void> {
  const bands = [10, 100, 10_000_000].map((kg, step) => ({ upto_grams: kg * 1000, kobo: 250_000 * (step + 1) }));
  for (const state of Object.keys(STATE_NAMES)) {
    const ways = ["Van", "Park"].map((name) => ({ name, bands, min_days: 30, max_days: 31 }));
    await makeZone(database, state, [state], ways);
  }
}

async function chosenDelivery(database: Database, { lines, contact }: ReturnType<typeof startInput>) {
  if (contact.state !== "Lagos") throw new Error("The contact of a benchmark lives in Lagos.");
  const { options } = await quoteDelivery(database.db, LAGOS, lines, 0, new Date());
  const [option] = options;
  if (!option) throw new Error("No way of delivery carries the cart.");
  const { method_id, kobo, from, to } = option;
  return { method_id, lga_code: null, kobo, from, to };
}

type Query = (...args: unknown[]) => unknown;
type Watched = { query: Query };

/** Records the statements of every connection of `pool`, with their times. */
function watchStatements(pool: pg.Pool, statements: string[], spans: Span[]): () => void {
  const watched = new Set<Watched>();
  const watch = (client: pg.PoolClient) => {
    const target = client as unknown as Watched;
    if (watched.has(target)) return;
    watched.add(target);
    const query = target.query.bind(client);
    target.query = (...args) => {
      const [first] = args as [string | { text: string }];
      statements.push(typeof first === "string" ? first : first.text);
      const from = performance.now();
      const end = () => void spans.push({ from, to: performance.now() });
      const callback = args.at(-1);
      if (typeof callback === "function") {
        return query(...args.slice(0, -1), (...answer: unknown[]) => {
          end();
          (callback as Query)(...answer);
        });
      }
      const answer = query(...args);
      if (answer instanceof Promise) answer.then(end, end);
      return answer;
    };
  };
  pool.on("acquire", watch);
  return () => {
    pool.off("acquire", watch);
    for (const client of watched) Reflect.deleteProperty(client, "query");
  };
}
