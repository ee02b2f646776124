import { describe, expect, test } from "vitest";
import { PageCache } from "./page-cache.server.ts";

describe("the key of a request", () => {
  test.each([
    ["/", "/"],
    ["/?utm_source=x", "/"],
    ["/products?page=2&junk=1&search=rice", "/products?search=rice&page=2"],
    ["/products?search=rice&page=2", "/products?search=rice&page=2"],
    ["/products?search=", "/products"],
    ["/products.data?search=rice&_routes=root", "/products.data?search=rice&_routes=root"],
    ["/_root.data", "/_root.data"],
    ["/category/household?sort=price-asc", "/category/household?sort=price-asc"],
    ["/product/rice?search=x", "/product/rice"],
    ["/search/suggest?q=ric&x=1", "/search/suggest?q=ric"],
    ["/checkout", null],
    ["/checkout/payment-success?token=x", null],
    ["/profile", null],
    ["/api/auth/get-session", null],
    [`/products?search=${"x".repeat(600)}`, null],
  ])("%s", (url, key) => {
    expect(PageCache.key("GET", url)).toBe(key);
    expect(PageCache.key("POST", url)).toBeNull();
  });
});

const page = (text: string, products: string[] = [], init: ResponseInit = {}) => ({
  response: new Response(text, { headers: { "Content-Type": "text/html" }, ...init }),
  products: new Set(products),
});

describe("filling", () => {
  test("makes an answer once for all who wait for it", async () => {
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

  test("does not keep what was made before a change that came meanwhile", async () => {
    const cache = new PageCache();
    await cache.fill("/", undefined, async () => {
      cache.drop();
      return page("old");
    });
    expect(cache.size.entries).toBe(0);
  });

  test("keeps neither errors nor answers with cookies", async () => {
    const cache = new PageCache();
    await cache.fill("/a", undefined, async () => page("no", [], { status: 404 }));
    await cache.fill("/b", undefined, async () => page("no", [], { headers: { "Set-Cookie": "a=b" } }));
    expect(cache.size.entries).toBe(0);
  });

  test("a failure reaches everybody who asks, and the next try is fresh", async () => {
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
  cache.drop(["b"]);
  expect(cache.size.entries).toBe(2);
  cache.drop(["c"]);
  expect(cache.size.entries).toBe(2);
  cache.drop();
  expect(cache.size).toEqual({ entries: 0, bytes: 0 });
});
