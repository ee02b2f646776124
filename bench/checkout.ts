import { join } from "node:path";
import type pg from "pg";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { startInput, testCheckout } from "#tests/fixtures/checkout.ts";
import { median, ratioFigure, time, type Figure } from "./figures.ts";
import { covered, type Span } from "./timing.ts";
import { closing, type World } from "./world.ts";

const LINES = 300;
const FEW_LINES = 3;
/** Maximum time of a start relative to its statements alone. */
const OVERHEAD = 2;
const ROUNDS = 9;

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
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await start(database, LINES));
  const times = starts.map(({ ms }) => ms);
  const overhead = median(starts.map(({ ms, sql }) => ms / sql));
  const statements = starts.map((one) => one.statements.length);
  const priced = starts.map((one) => one.statements.filter(readsPrices).length);
  return [
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
async function start(database: Database, lines: number): Promise<Start> {
  const { rows } = await database.sql(
    `select id, min_order from products
     where effective_price_kobo * min_order < 3300000 and stock_quantity >= 20 * min_order order by md5(slug) limit $1`,
    [lines],
  );
  const input = startInput(rows.map((row) => [String(row["id"]), Number(row["min_order"])]));
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
