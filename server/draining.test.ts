import { Agent, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createDrainingServer } from "./draining.ts";

/** A server that answers "/" at once and other requests on demand. */
async function start() {
  const waiting: ServerResponse[] = [];
  const { server, drain, isLeaving, leave } = createDrainingServer((incoming, response) => {
    if (incoming.url === "/") response.end("at once");
    else waiting.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get = async (agent: Agent, path: string) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, agent }, resolve).on("error", reject).end();
    });
    response.resume();
    return { status: response.statusCode, connection: response.headers.connection };
  };
  return { drain, get, isLeaving, leave, waiting };
}

const keepAlive = () => new Agent({ keepAlive: true, maxSockets: 1 });

test("shutdown answers running requests and the next one of each open connection, and accepts no new connections", async () => {
  const { drain, get, waiting } = await start();
  const [busy, quiet] = [keepAlive(), keepAlive()];
  expect(await get(quiet, "/")).toEqual({ status: 200, connection: "keep-alive" });
  const running = get(busy, "/slow");
  await expect.poll(() => waiting).toHaveLength(1);
  const over = drain(60_000, 60_000);
  expect(await get(quiet, "/")).toEqual({ status: 200, connection: "close" });
  await expect.poll(() => get(keepAlive(), "/").catch(String)).toContain("ECONNREFUSED");
  waiting[0]?.end("at last");
  expect(await running).toEqual({ status: 200, connection: "close" });
  await over;
});

test("idle connections do not delay shutdown, and hanging ones are closed after the time limit", async () => {
  const { drain, get, waiting } = await start();
  const [idle, hanging] = [keepAlive(), keepAlive()];
  await get(idle, "/");
  const cut = get(hanging, "/slow").catch((error: NodeJS.ErrnoException) => error.code);
  await expect.poll(() => waiting).toHaveLength(1);
  await drain(300, 0);
  expect(await cut).toBe("ECONNRESET");
});

test("connections that the kernel has and the process has not accepted when shutdown begins are answered", async () => {
  const { drain, get } = await start();
  const asked = Array.from({ length: 20 }, () => get(keepAlive(), "/"));
  // The requests have connected, and this process has not yet looked at its sockets.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const over = drain(60_000, 0);
  expect(await Promise.all(asked)).toEqual(asked.map(() => ({ status: 200, connection: "close" })));
  await over;
});

test("a server that leaves says so, still accepts connections and keeps none of them", async () => {
  const { drain, get, isLeaving, leave } = await start();
  expect(isLeaving()).toBe(false);
  const left = leave(300);
  expect(isLeaving()).toBe(true);
  expect(await get(keepAlive(), "/")).toEqual({ status: 200, connection: "close" });
  await left;
  await drain(60_000, 0);
});
