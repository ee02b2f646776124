// Writes a migration for the changes in db/schema and keeps only the newest snapshot, the one the generator compares
// with, on one line: `npm run db:generate -- --name what_changes`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const META = join(ROOT, "db", "migrations", "meta");

const generator = join(ROOT, "node_modules", "drizzle-kit", "bin.cjs");
const { status } = spawnSync(process.execPath, [generator, "generate", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
const snapshots = readdirSync(META).filter((name) => name.endsWith("_snapshot.json"));
const [newest, ...older] = snapshots.sort().reverse();
for (const name of older) rmSync(join(META, name));
if (newest) {
  const file = join(META, newest);
  writeFileSync(file, `${JSON.stringify(JSON.parse(readFileSync(file, "utf8")))}\n`);
}
