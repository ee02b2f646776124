import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSafeFetch, SafeFetchError } from "./engine/ssrf-safe-fetch.server.ts";

let server: Server;
let inside: string;
let asked = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1;
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
  const safeFetch = createSafeFetch([], (_, done) => done(null, found));
  expect(await reasonOf(safeFetch.ask(`https://login.example.com:${new URL(inside).port}/`))).toBe(reason);
  expect(asked).toBe(before);
});

test("a name that nobody knows does not answer", async () => {
  const safeFetch = createSafeFetch([], (_, done) => done(new Error("ENOTFOUND"), []));
  expect(await reasonOf(safeFetch.ask("https://login.example.com/"))).toBe("unreachable");
});
