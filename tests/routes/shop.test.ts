import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LimitName } from "#app/platform/limits.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods } from "../fixtures/checkout.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let rice: string;

beforeAll(async () => {
  shop = await testShop();
  rice = await makeGoods(shop.shop.database, { stock: 50 });
});
afterAll(() => shop.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers: { "Accept-Encoding": "br", ...headers }, redirect: "manual" });
const post = (path: string, body: BodyInit, headers: Record<string, string> = { "Content-Type": "application/json" }) =>
  fetch(`${shop.url}${path}`, { method: "POST", body, headers, redirect: "manual" });

test("a page asks for its stylesheet first, then its scripts; for pictures below a phone's first row and for fonts later", async () => {
  for (let made = 0; made < 3; made += 1) await makeGoods(shop.shop.database, { stock: 50 });
  const page = await get("/products");
  const html = await page.text();
  const at = (pattern: RegExp) => html.search(pattern);
  expect(at(/<link rel="stylesheet"/)).toBeGreaterThan(0);
  expect(at(/<link [^>]*rel="modulepreload"/)).toBeGreaterThan(at(/<link rel="stylesheet"/));
  const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1];
  expect(page.headers.get("Link")).toBe(`<${stylesheet}>; rel=preload; as=style`);
  // The visible content is before the script tags, and the hydration data after them.
  expect(at(/<link [^>]*rel="modulepreload"/)).toBeGreaterThan(at(/<\/footer>/));
  expect(at(/window\.__reactRouterContext = /)).toBeGreaterThan(html.lastIndexOf('rel="modulepreload"'));
  const links = html.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? [];
  expect(links.filter((link) => !/fetchPriority="low"/i.test(link))).toEqual([
    expect.stringContaining("/assets/react-"),
  ]);
  expect(html).not.toMatch(/rel="preload" as="(image|font)"/);
  const cards = html.slice(at(/<main/)).match(/<img [^>]*width="640"[^>]*>/g) ?? [];
  expect(cards.map((image) => /loading="(\w+)"/.exec(image)?.[1])).toEqual(["eager", "eager", "lazy", "lazy"]);
});

describe("health", () => {
  test("the process and the database answer in JSON", async () => {
    expect(await (await get("/healthz")).json()).toMatchObject({ status: "ok" });
    const ready = await get("/readyz");
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: "ready", database: "postgres", mails: "ok", jobs: "ok" },
    ]);
  });
});

describe("headers", () => {
  test.each(["/", "/products", "/cart", "/checkout", "/nothing-here"])(
    "%s has a policy without unsafe-inline scripts",
    async (path) => {
      for (const visit of [1, 2]) {
        const response = await get(path);
        const policy = response.headers.get("Content-Security-Policy") ?? "";
        const scripts = policy.split("; ").find((part) => part.startsWith("script-src")) ?? "";
        expect(scripts, `visit ${visit}`).toContain("'sha256-");
        expect(scripts).not.toContain("unsafe-inline");
        expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
        expect(response.headers.get("X-Frame-Options")).toBe("DENY");
      }
    },
  );

  test.each(["/", "/product/%", "/nothing-here"])("%s allows the shop's own scripts only", async (pattern) => {
    const path = pattern.replace("%", rice);
    for (const visit of [1, 2]) {
      const response = await get(path);
      const html = await response.text();
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
      const hash = (code = "") => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
      const allowed = policy.match(/'sha256-[^']+'/g) ?? [];
      const own = inline.filter(([, attributes]) => !attributes?.includes("ld+json"));
      expect(own.length, `visit ${visit}`).toBeGreaterThan(1);
      expect(new Set(allowed)).toEqual(new Set(own.map(([, , code]) => hash(code))));
      expect(html).not.toContain("nonce=");
      // A product's description is in the page as data, which the renderer does not mark.
      for (const [, attributes, code] of inline)
        if (attributes?.includes("ld+json")) expect(policy).not.toContain(hash(code));
    }
  });

  test("the payment provider is allowed on /checkout only", async () => {
    const origin = shop.payments?.checkoutOrigin ?? "none";
    expect((await get("/checkout")).headers.get("Content-Security-Policy")).toContain(`frame-src ${origin}`);
    for (const path of ["/", "/cart", "/products"]) {
      expect((await get(path)).headers.get("Content-Security-Policy")).toContain("frame-src 'none'");
    }
  });

  test("scripts and styles are compressed beforehand and immutable", async () => {
    const html = await (await get("/")).text();
    const script = /"(\/assets\/entry\.client-[^"]+\.js)"/.exec(html)?.[1] ?? "";
    const response = await get(script);
    expect(response.headers.get("Content-Encoding")).toBe("br");
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    // Every first page has a dozen of them: no headers that matter to documents only.
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Permissions-Policy")).toBeNull();
    expect(response.headers.get("X-Request-Id")).toBeNull();
    expect((await get("/assets/none.js")).status).toBe(404);
    expect((await get("/files/../pg/PG_VERSION")).status).toBe(404);
    expect((await get("/files/%2e%2e/pg/PG_VERSION")).status).toBe(404);
  });
});

describe("addresses", () => {
  test.each([
    ["/", 200],
    ["/products", 200],
    ["/products?page=-1&minPrice=abc&sort=x&maxPrice=%01", 200],
    [`/products?search=${"a".repeat(8_000)}`, 200],
    ["/products?search=%27%22%3B%20drop%20table%20products%3B--%20%26%7C!%3A*()", 200],
    ["/products?search=%F0%9F%8D%9A", 200],
    ["/products?search=%E0%A4", 200],
    ["/products?search=a&search=b&page=1&page=2", 200],
    ["/products?minPrice=500&maxPrice=100", 200],
    ["/products/featured", 200],
    ["/products/best-sellers?page=abc", 200],
    ["/products/new-arrivals", 200],
    ["/category/unknown", 404],
    ["/product/00000000-0000-0000-0000-000000000000", 404],
    ["/product/%01", 404],
    ["/product/%F0%9F%8D%9A", 404],
    ["/cart", 200],
    ["/wishlist", 200],
    ["/checkout", 200],
    ["/checkout/payment-success", 404],
    ["/checkout/payment-success?token=short", 404],
    [`/checkout/payment-success?token=${"x".repeat(32)}`, 404],
    ["/checkout/return/nothing", 404],
    ["/nothing/at/all", 404],
    ["/functions/v1/nothing", 404],
    ["/search/suggest?q=%01'%22", 200],
    ["/search/suggest", 200],
  ])("GET %s answers %i and shows no stack", async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).not.toMatch(/\bat \S+ \(|node_modules|PostgresError|DrizzleQueryError/);
    const isMissingPage = status === 404 && (response.headers.get("Content-Type") ?? "").startsWith("text/html");
    expect(text.includes("Oops! Page not found")).toBe(isMissingPage);
  });

  test("data requests of missing things are missing too", async () => {
    expect((await get("/product/nothing.data")).status).toBe(404);
  });
});

describe("bad bodies", () => {
  const json = { "Content-Type": "application/json" };
  const text = { "Content-Type": "text/plain", "Sec-Fetch-Site": "same-origin" };
  const form = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const bad: [path: string, body: string, headers: Record<string, string>, status: number][] = [
    ["/checkout/status", "{}", json, 400],
    ["/newsletter", "email=ada", { ...form, "Sec-Fetch-Site": "same-origin" }, 422],
    ["/api/uploads", "{}", json, 401],
    ["/checkout/start", "{", json, 400],
    ["/checkout/start", "[]", json, 400],
    ["/checkout/start", "{}", text, 415],
    ["/checkout/start", `{"x":"${"a".repeat(70_000)}"}`, json, 413],
    ["/cart/check", "null", json, 400],
    ["/cart/check", JSON.stringify({ lines: [{ id: "x", quantity: -1 }] }), json, 400],
    ["/cart/check", JSON.stringify({ lines: [{ id: crypto.randomUUID(), quantity: 1.5 }] }), json, 400],
    ["/cart/check", `{"lines":"${"a".repeat(70_000)}"}`, json, 413],
    ["/cart/check", "lines=1", text, 415],
    ["/delivery/quote", JSON.stringify({ place: "XX", lines: [] }), json, 400],
    ["/delivery/place", JSON.stringify({ place: "LA" }), json, 401],
    ["/functions/v1/verify-paystack-payment", "{}", json, 400],
    ["/functions/v1/verify-paystack-payment", '{"reference":"WH1; drop"}', json, 400],
    ["/functions/v1/verify-paystack-payment", '{"reference":"WH000000000000000"}', json, 404],
    ["/functions/v1/send-order-confirmation", '{"type":"spam"}', json, 400],
    [
      "/functions/v1/send-order-confirmation",
      '{"type":"order_confirmation","orderData":{"payment_reference":"WH1"},"customerEmail":"a@b.co"}',
      json,
      400,
    ],
    ["/functions/v1/nothing", "{}", json, 404],
    ["/webhooks/paystack", "{}", json, 401],
  ];
  test.each(bad)("POST %s with %.40s", async (path, body, headers, status) => {
    const response = await post(path, body, headers);
    expect(response.status).toBe(status);
    const answer: unknown = await response.json();
    const [code, message] = [expect.stringMatching(/^[a-z_]+$/), expect.stringMatching(/\w{5}/)];
    expect(answer).toEqual(expect.objectContaining({ success: false, code, message }));
    expect(JSON.stringify(answer)).not.toMatch(/\bat \S+ \(|node_modules/);
  });

  test("every address that takes posts for a script is among them", async () => {
    const routes = await readFile("app/routes.ts", "utf8");
    const paths = [];
    for (const [, path, file] of routes.matchAll(/route\("([^"]+)", "(routes\/resources\/[^"]+)"\)/g)) {
      if (/export (?:async )?function action/.test(await readFile(`app/${file}`, "utf8"))) paths.push(`/${path}`);
    }
    expect(paths.length).toBeGreaterThan(4);
    expect(bad.map(([path]) => path)).toEqual(expect.arrayContaining(paths));
  });

  test.each(["/functions/v1/get-paystack-key", "/webhooks/paystack", "/checkout/start", "/cart/check"])(
    "GET %s is refused with what is allowed",
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
    },
  );

  test("get-paystack-key answers the public key and nothing else", async () => {
    const response = await post("/functions/v1/get-paystack-key", "");
    expect(await response.json()).toEqual({ publicKey: shop.payments?.publicKey });
  });
});

describe("newsletter", () => {
  test("records an address once and works as a plain form", async () => {
    const form = (email: string) => post("/newsletter", new URLSearchParams({ email }), { Origin: shop.url });
    expect((await form("Ada@Example.com")).status).toBe(303);
    expect((await form("ada@example.com")).status).toBe(303);
    const { rows } = await shop.shop.database.sql("select email from newsletter_subscribers");
    expect(rows).toEqual([{ email: "ada@example.com" }]);
  });
});

// Last test of the file: this machine cannot search any more for a minute.
describe("limits on reading, by address", () => {
  /** Uses up the limit of one address for a minute. */
  async function spend(name: LimitName, address: string): Promise<void> {
    while ((await shop.shop.limits.hit(name, address)) === null);
  }
  const ask = (path: string, address: string, init?: RequestInit) =>
    shop.fetch(new Request(`${shop.url}${path}`, init), { address });

  test.each(["/products?search=rice+1", "/category/tins?search=rice+2"])(
    "%s: a readable page, not cached, and the next address gets its own",
    async (path) => {
      await shop.shop.database.sql(
        "insert into categories (name, slug) values ('Tins', 'tins') on conflict do nothing",
      );
      await spend("search", "127.0.0.1");
      const refused = await get(path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await refused.text()).toContain("One moment, please");
      // A cached page is not counted, nor are listings without a search. The notice of the new category drops it once.
      await expect
        .poll(async () => {
          expect((await ask(path, "10.0.0.2")).status).toBe(200);
          return (await get(path)).status;
        })
        .toBe(200);
      expect((await get(`/products?maxPrice=${path.length}`)).status).toBe(200);
    },
  );

  test("suggestions and cart checks are refused in JSON", async () => {
    await spend("suggest", "10.0.0.3");
    await spend("cart_check", "10.0.0.3");
    const check = {
      method: "POST",
      body: JSON.stringify({ lines: [{ id: rice, quantity: 1 }] }),
      headers: { "Content-Type": "application/json" },
    };
    for (const [path, init] of [
      ["/search/suggest?q=ric"],
      ["/cart/check", check],
      [`/products/tiles?ids=${rice}`],
    ] as const) {
      const refused = await ask(path, "10.0.0.3", init);
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { success: false, code: "too_many_requests" },
      ]);
      expect(refused.headers.has("Retry-After")).toBe(true);
      expect((await ask(path, "10.0.0.4", init)).status).toBe(200);
    }
  });

  test("the cart of forms counts as a cart check, an empty one does not", async () => {
    await spend("cart_check", "10.0.0.5");
    const headers = { Cookie: `oja.cart=${rice.replaceAll("-", "")}-1` };
    const refused = await ask("/cart/basic", "10.0.0.5", { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("One moment, please");
    expect((await ask("/cart/basic", "10.0.0.6", { headers })).status).toBe(200);
    expect((await ask("/cart/basic", "10.0.0.5")).status).toBe(200);
  });
});
