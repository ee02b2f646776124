import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { testShop } from "../setup/shop.ts";

type Line = Record<string, unknown>;
const lines: Line[] = [];
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { LOG_LEVEL: "info" }, log: (line) => void lines.push(JSON.parse(line) as Line) });
});
afterAll(() => shop.close());

const SECRET = "s3cr3t-of-somebody";
const requests = () => lines.filter(({ msg }) => msg === "request");

test.each([
  ["/", 200],
  [`/auth/callback?token=${SECRET}&code=${SECRET}`, 200],
  [`/checkout/return/${SECRET}`, null],
  [`/checkout/pay/${SECRET}/state`, 404],
  [`/checkout/payment-success?token=${SECRET}`, null],
  [`/api/auth/verify-email?token=${SECRET}`, null],
  [`/?token=${SECRET}`, 200],
])("%s is one line with method, path and status, and without what stands in the query", async (path, status) => {
  lines.length = 0;
  const response = await fetch(`${shop.url}${path}`, { redirect: "manual" });
  if (status) expect(response.status).toBe(status);
  expect(requests()).toMatchObject([{ level: 30, method: "GET", status: response.status, path: expect.any(String) }]);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
  const [line] = requests();
  expect(line?.["request"]).toBe(response.headers.get("X-Request-Id"));
});

test("every answer from the page cache has an id of its own, in its header and in its line", async () => {
  const etag = (await fetch(`${shop.url}/cart`)).headers.get("ETag") ?? "";
  lines.length = 0;
  const ids: (string | null)[] = [];
  for (const known of ["", "", etag]) {
    const response = await fetch(`${shop.url}/cart`, { headers: { "If-None-Match": known } });
    await response.text();
    expect(response.status).toBe(known ? 304 : 200);
    ids.push(response.headers.get("X-Request-Id"));
  }
  expect(new Set(ids).size).toBe(3);
  expect(requests()).toMatchObject(ids.map((id) => ({ cached: true, request: id })));
});

test("an error line names the request that it belongs to", async () => {
  const { database } = shop.shop;
  await database.sql("alter table products rename to hidden");
  lines.length = 0;
  const response = await fetch(`${shop.url}/product/rice`);
  await database.sql("alter table hidden rename to products");
  expect(response.status).toBe(500);
  const id = response.headers.get("X-Request-Id");
  expect(id).toMatch(/^\w{7,}$/);
  expect(lines.find(({ level }) => level === 50)).toMatchObject({ msg: "a page failed", request: id });
  expect(requests()).toMatchObject([{ level: 40, status: 500, request: id }]);
});

test("what comes by the dozen with a page is not in the log", async () => {
  lines.length = 0;
  for (const path of ["/assets/none.js", "/healthz", "/readyz", "/favicon.ico"]) await fetch(`${shop.url}${path}`);
  expect(lines).toEqual([]);
});
