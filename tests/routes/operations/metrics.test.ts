import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../../fixtures/checkout.ts";
import { testShop } from "../../setup/shop.ts";

const TOKEN = "token-of-the-metrics-7f3a";
let shop: RunningShop;

beforeAll(async () => {
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), "oja-backups-"));
  shop = await testShop({ env: { METRICS_TOKEN: TOKEN, BACKUP_DIR } });
});
afterAll(() => shop.close());

async function scrape(url = `${shop.url}/metrics`): Promise<string> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return await response.text();
}

/** The value of the series whose line starts with `series`; 0 if there is none. */
function valueOf(text: string, series: string): number {
  const line = text
    .split("\n")
    .find((one) => one.startsWith(`${series} `))
    ?.replace("+Inf", "Infinity");
  return Number(line?.slice(series.length + 1) ?? 0);
}

test.each([
  ["no token", {}],
  ["another token", { Authorization: `Bearer ${TOKEN}x` }],
  ["the token without its scheme", { Authorization: TOKEN }],
])("with %s the metrics are refused", async (_, headers) => {
  const response = await fetch(`${shop.url}/metrics`, { headers: headers as Record<string, string> });
  expect(response.status).toBe(401);
  expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
  expect(await response.text()).not.toContain("oja_");
});

test("requests count by the pattern of their route, whatever their address", async () => {
  const { database } = shop.shop;
  const id = await makeGoods(database, { stock: 20 });
  const paths = [`/product/${id}`, `/product/${id}?utm=secret`, "/product/none-such", "/no-such-page", "/healthz"];
  for (const path of [...paths, "/assets/none.js", `/products?search=secret-words`, "/products.data"])
    await (await fetch(`${shop.url}${path}`)).text();
  const text = await scrape();
  const requests = (route: string, status: string, cached = "false") =>
    valueOf(text, `oja_http_requests_total{route="${route}",method="GET",status_class="${status}",cached="${cached}"}`);
  expect(requests("/product/:id", "2xx")).toBe(1);
  // Unknown parameters share one cached page.
  expect(requests("/product/:id", "2xx", "true")).toBe(1);
  expect(requests("/product/:id", "4xx")).toBe(1);
  expect(requests("/*", "4xx")).toBe(1);
  expect(requests("/healthz", "2xx")).toBe(1);
  expect(requests("/assets/*", "4xx")).toBe(1);
  expect(requests("/products", "2xx")).toBe(1);
  expect(requests("/products.data", "2xx")).toBe(1);
  expect(valueOf(text, 'oja_http_request_duration_seconds_count{route="/products"}')).toBe(1);
  expect(text).not.toMatch(new RegExp(`secret|none-such|no-such-page|${id}`));
});

test("a hit of the page cache counts as cached, also one that is answered with 304", async () => {
  const first = await fetch(`${shop.url}/faq`);
  await first.text();
  const before = await scrape();
  await (await fetch(`${shop.url}/faq`)).text();
  await fetch(`${shop.url}/faq`, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
  const after = await scrape();
  const grown = (series: string) => valueOf(after, series) - valueOf(before, series);
  const hits = (status: string) =>
    grown(`oja_http_requests_total{route="/faq",method="GET",status_class="${status}",cached="true"}`);
  expect([hits("2xx"), hits("3xx")]).toEqual([1, 1]);
  expect(grown("oja_page_cache_hits_total")).toBe(2);
  expect(grown("oja_page_cache_misses_total")).toBe(0);
  expect(valueOf(after, "oja_page_cache_entries")).toBeGreaterThan(0);
  expect(valueOf(after, "oja_page_cache_bytes")).toBeGreaterThan(1_000);
  shop.cache.drop();
  expect(valueOf(await scrape(), 'oja_page_cache_drops_total{reason="all"}')).toBeGreaterThan(0);
});

test("a purchase is seen in provider calls, settlements, orders, statements and jobs", async () => {
  const id = await makeGoods(shop.shop.database, { stock: 20 });
  const post = async (path: string, body: unknown) =>
    (await (
      await fetch(`${shop.url}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json()) as { payment?: { reference: string } };
  const before = await scrape();
  const { payment } = await post("/checkout/start", startInput([[id, 2]]));
  const reference = payment?.reference ?? "";
  shop.demo?.paystack?.complete(reference, { outcome: "success" });
  await post("/functions/v1/verify-paystack-payment", { reference });
  const text = await scrape();
  const grown = (series: string) => valueOf(text, series) - valueOf(before, series);
  expect(grown('oja_provider_request_duration_seconds_count{call="initialize",outcome="ok"}')).toBe(1);
  expect(grown('oja_provider_request_duration_seconds_count{call="verify",outcome="ok"}')).toBeGreaterThan(0);
  expect(grown('oja_settlements_total{result="paid"}')).toBeGreaterThan(0);
  expect(grown("oja_orders_total")).toBe(1);
  for (const kind of ["select", "insert", "begin", "commit"])
    expect(grown(`oja_db_query_duration_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0);
  await expect
    .poll(async () => valueOf(await scrape(), 'oja_job_duration_seconds_count{queue="mail",outcome="ok"}'))
    .toBeGreaterThan(0);
  expect(text).not.toContain(reference);
});

test("the process, its connections and what waits are there", async () => {
  const text = await scrape();
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
    version: string;
  };
  expect(text).toContain(`oja_build_info{version="${version}",node="${process.versions.node}",database="postgres"} 1`);
  for (const [series, value] of [
    ["oja_db_up", 1],
    ["oja_db_listener_up", 1],
    ["oja_stock_negative", 0],
    ["oja_payments_unmatched", 0],
  ] as const)
    expect([series, valueOf(text, series)]).toEqual([series, value]);
  expect(valueOf(text, 'oja_db_pool{state="total"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'oja_process_memory_bytes{kind="resident"}')).toBeGreaterThan(10_000_000);
  expect(text).toMatch(/oja_event_loop_utilization_ratio [\d.]+/);
  expect(text).toMatch(/oja_event_loop_delay_seconds\{quantile="0.99"\} [\d.]+/);
  expect(text).toMatch(/oja_jobs\{queue="mail",state="waiting"\} \d+/);
  expect(text).toMatch(/oja_job_oldest_seconds\{queue="payment-sweep"\} \d+/);
  expect(valueOf(text, "oja_backup_age_seconds")).toBe(Number.POSITIVE_INFINITY);
  expect(text).toMatch(/oja_disk_free_bytes\{folder="[^"]+"\} \d+/);
});

test("without settings there are no metrics; with a port of their own they are only there", async () => {
  const plain = await testShop();
  onTestFinished(() => plain.close());
  expect(plain.metrics).toBeNull();
  expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);

  const apart = await testShop({ env: { METRICS_PORT: "0", METRICS_TOKEN: TOKEN } });
  onTestFinished(() => apart.close());
  const own = `http://127.0.0.1:${apart.metrics?.port}`;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  expect((await fetch(`${apart.url}/metrics`, { headers })).status).toBe(404);
  expect((await fetch(`${own}/metrics`)).status).toBe(401);
  expect((await fetch(own, { headers })).status).toBe(404);
  expect(await scrape(`${own}/metrics`)).toContain("oja_build_info");
});

test("the library of the metrics is loaded by a shop that has them, and by no other", () => {
  const folder = join(import.meta.dirname, "../../../build/server");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const importing = files.filter((name) => readFileSync(join(folder, name), "utf8").includes('"prom-client"'));
  expect(importing).toEqual([expect.stringMatching(/registry/)]);
});
