import { createServer, ServerResponse, type RequestListener, type Server } from "node:http";
import { Server as NetServer } from "node:net";

/** Time for a client that was just answered to send its next request, which is answered with `Connection: close`. */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 100;

export type DrainingServer = {
  server: Server;
  /**
   * Stops listening, answers running requests and those on open connections with `Connection: close`, and closes idle
   * ones. Connections still open after `longestMs` are closed.
   */
  drain: (longestMs: number, idleGraceMs?: number) => Promise<void>;
};

/** An HTTP server that can stop without resetting a request. */
export function createDrainingServer(listener: RequestListener): DrainingServer {
  let isDraining = false;
  class Response extends ServerResponse {
    override writeHead(status: number, ...more: unknown[]): this {
      if (isDraining) this.shouldKeepAlive = false;
      return super.writeHead(status, ...(more as []));
    }
  }
  const server = createServer({ ServerResponse: Response }, listener);
  return {
    server,
    async drain(longestMs, idleGraceMs = IDLE_GRACE_MS) {
      isDraining = true;
      // Not the HTTP server's own `close`: it resets connections with an incoming request.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const graceEnds = performance.now() + idleGraceMs;
      const idle = setInterval(() => {
        if (performance.now() >= graceEnds) server.closeIdleConnections();
      }, POLL_MS);
      const force = setTimeout(() => server.closeAllConnections(), longestMs);
      await closed;
      clearInterval(idle);
      clearTimeout(force);
    },
  };
}
