import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Env } from "#app/platform/env.server.ts";
import type { ShopSources } from "./shop-metrics.server.ts";

const METRICS_PATH = "/metrics";

type Settings = Pick<Env, "METRICS_PORT" | "METRICS_HOST" | "METRICS_TOKEN">;

export type ServedMetrics = {
  /** Answers a request for /metrics at the shop's own address; false if it is answered like any other address. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The port of a listener of its own. */
  port: number | null;
  close: () => Promise<void>;
};

/**
 * Serves the metrics as METRICS_PORT and METRICS_TOKEN say: on a port of their own, or at the shop's address behind a
 * token. The library is loaded here.
 */
export async function serveMetrics(
  { METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Settings,
  sources: ShopSources,
): Promise<ServedMetrics> {
  const { createMetrics } = await import("./registry.server.ts");
  const metrics = createMetrics(sources);
  const mayRead = tokenCheck(METRICS_TOKEN);
  const send = (request: IncomingMessage, response: ServerResponse) => {
    if (!mayRead(request.headers.authorization)) {
      response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="metrics"', ...PLAIN });
      response.end("The metrics need 'Authorization: Bearer METRICS_TOKEN'.\n");
      return;
    }
    metrics.text().then(
      (text) => {
        response.writeHead(200, { "Content-Type": metrics.registry.contentType, "Cache-Control": "no-store" });
        response.end(request.method === "HEAD" ? undefined : text);
      },
      () => response.writeHead(500, PLAIN).end("The metrics could not be read.\n"),
    );
  };
  const isAsked = (request: IncomingMessage) => request.url?.split("?", 1)[0] === METRICS_PATH;
  if (METRICS_PORT === undefined) {
    return {
      answer(request, response) {
        if (!isAsked(request)) return false;
        send(request, response);
        return true;
      },
      port: null,
      close: async () => metrics.close(),
    };
  }
  const server = createServer((request, response) => {
    if (isAsked(request)) send(request, response);
    else response.writeHead(404, PLAIN).end(`Only ${METRICS_PATH} is here.\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      metrics.close();
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`Port ${METRICS_PORT} is taken. Choose another with METRICS_PORT.`) : error);
    });
    server.listen(METRICS_PORT, METRICS_HOST, resolve);
  });
  return {
    answer: () => false,
    port: (server.address() as AddressInfo).port,
    async close() {
      metrics.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

/** Whether an Authorization header has the token, compared in constant time; without a token every reader may read. */
function tokenCheck(token: string | undefined): (header: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return (header = "") => timingSafeEqual(digest(header), expected);
}
