// `node scripts/complete-lock.ts [--check]`: npm omits platform builds from package-lock.json that its registry did not
// offer when the lock file was written, and `npm ci` then rejects the file. This adds them. --check also compares peers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingBuilds, unmetPeers, type LockFile } from "./lock-file.ts";

const path = join(import.meta.dirname, "..", "package-lock.json");
const about = JSON.parse(readFileSync(join(path, "..", "package.json"), "utf8")) as {
  overrides: Record<string, unknown>;
};
const lock = JSON.parse(readFileSync(path, "utf8")) as LockFile;
const missing = missingBuilds(lock);

if (process.argv.includes("--check")) {
  for (const name of Object.keys(missing)) console.log(`package-lock.json lacks ${name}, so 'npm ci' refuses it`);
  if (Object.keys(missing).length > 0) console.log("Run 'node scripts/complete-lock.ts'.");
  const unmet = unmetPeers(lock, Object.keys(about.overrides));
  for (const line of unmet) console.log(`${line}: name it in package.json`);
  process.exitCode = Object.keys(missing).length + unmet.length > 0 ? 1 : 0;
} else {
  const all = { ...lock.packages, ...missing };
  const names = Object.keys(all).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(names.map((name) => [name, all[name] ?? {}]));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} builds added`);
}
