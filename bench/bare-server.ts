import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A minimal Node server: the same headers and bytes for every request. Sent by forkWorker. */
export type BareOrder = { headers: string[]; body: Uint8Array };

process.once("message", ({ headers, body }: BareOrder) => {
  const bytes = Buffer.from(body);
  const server = createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
