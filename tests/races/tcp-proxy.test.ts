import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startTcpProxy } from "../fixtures/tcp-proxy.ts";

/** A proxy before a server that repeats what it is sent. */
async function proxyToEcho() {
  const server = createServer((socket) => socket.on("error", () => {}).pipe(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return proxy;
}

/** A client, what it has received, and how its connection ended. */
function client(port: number) {
  const socket: Socket = connect(port, "127.0.0.1");
  const state = { text: "", end: "" };
  socket.on("data", (bytes: Buffer) => (state.text += bytes.toString()));
  socket.on("error", (error: NodeJS.ErrnoException) => (state.end = error.code ?? ""));
  socket.on("close", () => (state.end ||= "closed"));
  onTestFinished(() => void socket.destroy());
  return { state, send: (text: string) => void socket.write(text) };
}

/** A client that has an answer already. */
async function connected(port: number) {
  const one = client(port);
  one.send("a");
  await expect.poll(() => one.state.text).toBe("a");
  return one;
}

test("a proxy resets or refuses open and new connections until it is restored", async () => {
  const proxy = await proxyToEcho();
  for (const [fault, ends] of [
    ["reset", ["ECONNRESET", "ECONNRESET"]],
    ["refuse", ["closed", "ECONNREFUSED"]],
  ] as const) {
    const open = await connected(proxy.port);
    proxy.strike(fault);
    await expect.poll(() => open.state.end).toBe(ends[0]);
    const late = client(proxy.port);
    await expect.poll(() => late.state.end).toBe(ends[1]);
    await proxy.restore();
    await connected(proxy.port);
  }
});

test("a proxy that stalls holds bytes back, and half-open connections lose them", async () => {
  const proxy = await proxyToEcho();
  const open = await connected(proxy.port);
  proxy.strike("stall");
  const late = client(proxy.port);
  open.send("b");
  late.send("b");
  await proxy.restore();
  await expect.poll(() => [open.state.text, late.state.text]).toEqual(["ab", "b"]);
  proxy.strike("half-open");
  open.send("c");
  const other = await connected(proxy.port);
  await proxy.restore();
  other.send("c");
  await expect.poll(() => other.state.text).toBe("ac");
  expect(open.state).toEqual({ text: "ab", end: "" });
});

test("a proxy delays in order, and ends a connection after some bytes of the answer", async () => {
  const proxy = await proxyToEcho();
  const one = await connected(proxy.port);
  const began = performance.now();
  proxy.strike({ delayMs: 50 });
  for (const letter of ["b", "c", "d"]) one.send(letter);
  await expect.poll(() => one.state.text.length).toBe(4);
  expect(one.state.text).toBe("abcd");
  expect(performance.now() - began).toBeGreaterThan(90);
  proxy.strike({ cutAfter: 3 });
  one.send("12345");
  await expect.poll(() => one.state).toEqual({ text: "abcd123", end: "closed" });
});
