import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BulkChange } from "#app/features/products/rules/bulk.ts";
import { readList } from "#app/lib/list.ts";
import { listPage } from "#app/platform/list.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { startRun, undoRun, type RunsContext } from "../commands.server.ts";
import { runById } from "../queries.server.ts";
import { runRowsSource, runSummary } from "../queries/run-rows.server.ts";
import { RUN_ROWS } from "../rules/run-list.ts";
import { applyRun } from "./apply.server.ts";
import { previewBulk, previewPrices } from "./bulk.server.ts";
import { productTarget } from "./product-target.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;
const UP: BulkChange = { field: "price", how: "percent", percent: 7, round_kobo: 5_000 };

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs: { enqueue: () => Promise.resolve() } };
  const boss = { name: "Bola", email: "bola@oja.example", role: "admin" };
  const [user] = await database.db.insert(users).values(boss).returning();
  admin = actorOf(user!.id, "admin");
  return () => database.close();
});

beforeEach(async () => {
  for (const table of ["runs", "products"]) await database.sql(`delete from ${table}`);
});

const raise = (change: BulkChange) => previewBulk(database.db, admin, { change, title: "Price +7%", where: sql`true` });
const apply = (id: string) =>
  applyRun({ db: database.db, log: createLogger("silent") }, { product: productTarget }, id);

async function idOf(preview: ReturnType<typeof raise>): Promise<string> {
  const made = await preview;
  if (!made.ok) throw new Error(made.reason);
  return made.id;
}

/** Names of the rows that a query finds, in its order. */
async function found(run: string, query: string): Promise<string[]> {
  const state = readList(RUN_ROWS, new URLSearchParams(query));
  return (await listPage(database.db, state, runRowsSource(run, state))).rows.map(({ label }) => label);
}

test.each([
  ["move", 2_375_000, 1_925_000],
  ["keep", 2_375_000, 1_800_000],
  ["end", 2_375_000, null],
] as const)("a raise asks once about discounts, counted; %s", async (discounts, price_kobo, discount_price_kobo) => {
  const [reduced] = await makeProducts(database.db, 2, (index) => ({
    price_kobo: 2_220_000,
    discount_price_kobo: index === 0 ? 1_800_000 : null,
  }));
  expect(await raise(UP)).toEqual({ ok: false, reason: "discounts", count: 1 });
  const id = await idOf(raise({ ...UP, discounts }));
  expect(await runSummary(database.db, id)).toMatchObject({ prices: 2, discount: 1, up: discounts === "keep" ? 1 : 2 });
  await startRun(ctx, admin, id);
  await apply(id);
  const now = "select price_kobo::int, discount_price_kobo::int from products where id = $1";
  expect((await database.sql(now, [reduced!.id])).rows).toEqual([{ price_kobo, discount_price_kobo }]);
  const undo = await undoRun(ctx, admin, id);
  await apply(undo.ok ? undo.id : "");
  expect((await database.sql(now, [reduced!.id])).rows).toEqual([
    { price_kobo: 2_220_000, discount_price_kobo: 1_800_000 },
  ]);
});

test("today's prices: typed prices ask about discounts too, unless the price stays; steps have the chosen rounding", async () => {
  const reduced = await makeProduct(database.db, { price_kobo: 2_220_000, discount_price_kobo: 1_800_000 });
  const steps = [{ from: 8, unit_kobo: 4_380_000 }];
  const rice = await makeProduct(database.db, { price_kobo: 4_610_000, price_steps: steps });
  const typed = (kobo: number) => ({
    prices: new Map([
      [reduced.id, kobo],
      [rice.id, 4_710_000],
    ]),
    round_kobo: 5_000,
    title: "Today",
  });
  expect(await previewPrices(database.db, admin, typed(2_400_000))).toMatchObject({ reason: "discounts", count: 1 });
  const id = await idOf(previewPrices(database.db, admin, typed(2_220_000)));
  await startRun(ctx, admin, id);
  await apply(id);
  const { rows } = await database.sql("select price_steps from products where id = $1", [rice.id]);
  expect(rows[0]?.price_steps).toEqual([{ from: 8, unit_kobo: 4_475_000 }]);
});

test("prices beyond 50 % or below cost are counted, found, and applied only after a tick", async () => {
  const prices = new Map<string, number>();
  for (const [name, kobo] of [
    ["Three zeros gone", 8_700],
    ["Just dearer", 9_000_000],
    ["Below cost", 6_000_000],
  ] as const) {
    const { id } = await makeProduct(database.db, {
      name,
      price_kobo: 8_700_000,
      cost_kobo: 6_048_000,
      sku: `S-${name.length}`,
      distributor: "Kano Union",
    });
    prices.set(id, kobo);
  }
  const id = await idOf(previewPrices(database.db, admin, { prices, round_kobo: 5_000, title: "Today" }));
  expect(await runSummary(database.db, id)).toMatchObject({
    ready: 3,
    flagged: 2,
    prices: 3,
    up: 1,
    down: 2,
    large: 1,
    below_cost: 2,
    discount: 0,
    largest: { label: "Three zeros gone", from: 8_700_000, to: 8_700 },
  });
  expect(await found(id, "price=large")).toEqual(["Three zeros gone"]);
  expect(await found(id, "price=below_cost&sort=name")).toEqual(["Below cost", "Three zeros gone"]);
  expect(await found(id, "price=up")).toEqual(["Just dearer"]);
  expect(await found(id, "sort=change")).toEqual(["Three zeros gone", "Below cost", "Just dearer"]);
  expect(await found(id, "sort=-change")).toEqual(["Just dearer", "Below cost", "Three zeros gone"]);
  expect(await found(id, "q=s-11")).toEqual(["Just dearer"]);
  expect(await found(id, "q=kano+un&state=ready")).toHaveLength(3);
  expect(await found(id, "q=nothing")).toEqual([]);

  expect(await startRun(ctx, admin, id)).toEqual({
    ok: false,
    reason: "unconfirmed",
    errors: { checked: "Look at these prices, then tick that they are right." },
  });
  expect((await runById(database.db, id))?.state).toBe("preview");
  expect(await startRun(ctx, admin, id, { checked: true })).toEqual({ ok: true });
});

test("above 500 rows applying and undoing ask for the number", async () => {
  await makeProducts(database.db, 501, { price_kobo: 100_000, cost_kobo: null });
  const id = await idOf(raise(UP));
  const errors = { count: "Type 501, the number of what changes." };
  for (const given of [{}, { count: 500 }, { count: null, checked: true }]) {
    expect(await startRun(ctx, admin, id, given)).toEqual({ ok: false, reason: "unconfirmed", errors });
  }
  expect(await startRun(ctx, admin, id, { count: 501 })).toEqual({ ok: true });
  await apply(id);
  expect(await undoRun(ctx, admin, id)).toEqual({ ok: false, reason: "unconfirmed", errors });
  expect(await undoRun(ctx, admin, id, { count: 501 })).toMatchObject({ ok: true });
});
