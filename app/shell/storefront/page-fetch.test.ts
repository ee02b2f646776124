import { afterEach, expect, test, vi } from "vitest";
import { fetchPage, retryNavigation } from "./page-fetch.ts";

afterEach(() => vi.unstubAllGlobals());

test("a connection that is back before a failed request is known to have failed is used at once", async () => {
  const lookup = Promise.withResolvers<undefined>();
  const asked = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  asked.mockResolvedValue(new Response("rice"));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("caches", { match: () => lookup.promise });
  vi.stubGlobal("location", { pathname: "/products" });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const page = fetchPage(new Request("http://shop.test/product/rice.data"), { type: "navigation" } as never);
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  retryNavigation();
  lookup.resolve(undefined);
  expect(await (await page).text()).toBe("rice");
  expect(asked).toHaveBeenCalledTimes(2);
});
