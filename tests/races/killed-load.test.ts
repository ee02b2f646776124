import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { demoRemains } from "#db/seed/demo-remains.ts";
import { hasDemo } from "#db/seed/demo-state.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresUrl } from "../setup/postgres.ts";

const NOW = "2026-11-20T12:00:00Z";
const PRODUCTS = 6_000;
const KILLED_AT = 2_000;

/** All products without what the database gives them, as one hash. */
const GOODS = `select md5(string_agg((to_jsonb(p) - '{category_id,top_category_id}'::text[])::text, '' order by id)) as hash,
  count(*)::int as products from products p`;

test("a demo whose process is killed while several connections load it goes on at the next start, with the same goods", async () => {
  const url = await postgresUrl();
  const script = `
    import { openDatabase } from "#db/client.server.ts";
    import { seedDemo } from "#db/seed/demo.ts";
    const database = await openDatabase({ url: ${JSON.stringify(url)}, folder: "" });
    const onProgress = (done, total, what) => what === "products" && done === ${KILLED_AT} && process.kill(process.pid, "SIGKILL");
    const now = new Date(${JSON.stringify(NOW)});
    await seedDemo({ database, products: ${PRODUCTS}, now, filesDir: "unused", pictures: false, onProgress });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);

  const database = closedAfterTest(await openDatabase({ url, folder: "" }));
  const { products = 0 } = (await demoRemains(database.db)) ?? {};
  expect(products).toBeGreaterThanOrEqual(KILLED_AT - 500);
  expect(products).toBeLessThan(PRODUCTS);
  expect(await hasDemo(database.db)).toBe(false);
  await seedDemo({ database, products: PRODUCTS, filesDir: "unused", pictures: false });

  const whole = closedAfterTest(await openDatabase({ url: await postgresUrl(), folder: "" }));
  await seedDemo({ database: whole, products: PRODUCTS, now: new Date(NOW), filesDir: "unused", pictures: false });
  const [made, expected] = await Promise.all([database, whole].map(async ({ sql }) => (await sql(GOODS)).rows));
  expect(made).toEqual(expected);
  expect(made?.[0]?.["products"]).toBe(PRODUCTS);
});
