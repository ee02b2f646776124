import { createServer, ServerResponse, type RequestListener, type Server } from "node:http";
import { Server as NetServer } from "node:net";

/** For a client that has just been answered to send its next request, which is then answered with `Connection: close`. */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 100;

export type DrainingServer = {
  server: Server;
  /**
   * Stops listening, answers what runs and what still comes on open connections, each with `Connection: close`, and
   * closes idle ones. What is open after `longestMs` is cut.
   */
  drain: (longestMs: number, idleGraceMs?: number) => Promise<void>;
};

/** An HTTP server that can end without resetting anybody's request. */
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
      // Not the HTTP server's own `close`: it resets connections on which the next request is on its way.
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
