import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BulkChange } from "#app/features/products/rules/bulk.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { cancelRun, startRun, undoRun, type RunsContext } from "../commands.server.ts";
import { runById, runRows } from "../queries.server.ts";
import { FIRST_STEP, rowTotal } from "../rules.ts";
import { applyRun, type RunTargets } from "./apply.server.ts";
import { previewBulk, previewPrices } from "./bulk.server.ts";
import { productTarget } from "./product-target.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;
let queued: string[] = [];
const targets: RunTargets = { product: productTarget };
const ALL = sql`true`;
const UP: BulkChange = { field: "price", how: "percent", percent: 5, round_kobo: 1 };

beforeAll(async () => {
  database = await testDatabase();
  const enqueue = (_tx: unknown, _queue: string, data: Record<string, unknown>) => {
    queued.push(String(data.id));
    return Promise.resolve();
  };
  ctx = { db: database.db, jobs: { enqueue } };
  const [user] = await database.db
    .insert(users)
    .values({ name: "Bola", email: "bola@oja.example", role: "admin" })
    .returning();
  admin = actorOf(user!.id, "admin");
  return () => database.close();
});

beforeEach(async () => {
  queued = [];
  await database.sql("delete from runs");
  await database.sql("delete from products");
  await database.sql("truncate audit_log");
});

const log = createLogger("silent");
const apply = (id: string) => applyRun({ db: database.db, log }, targets, id);
const preview = async (change: BulkChange, title = "Test") => {
  const made = await previewBulk(database.db, admin, { change, title, where: ALL });
  if (!made.ok) throw new Error(made.reason);
  return made.id;
};
const state = async () =>
  (
    await database.sql(
      "select id, name, price_kobo, discount_price_kobo, stock_quantity, price_steps from products order by id",
    )
  ).rows;
const counts = async (id: string) => (await runById(database.db, id))!.counts;

test("a preview changes nothing; applying changes each row once with an audit row; undo restores all", async () => {
  const made = await makeProducts(database.db, 250, (index) => ({
    price_kobo: 100_000 + index * 100,
    stock_quantity: 5,
  }));
  const before = await state();
  const id = await preview(UP, "Price +5%");
  expect(await state()).toEqual(before);
  expect(await counts(id)).toMatchObject({ ready: 250, applied: 0 });

  expect(await startRun(ctx, admin, id)).toEqual({ ok: true });
  expect(await startRun(ctx, admin, id)).toEqual({ ok: false, reason: "not_preview" });
  expect(queued).toEqual([id]);
  await Promise.all([apply(id), apply(id)]);
  expect(await runById(database.db, id)).toMatchObject({
    state: "done",
    actor_name: "Bola",
    counts: { applied: 250, ready: 0 },
  });
  const { rows } = await database.sql(
    "select sum(price_kobo)::bigint as sum, min(version) as low, max(version) as high from products",
  );
  const sum = made.reduce((total, { price_kobo }) => total + Math.round(price_kobo * 1.05), 0);
  expect(rows[0]).toEqual({ sum: String(sum), low: 2, high: 2 });
  const audit = await database.sql(
    "select action, count(*)::int as count from audit_log group by action order by action",
  );
  expect(audit.rows).toEqual([
    { action: "product.update", count: 250 },
    { action: "run.apply", count: 1 },
  ]);

  const undo = await undoRun(ctx, admin, id);
  if (!undo.ok) throw new Error(undo.reason);
  expect(await undoRun(ctx, admin, id)).toEqual({ ok: false, reason: "undone" });
  await apply(undo.id);
  expect(await state()).toEqual(before);
  expect(await counts(undo.id)).toMatchObject({ applied: 250 });
});

test("apply and undo skip rows changed since, and report them", async () => {
  const [first, second, third] = await makeProducts(database.db, 3, (index) => ({
    name: `Goods ${index}`,
    price_kobo: 100_000,
  }));
  const id = await preview(UP);
  await database.sql("update products set price_kobo = 90000 where id = $1", [first!.id]);
  await database.sql("delete from products where id = $1", [second!.id]);
  await startRun(ctx, admin, id);
  await apply(id);
  expect(await runRows(database.db, id, { state: null, offset: 0, limit: 10 })).toMatchObject([
    { record_id: first!.id, state: "changed_meanwhile", reason: "Its price was changed since." },
    { record_id: second!.id, state: "failed", reason: "It is no longer there." },
    { record_id: third!.id, state: "applied", before: { price_kobo: 100_000 }, after: { price_kobo: 105_000 } },
  ]);
  await database.sql("update products set price_kobo = 1 where id = $1", [third!.id]);
  const undo = await undoRun(ctx, admin, id);
  if (!undo.ok) throw new Error(undo.reason);
  await apply(undo.id);
  expect(await counts(undo.id)).toMatchObject({ applied: 0, changed_meanwhile: 1 });
  expect((await state()).map((row) => Number(row.price_kobo)).toSorted((a, b) => a - b)).toEqual([1, 90_000]);
});

test("sales between preview and apply are kept; stock sold since cannot be subtracted", async () => {
  const [sold, gone] = await makeProducts(database.db, 2, { stock_quantity: 40 });
  const id = await preview({ field: "stock", how: "set", quantity: 10 });
  await database.sql("update products set stock_quantity = 37 where id = $1", [sold!.id]);
  await database.sql("update products set stock_quantity = 5 where id = $1", [gone!.id]);
  await startRun(ctx, admin, id);
  await apply(id);
  const stock = async () => new Map((await state()).map((row) => [row.id, row.stock_quantity]));
  expect(await stock()).toEqual(
    new Map([
      [sold!.id, 7],
      [gone!.id, 5],
    ]),
  );
  expect(await counts(id)).toMatchObject({ applied: 1, failed: 1 });
  const { rows } = await database.sql("select product_id, quantity, reason from stock_movements");
  expect(rows).toEqual([{ product_id: sold!.id, quantity: -30, reason: "correction" }]);
  const undo = await undoRun(ctx, admin, id);
  if (!undo.ok) throw new Error(undo.reason);
  await apply(undo.id);
  expect((await stock()).get(sold!.id)).toBe(37);
});

test("a row that violates a constraint fails alone", async () => {
  const made = await makeProducts(database.db, 3, { price_kobo: 100_000 });
  const id = await preview(UP);
  // A constraint that the preview does not check.
  await database.sql(
    "alter table products add constraint one_price check (id <> '" + made[1]!.id + "' or price_kobo = 100000)",
  );
  try {
    await startRun(ctx, admin, id);
    await apply(id);
  } finally {
    await database.sql("alter table products drop constraint one_price");
  }
  expect(await counts(id)).toMatchObject({ applied: 2, failed: 1 });
  expect((await runById(database.db, id))!.state).toBe("done");
  const [failed] = (await database.sql("select reason from run_rows where state = 'failed'")).rows;
  expect(failed?.reason).toBe("A value of it is none that a product can have.");
});

test("the next process finishes the run of a killed one: no row twice, and the counts add up", async () => {
  await makeProducts(database.db, 230, { price_kobo: 100_000 });
  const id = await preview(UP);
  await startRun(ctx, admin, id);
  let steps = 0;
  const dying: RunTargets = {
    product: {
      ...productTarget,
      write: async (...args) => {
        steps += 1;
        if (steps === 2) throw new Error("killed");
        return await productTarget.write(...args);
      },
    },
  };
  await expect(applyRun({ db: database.db, log }, dying, id)).rejects.toThrow("killed");
  expect(await counts(id)).toMatchObject({ applied: FIRST_STEP, ready: 230 - FIRST_STEP });
  await apply(id);
  const after = await counts(id);
  expect(after).toMatchObject({ applied: 230, ready: 0 });
  expect(rowTotal(after)).toBe(230);
  const { rows } = await database.sql("select distinct price_kobo::int as price, version from products");
  expect(rows).toEqual([{ price: 105_000, version: 2 }]);
});

test("individual prices: refused and unchanged rows are counted and never applied, nor is a cancelled preview", async () => {
  const [same, dearer, discounted] = await makeProducts(database.db, 3, (index) => ({
    price_kobo: 100_000,
    discount_price_kobo: index === 2 ? 90_000 : null,
  }));
  const prices = new Map([
    [same!.id, 100_000],
    [dearer!.id, 120_000],
    [discounted!.id, 80_000],
  ]);
  const made = await previewPrices(database.db, admin, { prices, round_kobo: 1, discounts: "keep", title: "Today" });
  const id = made.ok ? made.id : "";
  expect(await counts(id)).toMatchObject({ unchanged: 1, ready: 1, refused: 1 });
  await startRun(ctx, admin, id);
  await apply(id);
  expect(await counts(id)).toMatchObject({ unchanged: 1, applied: 1, refused: 1 });

  const other = await preview({ ...UP, discounts: "keep" });
  expect(await cancelRun(ctx, admin, other)).toEqual({ ok: true });
  expect(await startRun(ctx, admin, other)).toEqual({ ok: false, reason: "not_preview" });
  await apply(other);
  expect(await counts(other)).toMatchObject({ applied: 0 });
  expect(await undoRun(ctx, admin, other)).toEqual({ ok: false, reason: "not_done" });
});

test.each([
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["sales staff", { ...actorOf(randomUUID(), "admin"), staff_role: "sales" as const }],
])("%s cannot preview, apply, cancel or undo", async (_, actor) => {
  await makeProducts(database.db, 1, { price_kobo: 100_000 });
  const refused = { ok: false, reason: "forbidden" };
  expect(await previewBulk(database.db, actor, { change: UP, title: "x", where: ALL })).toEqual(refused);
  const id = await preview(UP);
  expect(await startRun(ctx, actor, id)).toEqual(refused);
  expect(await cancelRun(ctx, actor, id)).toEqual(refused);
  await startRun(ctx, admin, id);
  await apply(id);
  expect(await undoRun(ctx, actor, id)).toEqual(refused);
});
