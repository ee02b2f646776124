import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { FLAGS, freePort, postgresServer } from "#tests/setup/postgres.global.ts";
import { peakMemory, spawnShop } from "../processes.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Where loaded shops are stored between runs. As root it must be a folder that other accounts may enter. */
const CACHE = process.env["BENCH_CACHE"] ?? join(ROOT, "node_modules", ".cache", "oja-bench");
const DATABASE = "oja";
/** A copy for one run, which changes prices and orders. */
const COPY = "run";
const LOAD_LIMIT_MS = 60 * 60_000;

/** What the load of a shop took: from the start of its process until it was open, with pictures, orders and texts. */
export type LoadReport = { ms: number; peakBytes: number | null };

/** A running PostgreSQL with a copy of a loaded shop. */
export type LoadedCluster = {
  url: string;
  /** The shop's data folder, with its pictures. */
  dataDir: string;
  load: LoadReport;
  stop: () => Promise<void>;
};

/** The settings of a shop that was loaded with this number of products. */
export function shopSettings(products: number, url: string, dataDir: string): Record<string, string> {
  return { DATABASE_URL: url, DATA_DIR: dataDir, DEMO_PRODUCTS: String(products), TRUST_PROXY: "1" };
}

/**
 * The demo shop with `products` products on a PostgreSQL of its own. It is loaded by the shop's own start, once for each
 * state of `db/`; later runs begin with a copy of that database.
 */
export async function loadedCluster(products: number, log: (line: string) => void): Promise<LoadedCluster> {
  const folder = join(CACHE, `${products}-${fingerprint()}`);
  const report = join(folder, "load.json");
  if (!existsSync(report)) {
    log(`loading ${products} products into ${folder}`);
    const unfinished = `${folder}.loading`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await load(products, unfinished, log);
    renameSync(unfinished, folder);
  }
  const { url, stop } = await startServer(folder, { isNew: false });
  await run(url, `drop database if exists ${COPY}`);
  await run(url, `create database ${COPY} template ${DATABASE} strategy file_copy`);
  return {
    url: `${url}/${COPY}`,
    dataDir: join(folder, "shop"),
    load: JSON.parse(readFileSync(report, "utf8")) as LoadReport,
    async stop() {
      await run(url, `drop database ${COPY} with (force)`);
      await stop();
    },
  };
}

async function load(products: number, folder: string, log: (line: string) => void): Promise<void> {
  const { url, stop } = await startServer(folder, { isNew: true });
  try {
    await run(url, `create database ${DATABASE}`);
    const settings = shopSettings(products, `${url}/${DATABASE}`, join(folder, "shop"));
    const shop = await spawnShop(settings, LOAD_LIMIT_MS);
    const report: LoadReport = { ms: shop.startMs, peakBytes: peakMemory(shop.pid) };
    await shop.stop();
    log(`loaded in ${Math.round(report.ms / 1_000)} s`);
    writeFileSync(join(folder, "load.json"), JSON.stringify(report));
  } finally {
    await stop();
  }
}

async function startServer(folder: string, { isNew }: { isNew: boolean }) {
  chmodSync(folder, 0o755);
  const port = await freePort();
  let output = "";
  const server = postgresServer(join(folder, "pg"), port, FLAGS, (text) => (output += text));
  try {
    if (isNew) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start in ${folder}.\n${output.slice(-2_000)}`, { cause: error });
  }
  return { url: `postgres://postgres:oja@127.0.0.1:${port}`, stop: () => server.stop() };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Of the schema, its migrations and the seeds. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const folder = join(ROOT, "db");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!/\.(ts|sql)$/.test(name) || name.endsWith(".test.ts")) continue;
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}
