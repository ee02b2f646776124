import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFitAtBothWidths, person } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { expectAccessible } from "#tests/setup/axe.ts";
import { newPage } from "#tests/setup/browser.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
const folder = join(mkdtempSync(join(tmpdir(), "oja-backups-")), "a-rather-long-name-of-a-folder-on-another-disk");
beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "oja-20260101-013000.oja"), "x".repeat(2_500_000));
  shop = await testShop({ env: { LOG_LEVEL: "silent", BACKUP_DIR: folder } });
});
afterAll(() => shop.close());

test(
  "Health fits, is accessible, and 'Back up now' shows that a backup is made and how it ended",
  { timeout: 600_000 },
  async () => {
    const page = await newPage();
    await signInPage(page, shop, await person(shop, "admin"));
    await page.goto(`${shop.url}/admin/health`);
    await adminReady(page);
    await expectFitAtBothWidths(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText("A backup is being made", { exact: true }).first().waitFor();
    // The database of this test is in memory; the page reads itself again until the backup has ended.
    await page.getByText(/The last try failed: There is no shop in/).waitFor({ timeout: 500_000 });
    await page.getByRole("button", { name: "Back up now", disabled: false }).waitFor();
  },
);

test("while a backup is made the page says since when, and offers the button again when it is done", async () => {
  const { database } = shop.shop;
  await database.sql("delete from pgboss.job where name = 'backup'");
  await database.sql(
    `insert into pgboss.job (name, policy, state, started_on, heartbeat_on)
     values ('backup', 'exclusive', 'active', now() - interval '1 minute', now() + interval '1 day')`,
  );
  const page = await newPage();
  await signInPage(page, shop, await person(shop, "admin"));
  await page.goto(`${shop.url}/admin/health`);
  await adminReady(page);
  // Figures of the moment before, which another page has asked for, are still shown.
  const isSaid = async () => {
    await page.getByRole("button", { name: "Refresh Data" }).click();
    return await page.getByText(/A backup is being made, since .+ 20\d\d, /).isVisible();
  };
  await expect.poll(isSaid).toBe(true);
  await page.getByRole("button", { name: "Backing up…", disabled: true }).waitFor();
  await database.sql("update pgboss.job set state = 'completed', completed_on = now() where name = 'backup'");
  await page.getByRole("button", { name: "Back up now", disabled: false }).waitFor();
});
