// `npm run licenses`: the licences of all packages in the lock file. With --check, fails on a licence that is not
// allowed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refusedLicenses, summariseLicenses, type LockedPackage } from "./license-list.ts";

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package-lock.json"), "utf8")) as {
  packages: Record<string, LockedPackage>;
};
const refused = refusedLicenses(lock.packages);

if (!process.argv.includes("--check")) {
  for (const [licence, count] of summariseLicenses(lock.packages))
    console.log(`${String(count).padStart(5)}  ${licence}`);
}
for (const line of refused) console.log(line);
process.exitCode = refused.length > 0 ? 1 : 0;
