import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { addressContext, shopContext, type Shop } from "#app/platform/context.server.ts";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { action, loader } from "./checkout-status.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function ask(body: string, wait: number | null = null) {
  const context = new RouterContextProvider();
  context.set(shopContext, { db: database.db, limits: { hit: async () => wait } } as unknown as Shop);
  context.set(paymentContext, null);
  context.set(addressContext, "10.0.0.1");
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://shop.test/checkout/status", { method: "POST", headers, body });
  return await action({ request, context } as unknown as Parameters<typeof action>[0]);
}

test("an unknown checkout is not found, and the answer is not cached", async () => {
  const response = await ask(JSON.stringify({ checkout_id: crypto.randomUUID() }));
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(await response.json()).toMatchObject({ state: "none", held: [] });
});

test.each([["{"], ["{}"], ['{"checkout_id":"7"}'], ['{"checkout_id":["x"]}']])("%s is refused", async (body) => {
  expect((await ask(body)).status).toBe(400);
});

test("too many requests get a Retry-After, and page views are not counted", async () => {
  const refused = await ask("{}", 42);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "42"]);
  expect(loader().status).toBe(405);
});
