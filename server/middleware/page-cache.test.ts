import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PageCache } from "./page-cache.server.ts";

const page = (text: string, products: string[] = [], init: ResponseInit = {}) => ({
  response: new Response(text, { headers: { "Content-Type": "text/html" }, ...init }),
  products: new Set(products),
  route: "/page",
  isAway: false,
});
/** What is rendered while the database does not answer. */
const away = async () => ({ ...page("away", [], { status: 503 }), isAway: true });

describe("filling", () => {
  test("renders once for concurrent requests", async () => {
    const cache = new PageCache();
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return page("hello");
    };
    const answers = await Promise.all([1, 2, 3].map(() => cache.fill("/", undefined, make)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["hello", "hello", "hello"]);
    expect(made).toBe(1);
  });

  test("does not cache a render older than a concurrent change", async () => {
    const cache = new PageCache();
    await cache.fill("/", undefined, async () => {
      cache.drop();
      return page("old");
    });
    expect(cache.size.entries).toBe(0);
  });

  test("caches a render that a concurrent change does not affect", async () => {
    const cache = new PageCache();
    await cache.fill("/product/rice", undefined, async () => {
      cache.drop({ products: ["beans"], listings: true });
      return page("rice", ["rice"]);
    });
    expect(cache.size.entries).toBe(1);
    await cache.fill("/products", undefined, async () => {
      cache.drop({ products: ["beans"] });
      cache.drop({ listings: true });
      return page("rice", ["rice"]);
    });
    expect(cache.size.entries).toBe(1);
  });

  test("caches neither errors nor answers with cookies", async () => {
    const cache = new PageCache();
    await cache.fill("/a", undefined, async () => page("no", [], { status: 404 }));
    await cache.fill("/b", undefined, async () => page("no", [], { headers: { "Set-Cookie": "a=b" } }));
    expect(cache.size.entries).toBe(0);
  });

  test("a failure reaches all waiting requests, and the next request renders again", async () => {
    const cache = new PageCache();
    await expect(cache.fill("/", undefined, () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(await (await cache.fill("/", undefined, async () => page("fine"))).text()).toBe("fine");
  });
});

test("dropping products drops the pages that show them, dropping all drops all", async () => {
  const cache = new PageCache();
  await cache.fill("/product/a", undefined, async () => page("a", ["a"]));
  await cache.fill("/products", undefined, async () => page("ab", ["a", "b"]));
  await cache.fill("/cart", undefined, async () => page("cart"));
  cache.drop({ products: ["b"] });
  expect(cache.size.entries).toBe(2);
  cache.drop({ products: ["c"] });
  expect(cache.size.entries).toBe(2);
  cache.drop();
  expect(cache.size).toEqual({ entries: 0, bytes: 0 });
});

test("a changed product drops what shows it, and with the listings those that show it not, but no other product's page", async () => {
  const cache = new PageCache();
  for (const key of ["/", "/products?page=9", "/category/x.data", "/search/suggest?q=r", "/product/b", "/cart"])
    await cache.fill(key, "br", async () => page(key, key === "/product/b" ? ["b"] : []));
  cache.drop({ products: ["a"], listings: true });
  expect(cache.size.entries).toBe(2);
});

test("a page expires after five minutes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // The cache treats a start time of zero as none.
  vi.advanceTimersByTime(1);
  onTestFinished(() => void vi.useRealTimers());
  const cache = new PageCache();
  let price = 1;
  const ask = async () => await (await cache.fill("/cart", undefined, async () => page(String(price)))).text();
  expect(await ask()).toBe("1");
  price = 2;
  vi.advanceTimersByTime(299_000);
  expect(await ask()).toBe("1");
  vi.advanceTimersByTime(2_000);
  expect(await ask()).toBe("2");
  expect(cache.size.entries).toBe(1);
});

describe("without a database", () => {
  const read = async (response: Response) => [response.status, await response.text()];

  test("a page whose notifications may be lost is answered, marked, until the database answers", async () => {
    const cache = new PageCache();
    await cache.fill("/cart", undefined, async () => page("old"));
    cache.distrust();
    const stale = await cache.fill("/cart", undefined, away);
    expect(Object.fromEntries(stale.headers)).toMatchObject({
      age: "0",
      "cache-control": "no-store",
      warning: '110 - "Response is Stale"',
    });
    expect(stale.headers.has("ETag")).toBe(false);
    expect(await read(stale)).toEqual([200, "old"]);
    expect(await read(await cache.fill("/about", undefined, away))).toEqual([503, "away"]);
    const fresh = await cache.fill("/cart", undefined, async () => page("new"));
    expect(fresh.headers.has("Warning")).toBe(false);
    expect(await read(fresh)).toEqual([200, "new"]);
    expect(await read(await cache.fill("/cart", undefined, away))).toEqual([200, "new"]);
  });

  test("a page is answered for ten minutes, and never one that is known to have changed", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(1);
    onTestFinished(() => void vi.useRealTimers());
    const cache = new PageCache();
    for (const key of ["/cart", "/product/a"]) await cache.fill(key, undefined, async () => page(key, [key]));
    cache.distrust();
    cache.drop({ products: ["/product/a"] });
    expect(await read(await cache.fill("/product/a", undefined, away))).toEqual([503, "away"]);
    vi.advanceTimersByTime(599_000);
    const stale = await cache.fill("/cart", undefined, away);
    expect(stale.headers.get("Age")).toBe("599");
    expect(await read(stale)).toEqual([200, "/cart"]);
    vi.advanceTimersByTime(2_000);
    expect(await read(await cache.fill("/cart", undefined, away))).toEqual([503, "away"]);
  });

  test("a page whose goods only had another stock is answered, marked, and else rendered again", async () => {
    const cache = new PageCache();
    for (const key of ["/product/a", "/product/b"]) await cache.fill(key, undefined, async () => page("old", [key]));
    cache.outdate(["/product/a"]);
    cache.outdate(["/product/a"]);
    expect(cache.drops.product).toBe(1);
    expect(await read(await cache.fill("/product/b", undefined, async () => page("new")))).toEqual([200, "old"]);
    const stale = await cache.fill("/product/a", undefined, away);
    expect(stale.headers.get("Warning")).toContain("110");
    expect(await read(stale)).toEqual([200, "old"]);
    const make = async () => {
      cache.outdate(["/product/a"]);
      return page("sold meanwhile", ["/product/a"]);
    };
    expect(await read(await cache.fill("/product/a", undefined, make))).toEqual([200, "sold meanwhile"]);
    expect(await read(await cache.fill("/product/a", undefined, async () => page("new")))).toEqual([200, "new"]);
  });

  test("a page that sells whenever it is rendered is kept for an outage, and one that was changed meanwhile is not", async () => {
    const cache = new PageCache();
    const sold = async () => {
      cache.outdate(["/product/a"]);
      return page("sold meanwhile", ["/product/a"]);
    };
    expect((await cache.fill("/product/a", undefined, sold)).headers.has("Warning")).toBe(false);
    const stale = await cache.fill("/product/a", undefined, away);
    expect([stale.headers.get("Warning"), await read(stale)]).toEqual([expect.any(String), [200, "sold meanwhile"]]);
    const edited = async () => {
      cache.drop({ products: ["/product/b"] });
      return page("edited meanwhile", ["/product/b"]);
    };
    await cache.fill("/product/b", undefined, edited);
    expect(await read(await cache.fill("/product/b", undefined, away))).toEqual([503, "away"]);
  });

  test("a database that is silent is not waited for, and what it answers in the end is fresh", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let isCutOff = false;
    const cache = new PageCache(() => isCutOff);
    await cache.fill("/cart", undefined, async () => page("old"));
    cache.distrust();
    const silent = Promise.withResolvers<ReturnType<typeof page>>();
    let made = 0;
    const ask = () => cache.fill("/cart", undefined, () => ((made += 1), silent.promise));
    const asked = [ask(), ask()];
    // Only slow, as far as known.
    vi.advanceTimersByTime(2_000);
    isCutOff = true;
    vi.advanceTimersByTime(2_000);
    for (const stale of await Promise.all(asked)) expect(await read(stale)).toEqual([200, "old"]);
    expect(made).toBe(1);
    silent.resolve(page("new"));
    await expect.poll(async () => (await ask()).text()).toBe("new");
  });
});

test("a page is made once for every encoding, and encoded for those who ask; hits need no more than that", async () => {
  const cache = new PageCache();
  const text = Array.from({ length: 2_000 }, (_, i) => `<b>rice ${(i * 7919) % 1_000}</b>`).join("");
  let made = 0;
  const hits: boolean[] = [];
  const server = createServer((request, response) => {
    const isHit = cache.serve(request, response) !== null;
    hits.push(isHit);
    if (isHit) return;
    const make = async () => {
      made += 1;
      return page(text);
    };
    void cache.fill("/", request.headers["accept-encoding"], make).then(async (answer) => {
      response.writeHead(200, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // fetch would decompress automatically.
  const ask = async (encoding: string) => {
    const { request } = await import("node:http");
    return await new Promise<string>((resolve, reject) => {
      const headers = encoding ? { "Accept-Encoding": encoding } : {};
      request({ host: "127.0.0.1", port, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { "content-encoding": encoded } = response.headers;
          const plain = encoded === "br" ? brotliDecompressSync(bytes) : encoded ? gunzipSync(bytes) : bytes;
          resolve(`${encoded ?? "identity"} ${plain.toString() === text}`);
        });
      })
        .on("error", reject)
        .end();
    });
  };
  expect(await ask("gzip, br")).toBe("br true");
  const { bytes } = cache.size;
  expect(bytes).toBeLessThan(text.length);
  for (const [asked, got] of [
    ["gzip", "gzip true"],
    ["", "identity true"],
    ["br;q=0", "identity true"],
    ["br", "br true"],
    ["gzip", "gzip true"],
  ] as const)
    expect(await ask(asked)).toBe(got);
  expect(made).toBe(1);
  expect(hits).toEqual([false, false, false, true, true, true]);
  const all = cache.size.bytes;
  expect(all).toBeGreaterThan(bytes + text.length);
  // The second hit in brotli makes that body smaller, once.
  expect(await ask("br")).toBe("br true");
  await expect.poll(() => cache.size.bytes).toBeLessThan(all);
  const smallest = cache.size.bytes;
  for (let hit = 0; hit < 3; hit += 1) expect(await ask("br")).toBe("br true");
  expect(cache.size.bytes).toBe(smallest);
  expect(made).toBe(1);
  cache.drop();
  expect(cache.size).toEqual({ entries: 0, bytes: 0 });
});
