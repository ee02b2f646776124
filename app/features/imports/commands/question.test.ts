import { beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { startRun, undoRun, type RunsContext } from "../commands.server.ts";
import { runById, runRows } from "../queries.server.ts";
import { applyRun } from "./apply.server.ts";
import { previewBulkForm } from "./bulk-action.server.ts";
import { copyUndo } from "./copy-undo.server.ts";
import { productTarget } from "./product-target.server.ts";
import { stageRun } from "./question.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;
const jobs = recordedJobs();

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs };
  const [user] = await database.db
    .insert(users)
    .values({ name: "Bola", email: "bola@oja.example", role: "admin" })
    .returning();
  admin = actorOf(user!.id, "admin");
  return () => database.close();
});
beforeEach(async () => {
  jobs.enqueued.length = 0;
  await database.sql("delete from runs");
  await database.sql("delete from products");
});

const form = (fields: Record<string, string>) =>
  new URLSearchParams({ all: "1", query: "", kind: "price-percent", value: "10", round: "1", ...fields });
/** A form whose selection is larger than what is compared at once. */
const ask = (fields: Record<string, string> = {}, most = 10) => previewBulkForm(ctx, admin, form(fields), most);
const asked = async (fields: Record<string, string> = {}) => {
  const made = await ask(fields);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
};
const prices = async () =>
  (await database.sql("select id, price_kobo::int as kobo from products order by id")).rows as {
    id: string;
    kobo: number;
  }[];
const apply = (id: string) =>
  applyRun({ db: database.db, log: createLogger("silent") }, { product: productTarget }, id);

test("a change of more products than fit a request is compared, applied and undone as a whole", async () => {
  await makeProducts(database.db, 57, (index) => ({ name: `Rice ${index % 5}`, price_kobo: 100_000 + index * 1_000 }));
  const before = await prices();
  const id = await asked();
  expect(jobs.enqueued.map(({ data }) => data["id"])).toEqual([id]);
  expect(await runById(database.db, id)).toMatchObject({ state: "staging" });
  expect(await stageRun(database.db, id, 10)).toBe(true);
  expect(await stageRun(database.db, id, 10)).toBe(false);
  expect(await runById(database.db, id)).toMatchObject({ state: "preview", counts: { ready: 57 } });
  const rows = await runRows(database.db, id, { state: null, offset: 0, limit: 100 });
  expect(rows.map(({ record_id }) => record_id)).toEqual(before.map((product) => product.id));
  expect(await prices()).toEqual(before);
  await startRun(ctx, admin, id);
  await apply(id);
  expect(await prices()).toEqual(before.map((one) => ({ ...one, kobo: Math.round(one.kobo * 1.1) })));
  const undo = await undoRun(ctx, admin, id);
  if (!undo.ok) throw new Error(undo.reason);
  // Interrupted and begun again.
  await copyUndo(database.db, undo.id, 9);
  await apply(undo.id);
  expect(await prices()).toEqual(before);
  expect(await runById(database.db, undo.id)).toMatchObject({ state: "done", counts: { applied: 57 } });
});

test("each product has one row, although names change and products come and go while they are compared", async () => {
  await makeProducts(database.db, 40, (index) => ({ name: `Goods ${index}`, stock_quantity: index < 30 ? 0 : 9 }));
  const id = await asked({ query: "stock=out" });
  const compare = stageRun(database.db, id, 3);
  await database.sql("update products set name = 'Aaa ' || name where stock_quantity = 0");
  await compare;
  const rows = await runRows(database.db, id, { state: null, offset: 0, limit: 100 });
  expect(new Set(rows.map(({ record_id }) => record_id)).size).toBe(30);
  expect(rows).toHaveLength(30);
});

test("a discount is asked about first; few products are compared at once", async () => {
  await makeProducts(database.db, 12, (index) => ({
    price_kobo: 100_000,
    discount_price_kobo: index < 3 ? 90_000 : null,
  }));
  expect(await ask()).toMatchObject({
    ok: false,
    reason: "invalid",
    errors: { discounts: expect.stringMatching(/^3 products/) },
  });
  const id = await asked({ discounts: "keep" });
  await stageRun(database.db, id);
  expect(await runById(database.db, id)).toMatchObject({ state: "preview", counts: { ready: 12 } });
  const few = await ask({ discounts: "keep" }, 12);
  expect(few.ok && (await runById(database.db, few.id))).toMatchObject({ state: "preview", counts: { ready: 12 } });
});
