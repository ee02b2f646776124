import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import { createFileStore } from "#app/platform/files/file-store.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { PageCache } from "../middleware/page-cache.server.ts";
import { serveMetrics } from "./serve-metrics.server.ts";

const TOKEN = "token-of-the-metrics-7f3a";
const headers = { Authorization: `Bearer ${TOKEN}` };

async function served(database: Database, settings: Record<string, string>) {
  const folder = () => mkdtempSync(join(tmpdir(), "oja-metrics-"));
  const env = readEnv({ DEMO: "0", DATA_DIR: folder(), FILES_DIR: folder(), ...settings });
  const health = { database, db: database.db, env, files: createFileStore(env), payments: null };
  const metrics = await serveMetrics(env, { database, cache: new PageCache(), version: "1.2.3", health });
  onTestFinished(() => metrics.close());
  return { metrics, own: `http://127.0.0.1:${metrics.port}/metrics` };
}

async function withJobs(): Promise<Database> {
  const database = await testDatabase();
  await createJobs(database, createLogger("silent")).then((jobs) => jobs.close());
  return database;
}

test("on a port of their own the metrics have the shop, the age of the newest backup and the room on disks", async () => {
  const backups = mkdtempSync(join(tmpdir(), "oja-backups-"));
  const { metrics, own } = await served(await withJobs(), { METRICS_PORT: "0", BACKUP_DIR: backups });
  expect(metrics.answer({ url: "/metrics" } as never, {} as never)).toBe(false);
  const text = await (await fetch(own)).text();
  for (const line of [
    `oja_build_info{version="1.2.3",node="${process.versions.node}",database="postgres"} 1`,
    "oja_db_up 1",
    "oja_stock_negative 0",
    "oja_backup_age_seconds +Inf",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^oja_disk_free_bytes\{folder="[^"]+"\} [\d.e+]+$/m);
  expect((await fetch(own.replace("/metrics", "/"))).status).toBe(404);
});

test("without backups there is no age, and without a database no figures of the shop, but those of the process", async () => {
  const database = await withJobs();
  const { own } = await served(database, { METRICS_PORT: "0" });
  await database.close();
  const text = await (await fetch(own)).text();
  expect(text).toMatch(/^oja_db_up 0$/m);
  expect(text).toMatch(/^oja_process_memory_bytes\{kind="resident"\} \d+$/m);
  expect(text).not.toMatch(/^oja_(backup_age_seconds|mails_waiting|jobs|stock_negative)\b.* /m);
});

test("at the shop's address the metrics are answered to the token only, and other addresses not at all", async () => {
  const { metrics } = await served(await withJobs(), { METRICS_TOKEN: TOKEN });
  expect(metrics.port).toBeNull();
  const server = createServer((request, response) => {
    if (!metrics.answer(request, response)) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await fetch(`${url}/metrics?x=1`, { headers: { Authorization: `Bearer ${TOKEN}x` } })).status).toBe(401);
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
  expect((await fetch(`${url}/metrics/more`, { headers })).status).toBe(204);
});

test("a taken port is named, and a port for other machines needs a token", async () => {
  const database = await withJobs();
  const { metrics } = await served(database, { METRICS_PORT: "0" });
  await expect(served(database, { METRICS_PORT: String(metrics.port) })).rejects.toThrow(
    `Port ${metrics.port} is taken. Choose another with METRICS_PORT.`,
  );
  expect(() => readEnv({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" })).toThrow("set METRICS_TOKEN as well");
  expect(readEnv({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0", METRICS_TOKEN: TOKEN }).METRICS_PORT).toBe(9464);
});
