import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningShop } from "#server/start.server.ts";

/** On the settings page: the minimum of free shipping is there while free shipping is on. */
export async function expectMinimumWithFreeShipping(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Shipping" }).click();
  const [free, minimum] = [page.getByLabel("Enable free shipping"), page.getByLabel("Free shipping minimum (₦)")];
  expect([await free.isChecked(), await minimum.isVisible()]).toEqual([true, true]);
  await free.uncheck();
  await minimum.waitFor({ state: "hidden" });
  await free.check();
  await minimum.waitFor();
}

/** While the answer of a navigation is on its way, the back office says so. */
export async function expectLoading(page: Page): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/admin/staff.data*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByRole("status").getByText("Loading", { exact: true }).waitFor();
  answer();
  await page.getByRole("heading", { level: 1, name: "Staff" }).waitFor();
}

/** A payment of somebody with a long name that waits for a person. */
export async function flagged(shop: RunningShop, reason: string, details: object): Promise<void> {
  const { rows } = await shop.shop.database.sql(
    `insert into payment_attempts (reference, checkout_id, access_token, hold_expires_at, customer_name, customer_email,
       customer_phone, address, city, state, amount_kobo, currency, fingerprint)
     values ('WH' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), 'Chukwuemeka Nwachukwu-Okonkwo',
       'chukwuemeka.nwachukwu.okonkwo@example.com', '0803 123 4567', 'x', 'Ikeja', 'Lagos', 1500000, 'NGN', 'x')
     returning id`,
  );
  await shop.shop.database.sql("insert into payment_reviews (attempt_id, reason, details) values ($1, $2, $3)", [
    rows[0]?.["id"],
    reason,
    JSON.stringify(details),
  ]);
}
