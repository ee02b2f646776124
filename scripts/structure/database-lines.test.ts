import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLines } from "./database-lines.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "oja-database-lines-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const SNAPSHOT = "db/migrations/meta/0001_snapshot.json";

test.each<[title: string, lines: Record<string, number>, expected: RegExp[]]>([
  ["no database", {}, []],
  ["at the budget", { "db/lock.server.ts": 400, "db/schema/orders.sql": 600 }, []],
  ["a seed beside it", { "db/lock.server.ts": 1000, "db/seed/goods/rice.ts": 900 }, []],
  [
    "a snapshot on many lines",
    { "db/lock.server.ts": 301, [SNAPSHOT]: 700 },
    [
      /^db has 1001 lines of at most 1000 without db\/seed, 700 of them in db\/migrations\/meta\/0001_snapshot\.json\. .*db:generate/,
    ],
  ],
])("%s", (_title, files, expected) => {
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "a\n".repeat(lines));
  }
  const found = databaseLines(root, 1_000).map(({ file, message }) => `${file} ${message}`);
  expect(found).toHaveLength(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
});
