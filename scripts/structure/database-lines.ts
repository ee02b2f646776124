import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Finding } from "./project.ts";

const MOST = 12_000;

/** All files of db/ without db/seed have at most 12,000 lines, migrations and snapshot included. */
export function databaseLines(root: string, most = MOST): Finding[] {
  const folder = join(root, "db");
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const counts = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).replaceAll(sep, "/");
    if (!entry.isFile() || name.startsWith("db/seed/")) return [];
    return [{ name, lines: readFileSync(path, "utf8").match(/\n/g)?.length ?? 0 }];
  });
  const lines = counts.reduce((sum, file) => sum + file.lines, 0);
  if (lines <= most) return [];
  const largest = counts.toSorted((a, b) => b.lines - a.lines)[0];
  const message = `has ${lines} lines of at most ${most} without db/seed, ${largest?.lines} of them in ${largest?.name}`;
  return [{ rule: "sizes", file: "db", message: `${message}. npm run db:generate writes a snapshot on one line` }];
}
