import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { applyMigrations, openDatabase } from "#db/client.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A dump of an empty, migrated database. */
    databaseTemplate: string;
  }
}

const ROOT = join(import.meta.dirname, "..", "..");

/** Makes the migrated template once for each state of the migrations and hands its path to the tests. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("databaseTemplate", await databaseTemplate());
}

async function databaseTemplate(): Promise<string> {
  const folder = join(ROOT, "node_modules", ".cache", "oja");
  const path = join(folder, `database-${fingerprint()}.tar`);
  if (existsSync(path)) return path;
  const database = await openDatabase({ folder: "memory://" });
  await applyMigrations(database);
  const dump = await database.dump?.();
  await database.close();
  if (!dump) throw new Error("The embedded database cannot be dumped.");
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  try {
    // Never over another's: a run that has the file open could not read on.
    linkSync(unfinished, path);
  } catch {
    // Another run was quicker, or this file system has no links.
    if (!existsSync(path)) renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return path;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const migrations = join(ROOT, "db", "migrations");
  const files = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => join(migrations, name));
  files.push(
    join(ROOT, "db", "pglite.server.ts"),
    join(ROOT, "node_modules", "@electric-sql", "pglite", "package.json"),
  );
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}
