import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Actor } from "#app/features/permissions/rules.ts";
import { applyMigrations, openDatabase, type Database } from "#db/client.server.ts";
import { DEMO_KEY } from "#db/seed/demo-state.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { startPostgres } from "#tests/setup/postgres.global.ts";
import type { Figure } from "./figures.ts";
import { endAll, spawnShop } from "./processes.ts";

export const PRODUCTS = 50_000;

/** The actor of measured commands. */
export const OWNER: NonNullable<Actor> = {
  id: "00000000-0000-4000-8000-000000000000",
  role: "admin",
  staff_role: "owner",
  has_second_factor: false,
  mfa_verified: false,
};

/** Data shared by the benchmarks of one run; each part is created at first use. */
export type World = {
  /** A new empty folder that is deleted after the run. */
  folder: () => string;
  /** The data folder of a stopped shop with 50,000 products on the embedded database, and its first start. */
  embedded: () => Promise<{ dataDir: string; firstStartMs: number }>;
  /** The address of an empty migrated database on a real PostgreSQL. */
  emptyPostgres: () => Promise<string>;
  /** The address of one with the 50,000 demo products. */
  fullPostgres: () => Promise<string>;
  close: () => Promise<void>;
};

export function createWorld(log: (line: string) => void): World {
  const closers: (() => unknown)[] = [];
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), "oja-bench-"));
    closers.push(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const server = lazily(async () => {
    log("starting PostgreSQL");
    const postgres = await startPostgres();
    closers.push(postgres.stop);
    return postgres;
  });
  const emptyPostgres = async () => {
    const { url, template } = await server();
    const name = `bench_${crypto.randomUUID().replaceAll("-", "")}`;
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    await client.connect();
    await client.query(`create database ${name} template ${template}`);
    await client.end();
    return `${url}/${name}`;
  };
  return {
    folder,
    embedded: lazily(async () => {
      log(`first start with ${PRODUCTS} products on the embedded database`);
      const dataDir = folder();
      const shop = await spawnShop({ DATA_DIR: dataDir, DEMO_PRODUCTS: String(PRODUCTS) });
      await shop.stop();
      return { dataDir, firstStartMs: shop.startMs };
    }),
    emptyPostgres,
    fullPostgres: lazily(async () => {
      const url = await emptyPostgres();
      log(`loading ${PRODUCTS} products into PostgreSQL`);
      await closing(await openDatabase({ url, folder: "" }), (database) =>
        seedDemo({ database, products: PRODUCTS, filesDir: "", pictures: false }),
      );
      return url;
    }),
    close: async () => {
      await endAll();
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** Passes `database` to `work` and closes it afterwards. */
export async function closing<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Marks the database as a demo of this many products, or with null as a shop of its own. */
export async function setDemo(url: string, products: number | null): Promise<void> {
  await closing(await openDatabase({ url, folder: "" }), async ({ sql }) => {
    await sql("delete from shop_state where key = $1", [DEMO_KEY]);
    if (products) await sql("insert into shop_state (key, value) values ($1, $2)", [DEMO_KEY, { products }]);
  });
}

/** Runs `measure` on an empty migrated database of each kind; `on` is its name. */
export async function onEachDatabase(
  world: World,
  measure: (database: Database, on: "PostgreSQL" | "the embedded database") => Promise<Figure[]>,
): Promise<Figure[]> {
  const postgres = await openDatabase({ url: await world.emptyPostgres(), folder: "" });
  const figures = await closing(postgres, (database) => measure(database, "PostgreSQL"));
  const embedded = await openDatabase({ folder: world.folder() });
  return await closing(embedded, async (database) => {
    await applyMigrations(database, "db");
    return [...figures, ...(await measure(database, "the embedded database"))];
  });
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
