import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { makeGoods } from "#tests/fixtures/checkout.ts";
import { freePort, startPostgres } from "#tests/setup/postgres.global.ts";
import { type ShopProcess, spawnShop } from "../../bench/processes.ts";
import { closing } from "../../bench/world.ts";

const CLIENTS = 4;
const PATHS = ["/", "/products", "/products?min_price=10", "/healthz"];
const agent = new Agent({ keepAlive: true });

/**
 * The status of an answer; "refused" for which a proxy asks another process: nothing of an answer came, on a kept
 * connection that the process had just closed, or on a new one that it had not accepted before it stopped listening.
 * That it resets no request that it has accepted is tested in `server/draining.test.ts`.
 */
function ask(url: string): Promise<number | "refused"> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
      answer.once("error", reject);
    });
    sent.once("error", (error: NodeJS.ErrnoException) =>
      error.syscall === "connect" || error.code === "ECONNRESET" ? resolve("refused") : reject(error),
    );
    sent.end();
  });
}

test("two processes restarted in turns under load answer every request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-rolling-"));
  const postgres = await startPostgres();
  const shops: ShopProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await postgres.stop();
    agent.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `${postgres.url}/${postgres.template}`;
  await closing(await openDatabase({ url, folder: "" }), (database) => makeGoods(database, { stock: 100 }));
  const ports = [await freePort(), await freePort()];
  const addressOf = (index: number) => `http://127.0.0.1:${ports[index % 2]}`;
  const start = (index: number) =>
    spawnShop({
      BASE_URL: addressOf(index),
      DATABASE_URL: url,
      DATA_DIR: join(folder, String(index)),
      DEMO: "0",
      LOG_LEVEL: "silent",
      PORT: String(ports[index]),
      // Behind a proxy a process that starts refuses connections, instead of answering 503.
      TRUST_PROXY: "1",
    });
  for (const index of [0, 1]) shops.push(await start(index));

  const state = { isOver: false };
  const answers = new Map<number, number>();
  const client = async (number: number) => {
    for (let turn = number; !state.isOver; turn += 1) {
      const path = PATHS[turn % PATHS.length];
      const first = await ask(addressOf(turn) + path);
      const status = first === "refused" ? await ask(addressOf(turn + 1) + path) : first;
      if (status === "refused") throw new Error("Both processes refused.");
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  clients.catch(() => {});
  for (const index of [0, 1, 0, 1]) {
    await shops[index]?.stop();
    shops[index] = await start(index);
  }
  state.isOver = true;
  await clients;
  expect([...answers.keys()]).toEqual([200]);
  expect(answers.get(200)).toBeGreaterThan(100);
});
