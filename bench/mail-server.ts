import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail server that accepts every mail and throws it away. */
export async function startMailServer(): Promise<{ url: string; received: () => number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let received = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let isMail = false;
    socket.write("220 ready\r\n");
    createInterface(socket).on("line", (line) => {
      if (isMail && line !== ".") return;
      if (isMail) received += 1;
      isMail = line === "DATA";
      socket.write(isMail ? "354 go on\r\n" : "250 accepted\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
