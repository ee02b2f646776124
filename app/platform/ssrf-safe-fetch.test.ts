import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSafeFetch, SafeFetchError } from "./ssrf-safe-fetch.server.ts";

let server: Server;
let inside: string;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === "/loop") return void response.writeHead(301, { Location: "/loop" }).end();
    if (request.url === "/moved") return void response.writeHead(302, { Location: "/picture" }).end("x".repeat(50));
    if (request.url === "/picture") return void response.end("p".repeat(100));
    if (request.url === "/no-head") return void request.socket.destroy();
    if (request.url === "/half") {
      response.writeHead(200, { "Content-Length": 100 }).write("half");
      return void setImmediate(() => request.socket.destroy());
    }
    if (request.url === "/gone") return void response.writeHead(404).end("no");
    response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end("here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const reasonOf = async (answer: Promise<unknown>) =>
  await answer.then(
    () => "answered",
    (error: unknown) => (error instanceof SafeFetchError ? error.reason : String(error)),
  );

test.each([
  ["https://login.example.com/x", null],
  ["http://login.example.com/x", "insecure"],
  ["https://localhost", "private"],
  ["https://a.localhost", "private"],
  ["https://127.0.0.1", "private"],
  ["https://2130706433", "private"],
  ["https://10.1.2.3", "private"],
  ["https://192.168.1.1", "private"],
  ["https://169.254.169.254/latest/meta-data", "private"],
  ["https://metadata.google.internal", "private"],
  ["https://[::1]", "private"],
  ["https://[::ffff:10.0.0.1]", "private"],
  ["https://[::ffff:0:127.0.0.1]", "private"],
  ["https://[::ffff:0:7f00:1]/", "private"],
  ["https://[::127.0.0.1]", "private"],
  ["https://[64:ff9b::7f00:1]", "private"],
  ["https://[64:ff9b:1::7f00:1]", "private"],
  ["https://[fec0::1]", "private"],
  ["https://[2002:7f00:1::]", "private"],
  ["https://user:word@login.example.com", "address"],
  ["ftp://login.example.com", "address"],
  ["javascript:alert(1)", "address"],
  ["login.example.com", "address"],
  ["", "address"],
])("%s: %s", async (address, problem) => {
  expect(createSafeFetch([]).problemOf(address)).toBe(problem);
  if (problem) expect(await reasonOf(createSafeFetch([]).ask(address))).toBe(problem);
});

test("asks an origin that the operator allows, and follows no redirect", async () => {
  const safeFetch = createSafeFetch([inside]);
  expect(safeFetch.problemOf(`${inside}/x`)).toBeNull();
  expect(await safeFetch.ask(`${inside}/x`)).toEqual({ status: 302, text: "here" });
  expect(safeFetch.problemOf(inside.replace("http:", "https:"))).toBe("private");
});

test.each([
  [["127.0.0.1"], "private"],
  [["93.184.216.34", "10.0.0.7"], "private"],
  [["::1"], "private"],
  [[], "unreachable"],
])("a public name that leads to %o is not asked", async (addresses, reason) => {
  const before = asked;
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const safeFetch = createSafeFetch([], (_, __, done) => done(null, found));
  expect(await reasonOf(safeFetch.ask(`https://login.example.com:${new URL(inside).port}/`))).toBe(reason);
  expect(asked).toBe(before);
});

test("an unknown host name is refused", async () => {
  const safeFetch = createSafeFetch([], (_, __, done) => done(new Error("ENOTFOUND"), []));
  expect(await reasonOf(safeFetch.ask("https://login.example.com/"))).toBe("unreachable");
});

test.each([
  "192.0.2.1",
  "100.64.0.1",
  "198.18.0.1",
  "64:ff9b::a00:7",
  "2002:7f00:1::",
  "::ffff:0:7f00:1",
  "fd00::1",
  "0.0.0.0",
])("a public name that leads to the special address %s is not asked", async (address) => {
  const found = [{ address, family: address.includes(":") ? 6 : 4 }];
  const safeFetch = createSafeFetch([], (_, __, done) => done(null, found));
  expect(await reasonOf(safeFetch.ask("https://login.example.com/"))).toBe("private");
});

test("an answer that breaks off, at its head or in its middle, is none", async () => {
  const safeFetch = createSafeFetch([inside]);
  for (const path of ["/no-head", "/half"]) expect(await reasonOf(safeFetch.ask(inside + path))).toBe("unreachable");
});

test("a download follows redirects where they may lead, and ends at its size", async () => {
  const safeFetch = createSafeFetch([inside]);
  const options = { maxBytes: 100, accept: "image/*" };
  const { status, bytes } = await safeFetch.download(`${inside}/moved`, options);
  expect([status, Buffer.from(bytes).toString()]).toEqual([200, "p".repeat(100)]);
  expect(await safeFetch.download(`${inside}/gone`, options)).toEqual({ status: 404, bytes: new Uint8Array() });
  expect(await reasonOf(safeFetch.download(`${inside}/picture`, { ...options, maxBytes: 99 }))).toBe("too_big");
  expect(await reasonOf(safeFetch.download(`${inside}/loop`, options))).toBe("unreachable");
  // The redirect leads to another port of this machine, which is not allowed.
  expect(await reasonOf(safeFetch.download(`${inside}/elsewhere`, options))).toBe("private");
});
