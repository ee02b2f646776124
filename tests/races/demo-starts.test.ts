import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresUrl } from "../setup/postgres.ts";
import { demoFiles } from "../setup/shop.ts";

const MAIN = join(import.meta.dirname, "..", "..", "server", "main.ts");

function start(url: string) {
  let output = "";
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DEMO: "1",
      DEMO_PRODUCTS: "30",
      DATABASE_URL: url,
      AUTH_SECRET: "a".repeat(48),
      DATA_DIR: mkdtempSync(join(tmpdir(), "oja-starts-")),
      FILES_DIR: demoFiles,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { output: () => output, isOver: () => child.exitCode !== null, stop: () => child.kill("SIGTERM"), ended };
}

test("three demo processes that start at once on one empty PostgreSQL all open, with one set of goods, queues and accounts", async () => {
  const url = await postgresUrl({ isBare: true });
  const started = [1, 2, 3].map(() => start(url));
  await expect
    .poll(() => started.every(({ output, isOver }) => isOver() || output().includes("Stop it with")), {
      timeout: 100_000,
      interval: 100,
    })
    .toBe(true);
  const outputs = started.map(({ output }) => output());
  for (const output of outputs) expect(output).toContain("Oja is open");
  expect(outputs.filter((output) => output.includes("Loading the demo shop: products"))).toHaveLength(1);
  const database = closedAfterTest(await openDatabase({ url, folder: "" }));
  const { rows } = await database.sql(
    `select (select count(*)::int from products) as products,
       (select count(*)::int from users u join accounts a on a.user_id = u.id where a.password is not null) as accounts,
       (select array_agg(name order by name) from pgboss.queue where name not like '\\_\\_%') as queues`,
  );
  expect(rows).toEqual([
    {
      products: 30,
      accounts: 2,
      queues: [
        "backup",
        "mail",
        "nightly-sweep",
        "payment-sweep",
        "purge-runs",
        "restore-test",
        "runs",
        "search-words",
        "stems",
      ],
    },
  ]);
  for (const { stop } of started) stop();
  expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0, 0]);
});
