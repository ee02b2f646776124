import { createServer, ServerResponse, type RequestListener, type Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Time for a client that was just answered to send its next request, which is answered with `Connection: close`. */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 100;
/** So long at most the listener stays open for connections that still come. */
const LATE_MS = 1_000;
/** A turn without requests takes some microseconds. */
const QUIET_MS = 0.2;

export type DrainingServer = {
  server: Server;
  /** For `ms` it goes on, says that it leaves, and answers with `Connection: close`, so that proxies ask elsewhere. */
  leave: (ms: number) => Promise<void>;
  isLeaving: () => boolean;
  /**
   * Stops listening, answers running requests and those on open connections with `Connection: close`, and closes idle
   * ones. Connections still open after `longestMs` are closed.
   */
  drain: (longestMs: number, idleGraceMs?: number) => Promise<void>;
};

/** An HTTP server that can stop without resetting a request. */
export function createDrainingServer(listener: RequestListener): DrainingServer {
  let isLeaving = false;
  class Response extends ServerResponse {
    override writeHead(status: number, ...more: unknown[]): this {
      if (isLeaving) this.shouldKeepAlive = false;
      return super.writeHead(status, ...(more as []));
    }
  }
  const server = createServer({ ServerResponse: Response }, listener);
  return {
    server,
    async leave(ms) {
      isLeaving = true;
      await wait(ms);
    },
    isLeaving: () => isLeaving,
    async drain(longestMs, idleGraceMs = IDLE_GRACE_MS) {
      isLeaving = true;
      await untilNoneWaits(server);
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

/**
 * The kernel resets connections that still wait to be accepted when the listener closes. They are accepted before: the
 * listener closes after a turn that brought none, and was so short that hardly one can have come since it began.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  const ends = performance.now() + LATE_MS;
  let taken = 0;
  const count = () => (taken += 1);
  server.on("connection", count);
  // The first turn may already be past its sockets.
  await turn();
  for (let isQuiet = false; !isQuiet;) {
    const [before, began] = [taken, performance.now()];
    await turn();
    const now = performance.now();
    isQuiet = (taken === before && now - began < QUIET_MS) || now > ends;
  }
  server.off("connection", count);
}
