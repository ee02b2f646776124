import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRun, startRun } from "#app/features/imports/commands.server.ts";
import { applyRun } from "#app/features/imports/commands/apply.server.ts";
import { productTarget } from "#app/features/imports/commands/product-target.server.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "../../fixtures/actors.ts";
import { makeProduct } from "../../fixtures/catalog.ts";
import { textOf } from "../../fixtures/html.ts";
import { recordedJobs } from "../../fixtures/jobs.ts";
import { makeOrder } from "../../fixtures/orders.ts";
import { makeCustomer, signedIn, type Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let boss: ReturnType<typeof actorOf>;

beforeAll(async () => {
  shop = await testShop();
  const who = await makeCustomer(shop, { role: "admin" });
  boss = actorOf(who.id, "admin", "owner");
  owner = await signedIn(shop, who);
});
afterAll(() => shop.close());

/** The words of the activity list, without its options. */
async function words(query = "") {
  const { text } = await owner.get(`/admin/activity${query}`);
  const table = /<tbody[\s\S]*<\/tbody>/.exec(textOf(text))?.[0] ?? "";
  return table.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

test("changes have names, order numbers, naira and days, and no code, kobo or empty side", async () => {
  const { db, database } = shop.shop;
  const product = await makeProduct(db, { name: "Rice, 50 kg" });
  const order = await makeOrder(database, null, { id: "b50aaded-0d4a-4b6f-9a51-7c8d9e0f1a2b" });
  const record = async (action: string, subject: string, before: object | null, after: object | null) =>
    await db.transaction((tx) => recordChange(tx, boss, { action, subject, before, after }));
  await record(
    "product.update",
    product.id,
    { price_kobo: 542_900, image_alts: null },
    { price_kobo: 560_100, image_alts: {} },
  );
  const lines = [{ item_id: 5, quantity: 2, restock: 0 }];
  await record("payment.refund", order, { refunded_kobo: 0 }, { amount_kobo: 9_000_000, lines, reason: "Torn" });
  await record("payment.refund", order, { refunded_kobo: 0 }, { amount_kobo: 100, lines: [], reason: "Torn" });
  const offered = [{ product_id: product.id, product_name: "Rice, 50 kg", quantity: 200, unit_price_kobo: 245_000 }];
  const valid_until = "2026-11-30T22:59:59.000Z";
  await record("custom-order.offer", randomUUID(), null, { offer_id: randomUUID(), valid_until, lines: offered });
  await record("product.update", product.id, { category_id: null }, { category_id: product.category_id });
  const seen = await words();
  expect(seen).toContain("Product changed Rice, 50 kg");
  expect(seen).toContain("price: ₦5,429.00 → became ₦5,601.00");
  expect(seen).toContain("Payment refund requested B50AADED");
  expect(seen).toContain("amount: ₦90,000.00 lines: 2 pieces reason: Torn");
  expect(seen).toContain("Custom order offer sent");
  expect(seen).toContain("lines: 200 × Rice, 50 kg");
  expect(seen).toContain("valid until: November 30, 2026, 23:59");
  expect(seen).not.toMatch(/[{}[\]]|none|\d{4}-\d\d-\d\dT|_kobo|542900|9000000|b50aaded|[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("a bulk change is one line with a link to it; its changes are in the log of each product, and filters count it once", async () => {
  const { db, database, log } = shop.shop;
  const made = [];
  for (const name of ["Run bag", "Run box", "Run can"]) made.push(await makeProduct(db, { name, price_kobo: 100_000 }));
  const rows = made.map(({ id, name }) => ({
    record_id: id,
    label: name,
    before: { price_kobo: 100_000 },
    after: { price_kobo: 107_000 },
    state: "ready" as const,
    reason: "",
  }));
  const run = await createRun(db, boss, { kind: "bulk", noun: "product", title: "Prices up by 7 %", rows });
  expect(await startRun({ db, jobs: recordedJobs() }, boss, run)).toEqual({ ok: true });
  await applyRun({ db, log }, { product: productTarget }, run);
  const { rows: written } = await database.sql("select subject from audit_log where run_id = $1", [run]);
  expect(written).toHaveLength(3);
  const all = await words("?size=100");
  expect(all.match(/Prices up by 7 %/g)).toHaveLength(1);
  expect(all).toMatch(/Bulk change applied Prices up by 7 % .* records changed: 3/);
  expect(all).not.toContain("Run bag");
  expect((await owner.get("/admin/activity")).text).toContain(`href="/admin/runs/${run}"`);
  expect(await words("?noun=product&size=100")).not.toContain("Run box");
  const [bag] = made;
  const own = await words(`?record=${bag?.id}`);
  expect(own).toContain("Product changed Run bag in the bulk change Prices up by 7 %");
  expect(own).toContain("price: ₦1,000.00 → became ₦1,070.00");
});
