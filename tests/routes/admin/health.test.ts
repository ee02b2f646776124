import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "oja-old-backups-"));
const OLD = "oja-20260101-013000.oja";
let shop: RunningShop;
let manager: Visitor;
let packer: Visitor;
const TIME = { timeout: 600_000 };

beforeAll(async () => {
  writeFileSync(join(folder, OLD), "x".repeat(2_500_000));
  shop = await testShop({ env: { ...BEHIND_PROXY, BACKUP_DIR: folder, LOG_LEVEL: "silent" } });
  manager = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "manager" }));
  packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
});
afterAll(() => shop.close());

test("Health names every part with its state, and what to do about an old backup", async () => {
  const { text } = await manager.get("/admin/health");
  for (const part of ["Database", "Notifications", "Jobs", "Mail", "Payment provider", "Picture storage", "Disk"])
    expect(text).toContain(part);
  expect(text).toMatch(/The newest backup is \d+ days old\./);
  expect(text).toContain("Check that a process of the shop runs at night.");
  expect(text).toContain(OLD);
  expect(text).toContain("2.5 MB");
});

test("an old backup is a task on the overview for those who may see it", async () => {
  expect((await manager.get("/admin/overview")).text).toMatch(/Backups: The newest backup is \d+ days old/);
  expect((await packer.get("/admin/overview")).text).not.toContain("The newest backup");
});

test("'Back up now' is recorded; a shop without a database on a disk says why there is none", TIME, async () => {
  const answer = await manager.form("/admin/health", { intent: "backup" });
  expect([answer.status, answer.text.includes("A backup is being made")]).toEqual([200, true]);
  const { rows } = await shop.shop.database.sql("select action, subject from audit_log where action = 'backup.start'");
  expect(rows).toEqual([{ action: "backup.start", subject: "backup" }]);
  // The database of this test is in memory.
  await expect
    .poll(async () => (await manager.get("/admin/health")).text, { ...TIME, interval: 500 })
    .toMatch(/The last try failed: There is no shop in/);
  expect((await manager.form("/admin/health", { intent: "x" })).status).toBe(400);
});
