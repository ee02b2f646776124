import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

export type Listening = { url: string; port: number; close(): Promise<void> };

/**
 * Serves `app` on `host` (127.0.0.1 by default) and `port` (0 takes a free one). `close` also closes open connections,
 * so it never waits for a browser.
 */
export async function listen(app: Hono, options: { port: number; host?: string }): Promise<Listening> {
  const host = options.host ?? "127.0.0.1";
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return {
    url: `http://${name.includes(":") ? `[${name}]` : name}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
