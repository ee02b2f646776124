import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { MAX_SHEET_BYTES } from "#app/lib/sheet-table.ts";
import { PROXIES, startProxy, type Proxy } from "#tests/fixtures/proxies.ts";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; bytes: number };
/** An import takes the largest file; the forms with pictures take 20 MiB. */
const LARGEST_BODY = MAX_SHEET_BYTES + 65_536;

/** A server in a shop's place; `answer` gets each request when its body is complete. */
async function shopAt(answer: (seen: Seen, ...more: Parameters<RequestListener>) => void): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => (bytes += chunk.length));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      answer({ method, url, headers, bytes }, incoming, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function behind(name: (typeof PROXIES)[number]["name"], first: Server, second: Server): Promise<Proxy> {
  const proxy = await startProxy(name, [portOf(first), portOf(second)]);
  onTestFinished(async () => {
    proxy.agent.destroy();
    await proxy.stop();
  });
  return proxy;
}

type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer };

/** Sends a request over TLS and resolves with the head of the answer. */
async function open({ url, agent }: Proxy, path: string, { method, headers, body }: Asked = {}) {
  return await new Promise<IncomingMessage>((resolve, reject) => {
    request(url + path, { agent, method, headers }, resolve)
      .once("error", reject)
      .end(body);
  });
}

async function ask(proxy: Proxy, path: string, asked: Asked = {}): Promise<{ status: number; text: string }> {
  const answer = await open(proxy, path, asked);
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, text };
}

describe.each(PROXIES)("$name", ({ name, isInstalled }) => {
  beforeEach((context) => context.skip(!isInstalled, `${name} is not installed`));

  test("the shop gets host, scheme and the visitor's own address", async () => {
    const shop = await shopAt((seen, _, outgoing) => outgoing.end(JSON.stringify(seen.headers)));
    const proxy = await behind(name, shop, shop);
    for (const path of ["/", "/events", "/admin/events"]) {
      const { text } = await ask(proxy, path, { headers: { "X-Forwarded-For": "203.0.113.9" } });
      const headers = JSON.parse(text) as Record<string, string>;
      expect(headers["x-forwarded-for"]?.split(",").at(-1)?.trim()).toBe("127.0.0.1");
      expect(headers["host"]).toMatch(/^localhost(:\d+)?$/);
      expect(headers["x-forwarded-proto"]).toBe("https");
    }
    const plain = await fetch(`${proxy.plainUrl}/cart`, { redirect: "manual" });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get("Location")).toMatch(/^https:\/\/localhost(:\d+)?\/cart$/);
  });

  test("a certificate is renewed through plain http", async ({ skip }) => {
    skip(name === "caddy", "Caddy renews by itself");
    const shop = await shopAt((_, __, outgoing) => outgoing.end("the shop"));
    const { plainUrl } = await behind(name, shop, shop);
    const answer = await fetch(`${plainUrl}/.well-known/acme-challenge/token`, { redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([200, "the authority's challenge"]);
  });

  test("the log has no token", async ({ skip }) => {
    skip(name === "caddy", "Caddy logs no requests by itself");
    const shop = await shopAt((_, __, outgoing) => outgoing.end());
    const proxy = await behind(name, shop, shop);
    for (const path of ["/reset?token=secret", "/checkout/pay/secret", "/custom-order/secret", "/product/rice"])
      await ask(proxy, path);
    await fetch(`${proxy.plainUrl}/reset?token=secret`, { redirect: "manual" });
    await expect.poll(() => proxy.log()).toContain("GET /product/rice");
    expect(proxy.log()).toContain("GET /checkout/pay/...");
    expect(proxy.log()).not.toContain("secret");
  });

  test("an event arrives while its stream is open", async () => {
    const shop = await shopAt(({ url }, _, outgoing) => {
      outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
      if (url === "/other") outgoing.end();
      else outgoing.write("data: 1\n\n");
    });
    const proxy = await behind(name, shop, shop);
    for (const path of ["/events", "/admin/events"]) {
      const stream = await open(proxy, path);
      const first = await new Promise((resolve) => stream.once("data", (chunk) => resolve(String(chunk))));
      expect(first).toBe("data: 1\n\n");
      expect(stream.complete).toBe(false);
      stream.destroy();
    }
  });

  test("the largest body that the shop takes reaches it", async () => {
    const shop = await shopAt(({ bytes }, _, outgoing) => outgoing.end(String(bytes)));
    const proxy = await behind(name, shop, shop);
    const { status, text } = await ask(proxy, "/admin/imports", { method: "POST", body: Buffer.alloc(LARGEST_BODY) });
    expect({ status, text }).toEqual({ status: 200, text: String(LARGEST_BODY) });
  });

  test("a process that refuses is asked elsewhere, also for a POST", async () => {
    const posted: string[] = [];
    const shop = await shopAt(({ method, url }, _, outgoing) => {
      if (method === "POST") posted.push(url);
      outgoing.end();
    });
    const gone = await shopAt((_, __, outgoing) => outgoing.end());
    const proxy = await behind(name, gone, shop);
    await new Promise((resolve) => {
      gone.close(resolve);
      gone.closeAllConnections();
    });
    const asked = Array.from({ length: 20 }, (_, number) => number);
    const isPost = (number: number) => number % 3 === 0;
    for (const number of asked) {
      const asking = isPost(number) ? { method: "POST", body: Buffer.from("1") } : {};
      expect((await ask(proxy, `/${number}`, asking)).status).toBe(200);
    }
    expect(posted).toEqual(asked.filter(isPost).map((number) => `/${number}`));
  });

  test("a POST that was sent is never repeated", async () => {
    let posts = 0;
    const shop = await shopAt(({ method }, incoming, outgoing) => {
      if (method !== "POST") return outgoing.end();
      posts += 1;
      incoming.socket.destroy();
    });
    const proxy = await behind(name, shop, shop);
    expect((await ask(proxy, "/checkout/start", { method: "POST", body: Buffer.from("{}") })).status).toBe(502);
    expect(posts).toBe(1);
  });
});
