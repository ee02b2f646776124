import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { testShop } from "#tests/setup/shop.ts";

const HTML_BYTES = 70_000;

let shop: RunningShop;
beforeAll(async () => {
  shop = await testShop({ products: 400, env: { LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

test.each(["/products", "/category/grocery-gourmet-food", "/category/women-clothing-fashion"])(
  "the HTML of %s is small",
  async (path) => {
    const page = await fetch(shop.url + path, { headers: { "Accept-Encoding": "identity" } });
    const html = await page.text();
    expect(html.match(/<article/g)).toHaveLength(12);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(HTML_BYTES);
  },
);
