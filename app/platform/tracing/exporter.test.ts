import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { traceQueries } from "#server/traced-queries.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { createLogger, requestId } from "../log.server.ts";
import { exportSpans } from "./exporter.server.ts";
import { isTracing, observeSpans, trace, traceparent, type FinishedSpan } from "./trace.server.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
};

/** A collector that stores what it gets. */
async function collector() {
  const spans: Span[] = [];
  const seen: { path?: string; token?: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ path: request.url, token: request.headers.authorization });
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { spans, seen, endpoint };
}

const SETTINGS = { headers: { Authorization: "Bearer of-the-collector" }, service: "oja", version: "0", share: 1 };
const valueOf = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("spans reach the collector under each other, with statements but without their values", async () => {
  const { spans, seen, endpoint } = await collector();
  const database = await testDatabase();
  traceQueries(database.pool);
  const end = await exportSpans({ ...SETTINGS, endpoint });
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  let parent: string | undefined;
  await requestId.run("request-1", () =>
    trace("request", { method: "GET" }, async (span) => {
      parent = traceparent();
      log.info({}, "inside");
      await database.sql("select 'Ngozi' as name, $1::text as mail", ["ngozi@example.com"]);
      await trace("provider call", { call: "verify" }, async () => {
        throw new Error("no answer for ngozi@example.com");
      }).catch(() => {});
      span.set({ route: "/product/:id", status: 200 });
    }),
  );
  await trace("job", { queue: "mail" }, async () => {}, parent);
  await end();
  expect(isTracing()).toBe(false);

  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named("request /product/:id");
  const [query, call, job] = [named("query"), named("provider call"), named("job")];
  expect(valueOf(request, "http.request.method")).toBe("GET");
  expect(valueOf(request, "oja.request")).toBe("request-1");
  expect(valueOf(query, "db.query.text")).toBe("select '?' as name, $1::text as mail");
  for (const span of [query, call, job]) {
    expect(span?.traceId).toBe(request?.traceId);
    expect(span?.parentSpanId).toBe(request?.spanId);
  }
  expect(call?.status.code).toBe(2);
  expect(JSON.stringify(spans)).not.toMatch(/ngozi/i);
  expect(seen[0]).toEqual({ path: "/v1/traces", token: "Bearer of-the-collector" });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ request: "request-1", trace: request?.traceId });
});

test("a collector that is away costs no span's work and no end of the process", async () => {
  const end = await exportSpans({ ...SETTINGS, endpoint: "http://127.0.0.1:1" });
  expect(await trace("mail", {}, async () => 7)).toBe(7);
  await end();
});

test("observers get what a span set, its time and its error; without them nothing is traced", async () => {
  const seen: FinishedSpan[] = [];
  const stop = observeSpans((span) => void seen.push(span));
  const failure = new Error("no");
  await trace("job", { queue: "mail" }, async (span) => span.set({ attempt: 2 }));
  await trace("mail", {}, () => Promise.reject(failure)).catch(() => {});
  stop();
  await trace("mail", {}, async () => {});
  expect(seen).toEqual([
    { name: "job", attributes: { queue: "mail", attempt: 2 }, seconds: expect.any(Number), error: null },
    { name: "mail", attributes: {}, seconds: expect.any(Number), error: failure },
  ]);
});
