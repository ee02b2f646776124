import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { makeOffer, withdrawOffer } from "#app/flows/make-offer.server.ts";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { custom_orders } from "#db/schema/requests.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testCheckout, type TestCheckout } from "#tests/fixtures/checkout.ts";
import { makeCustomOrder } from "#tests/fixtures/custom-orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { customOrderByToken } from "../queries.server.ts";
import { setCustomOrderStatus } from "./status.server.ts";

let database: Database;
let ctx: TestCheckout;
const BOSS_ID = "6f0d3f1e-0000-4000-8000-00000000b055";
const boss = actorOf(BOSS_ID, "admin");
const LINE = { product: "", name: "Enamel basin", unit: "", quantity: 1, price: "5000" };

beforeAll(async () => {
  database = await testDatabase();
  ctx = testCheckout(database);
  return () => database.close();
});

describe("statuses", () => {
  test("any can follow any, with a notice to the sender; an older page changes nothing", async () => {
    const { id } = await makeCustomOrder(database);
    expect(await setCustomOrderStatus(ctx, boss, { id, version: 1, status: "completed" })).toEqual({
      ok: true,
      changed: true,
      version: 2,
    });
    expect(await setCustomOrderStatus(ctx, boss, { id, version: 1, status: "cancelled" })).toEqual({
      ok: false,
      reason: "changed",
    });
    expect(await setCustomOrderStatus(ctx, boss, { id, version: 1, status: "completed" })).toEqual({
      ok: true,
      changed: false,
      version: 2,
    });
    expect(await setCustomOrderStatus(ctx, boss, { id, version: 2, status: "pending" })).toMatchObject({ ok: true });
    expect(await setCustomOrderStatus(ctx, boss, { id, version: 3, status: "lost" })).toEqual({
      ok: false,
      reason: "invalid",
    });
    const [row] = await database.db.select().from(custom_orders).where(eq(custom_orders.id, id));
    expect(row).toMatchObject({ status: "pending", version: 3 });
    expect(await database.db.select().from(audit_log).where(eq(audit_log.subject, id))).toHaveLength(2);
  });

  test.each([
    ["a guest", null],
    ["a customer", actorOf(BOSS_ID)],
    ["a packer", actorOf(BOSS_ID, "admin", "packer")],
    ["an admin who owes the second factor", { ...boss, staff_role: null }],
  ])("%s may do none of it", async (_, actor) => {
    const { id, token } = await makeCustomOrder(database);
    const made = await makeOffer(ctx, boss, { id, version: 1, valid_days: 7, lines: [LINE] });
    const offer_id = made.ok ? made.offer_id : "";
    const forbidden = { ok: false, reason: "forbidden" };
    expect(await setCustomOrderStatus(ctx, actor, { id, version: 2, status: "completed" })).toEqual(forbidden);
    expect(await makeOffer(ctx, actor, { id, version: 2, valid_days: 7, lines: [LINE] })).toEqual(forbidden);
    expect(await withdrawOffer(ctx, actor, { id, version: 2, offer_id })).toEqual(forbidden);
    expect(await customOrderByToken(database.db, token)).toMatchObject({
      status: "pending",
      offers: [{ state: "open" }],
    });
  });
});
