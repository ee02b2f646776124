import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFitFromPhone, person } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
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
  "while a backup is made the page says since when, how it ended, and offers the button again",
  { timeout: 600_000 },
  async () => {
    const { database } = shop.shop;
    const page = await newPage({ width: 360 });
    await signInPage(page, shop, await person(shop, "admin"));
    await page.goto(`${shop.url}/admin/health`);
    await adminReady(page);
    await expectFitFromPhone(page);
    const button = page.getByRole("button", { name: "Back up now", disabled: false });
    await button.click();
    await page.getByText("A backup is being made", { exact: true }).first().waitFor();
    // The database of this test is in memory; the page reads itself again until the backup has ended.
    await page.getByText(/The last try failed: There is no shop in/).waitFor({ timeout: 500_000 });
    await button.waitFor();

    await database.sql("delete from pgboss.job where name = 'backup'");
    await database.sql(
      `insert into pgboss.job (name, policy, state, started_on, heartbeat_on)
     values ('backup', 'exclusive', 'active', now() - interval '1 minute', now() + interval '1 day')`,
    );
    // Figures of the moment before, which another page has asked for, are still shown.
    const isSaid = async () => {
      await page.getByRole("button", { name: "Refresh Data" }).click();
      return await page.getByText(/A backup is being made, since .+ 20\d\d, /).isVisible();
    };
    await expect.poll(isSaid).toBe(true);
    await page.getByRole("button", { name: "Backing up…", disabled: true }).waitFor();
    await database.sql("update pgboss.job set state = 'completed', completed_on = now() where name = 'backup'");
    await button.waitFor();
  },
);
