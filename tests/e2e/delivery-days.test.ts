import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lagosDay } from "#app/lib/dates.ts";
import { formatDays } from "#app/lib/day-range.ts";
import { adminReady, expectFitAtBothWidths, person, REFUSED } from "../fixtures/browser-admin.ts";
import { makePerson, signInPage } from "../fixtures/customers.ts";
import { makeZone } from "../fixtures/delivery.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { newPage } from "../setup/browser.ts";
import { expectToast, go, goods, PHONE, shop, sql, useShop } from "./steps.ts";

useShop();

const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000));
const from = (days: number) => formatDays(inDays(days), inDays(days));

/** Signs in by cookies; a page for customers only tells the browser, which remembers it for the public ones. */
async function signIn(page: Page, who: Parameters<typeof signInPage>[2]): Promise<void> {
  await signInPage(page, shop(), who);
  await go(page, "/profile");
  await page.waitForFunction(() => localStorage.getItem("oja-signed-in") !== null);
}

test("the owner's days and weights count in what a buyer reads, whose profile keeps his place", async () => {
  const { database } = shop().shop;
  for (const table of ["delivery_zones", "delivery_calendar", "suppliers"]) await sql(`delete from ${table}`);
  const [light, heavy] = [
    { upto_grams: 10_000, kobo: 100_000 },
    { upto_grams: 100_000, kobo: 900_000 },
  ];
  const daily = { min_days: 1, max_days: 1, cutoff_minute: 1440 };
  await makeZone(database, "Kano", ["KN"], [{ ...daily, name: "Vans", bands: [light, heavy] }]);
  await sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
  const product = await goods({ weight_grams: null });
  const buyer = await makePerson(shop());

  const page = await newPage({ width: PHONE });
  await signIn(page, buyer);
  await go(page, `/product/${product.id}`);
  // Nothing with a price or a date before the place is known.
  await page.getByText("Delivery in 1 working day to", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Choose your place" }).click();
  const dialog = page.getByRole("dialog", { name: "Where do the goods go?" });
  await dialog.getByLabel("State").selectOption("Kano");
  await dialog.getByRole("button", { name: "Use this place" }).click();
  await page.getByText(`To Kano: ₦1,000.00, ${from(1)}`).waitFor();
  const kept = () => sql("select state from profiles where id = $1", [buyer.id]);
  await expect.poll(kept).toEqual([{ state: "Kano" }]);

  const staff = await newPage({ allow: REFUSED });
  await signInPage(staff, shop(), await person(shop(), "admin"));
  await staff.goto(`${shop().url}/admin/delivery`);
  await adminReady(staff);
  await staff.getByText(/^\d+ products? ha(s|ve) no weight/).waitFor();
  await staff.getByRole("link", { name: "Days and weights" }).click();
  await staff.getByLabel("Closed dates").fill(`${inDays(1)}\n2026-02-31`);
  await staff.getByLabel("Weight in grams of goods without one").fill("20000");
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await staff.getByText("“2026-02-31” is not a date: write 2026-12-25.").first().waitFor();
  await expectFitAtBothWidths(staff);
  await staff.getByLabel("Closed dates").fill(inDays(1));
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await staff.getByText(/Each sold unit counts: .*as 20 kg/).waitFor();

  // Another browser of the same buyer knows the place from the profile.
  const other = await newPage({ width: PHONE });
  await signIn(other, buyer);
  await go(other, `/product/${product.id}`);
  await other.getByText(`To Kano: ₦9,000.00, ${from(2)}`).waitFor();
  await expectFitAtBothWidths(other);
  for (const path of ["/", "/about", "/faq"]) {
    await go(other, path);
    const text = (await other.locator("body").textContent()) ?? "";
    expect(text).toContain("1 working day");
    expect(text).not.toMatch(/all 36 states|2-5 business days/);
  }

  // The weight of its category; after the cut-off a working day later, and two more for its supplier.
  const name = `Two days ${product.id}`;
  const [category] = await sql<{ id: string }>(
    "insert into categories (name, slug, default_weight_grams) values ($1, $2, 5000) returning id",
    [name, product.id],
  );
  await sql("update products set category_id = $2 where id = $1", [product.id, category?.id]);
  await go(other, `/product/${product.id}`);
  await other.getByText(`To Kano: ₦1,000.00, ${from(2)}`).waitFor();
  await sql("update delivery_methods set cutoff_minute = 0");
  await go(other, `/product/${product.id}`);
  await other.getByText(`To Kano: ₦1,000.00, ${from(3)}`).waitFor();
  await sql(
    `insert into suppliers (name, distributor, address, whatsapp_contact, email, status, lead_days)
        values ($1, $1, '', '', '', 'approved', 2)`,
    [name],
  );
  await sql("update products set distributor = $2 where id = $1", [product.id, name]);
  await go(other, `/product/${product.id}`);
  await other.getByText(`To Kano: ₦1,000.00, ${from(5)}`).waitFor();
  await staff.goto(`${shop().url}/admin/delivery`);
  await staff.getByText(/by the default of the category/).waitFor();
});

test("an order later than promised is listed for staff, gets a new date, and the buyer reads both", async () => {
  await sql("delete from orders where promised_to is not null");
  await sql("delete from delivery_calendar");
  await sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
  const buyer = await makePerson(shop());
  const id = await makeOrder(shop().shop.database, buyer.id, {
    customer_email: buyer.email,
    delivery_kind: "door",
    delivery_text: "Door delivery: Vans",
    state_code: "KN",
    promised_from: inDays(-3),
    promised_to: inDays(-2),
  });
  const hers = await newPage({ width: PHONE });
  await signInPage(hers, shop(), buyer);
  await go(hers, `/profile/orders?order=${id}`);
  await hers.getByText(`This order is late: it was promised by ${from(-2)}.`).waitFor();
  await expectFitAtBothWidths(hers);

  const staff = await newPage({ allow: REFUSED });
  await signInPage(staff, shop(), await person(shop(), "admin"));
  await staff.goto(`${shop().url}/admin/overview`);
  await adminReady(staff);
  await staff.getByRole("link", { name: "1 order later than promised" }).click();
  await staff.getByText("Late", { exact: true }).filter({ visible: true }).first().waitFor();
  await expectFitAtBothWidths(staff);
  await staff
    .getByRole("link", { name: id.slice(0, 8).toUpperCase() })
    .first()
    .click();
  await staff.getByText("It is later than promised. Give the buyer a new date below.").waitFor();
  await staff.getByLabel("New date of delivery").fill(inDays(-1));
  await staff.getByRole("button", { name: "Save date" }).click();
  await staff.getByText("Please choose today or a later day.").first().waitFor();
  await staff.getByLabel("New date of delivery").fill(inDays(2));
  await staff.getByRole("button", { name: "Save date" }).click();
  await expectToast(staff, "Date saved");
  await hers.getByText(`was promised by ${from(-2)}, will now arrive by ${from(2)}.`, { exact: false }).waitFor();
});
