import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { applyMigrations, openDatabase } from "#db/client.server.ts";
import { writeDump } from "./dump.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A dump of an empty, migrated database. */
    databaseTemplate: string;
    /** A dump of what initdb makes. */
    emptyCluster: string;
    /** The run's folder for dumps of started demos, deleted with it: their data are dated relative to now. */
    demoTemplates: string;
  }
}

const ROOT = join(import.meta.dirname, "..", "..");
/** Each copy unpacks the write-ahead log: 16 MB by default. */
const CLUSTER_OPTIONS = ["--wal-segsize=1", "--set=min_wal_size=2MB", "--set=max_wal_size=256MB"];

/** This file is loaded once for each project of a run; all of them share the folder. */
const run = globalThis as { ojaDemoTemplates?: string };

/** Creates the templates once for each state of migrations and triggers, and passes their paths to the tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cluster = await cachedDump("cluster", emptyCluster);
  project.provide("emptyCluster", cluster);
  project.provide("databaseTemplate", await cachedDump("database", () => migratedDatabase(cluster)));
  const demos = (run.ojaDemoTemplates ??= mkdtempSync(join(tmpdir(), "oja-demos-")));
  project.provide("demoTemplates", demos);
  return () => rmSync(demos, { recursive: true, force: true });
}

/** The path of a dump in the cache; `make` makes one that is not there. */
async function cachedDump(name: string, make: () => Promise<Blob>): Promise<string> {
  const folder = join(ROOT, "node_modules", ".cache", "oja");
  const path = join(folder, `${name}-${fingerprint()}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  await writeDump(path, await make());
  return path;
}

async function migratedDatabase(cluster: string): Promise<Blob> {
  const database = await openDatabase({ folder: "memory://", template: await openAsBlob(cluster) });
  await applyMigrations(database);
  // Two thirds of its files belong to unused databases, and each copy would unpack them.
  await database.sql("update pg_database set datistemplate = false");
  for (const unused of ["template0", "template1"]) await database.sql(`drop database ${unused}`);
  const dump = await database.dump?.();
  await database.close();
  if (!dump) throw new Error("The embedded database cannot be dumped.");
  return dump;
}

async function emptyCluster(): Promise<Blob> {
  const pglite = await PGlite.create({ initDbStartParams: CLUSTER_OPTIONS });
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  return dump;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const files = ["migrations", "schema"].flatMap((name) => {
    const folder = join(ROOT, "db", name);
    const found = readdirSync(folder).filter((file) => file.endsWith(".sql"));
    return found.sort().map((file) => join(folder, file));
  });
  files.push(
    import.meta.filename,
    join(ROOT, "db", "pglite.server.ts"),
    join(ROOT, "node_modules", "@electric-sql", "pglite", "package.json"),
  );
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}
