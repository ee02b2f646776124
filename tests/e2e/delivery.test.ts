import { beforeAll, expect, onTestFinished, test } from "vitest";
import { adminReady, expectFit, expectFitAtBothWidths, person, REFUSED } from "../fixtures/browser-admin.ts";
import { makePerson, signInPage } from "../fixtures/customers.ts";
import { makeZone } from "../fixtures/delivery.ts";
import { newPage } from "../setup/browser.ts";
import {
  expectHeading,
  expectOrderPage,
  expectToast,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  newContact,
  payButton,
  payByCard,
  PHONE,
  popupOf,
  seen,
  shop,
  sql,
  storage,
  useShop,
  visit,
  WIDE,
  withCart,
} from "./steps.ts";

useShop();

/** Every day is the same for these tests: goods leave on each day of the week until midnight. */
const ALWAYS = { min_days: 1, max_days: 2, cutoff_minute: 1440 };
const VANS = [{ upto_grams: 50_000, kobo: 450_000 }];
const DAYS = /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d/;

beforeAll(async () => {
  const { database } = shop().shop;
  await database.sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
  await makeZone(
    database,
    "Lagos",
    ["LA"],
    [
      { ...ALWAYS, name: "Our vans", carrier: "Swift Haulage", bands: VANS },
      { ...ALWAYS, name: "Depot in Ikeja", kind: "pickup", bands: [{ upto_grams: 50_000, kobo: 0 }] },
    ],
  );
  await makeZone(
    database,
    "Epe",
    ["LA-07"],
    [{ ...ALWAYS, name: "Boat", bands: [{ upto_grams: 50_000, kobo: 900_000 }] }],
  );
});

test("a buyer chooses the place once for product, cart and checkout; the buyer asks for a price where no rate reaches; rates that go or come while he pays are told, and the total with delivery is paid", async () => {
  const product = await goods({ stock_quantity: 50, weight_grams: 2_000 });
  const page = await visit(`/product/${product.id}`, {
    width: PHONE,
    allow: [/status of 409/, /Failed to load resource/],
    ...withCart({ product, quantity: 3 }),
  });
  await page
    .getByText("Delivery in 1-2 working days to parts of", { exact: false })
    .or(page.getByText("Delivery in 1-2 working days to Lagos."))
    .waitFor();
  await page.getByRole("button", { name: "Choose your place" }).click();
  const dialog = page.getByRole("dialog", { name: "Where do the goods go?" });
  await dialog.getByLabel("State").selectOption("Lagos");
  // Prices differ within Lagos: no price and no date before the area is known.
  await dialog.getByText("Choose your area: prices and days differ within the state.").waitFor();
  expect(await dialog.getByRole("button", { name: "Use this place" }).isDisabled()).toBe(true);
  expect(await dialog.getByText(DAYS).count()).toBe(0);
  await dialog.getByLabel("Local government area").selectOption("Epe");
  await dialog.getByText(/^To Epe: ₦9,000\.00, /).waitFor();
  await expectFit(page);
  await dialog.getByRole("button", { name: "Use this place" }).click();
  await page.getByText(/^To Epe: ₦9,000\.00, /).waitFor();

  await go(page, "/cart");
  const cart = page.getByRole("region", { name: "Order Summary" });
  await cart.getByText(/^To Epe: ₦9,000\.00, /).waitFor();
  expect(await cart.getByText(DAYS).count()).toBe(1);
  expect(await cart.getByText("Free", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Change place" }).click();
  await dialog.getByLabel("State").selectOption("Kano");
  await dialog.getByText("To Kano: no delivery price yet.").waitFor();
  await dialog.getByRole("button", { name: "Use this place" }).click();
  await page.getByRole("link", { name: "Ask for a delivery price" }).click();
  await expectHeading(page, "Request a custom order");
  const wish = page.getByLabel(/^What (are you looking for|do you need)|^Description/);
  await expect
    .poll(() => wish.inputValue())
    .toBe(`What does delivery of these goods cost?\nPlace: Kano\n3 x ${product.name} (${product.unit})`);

  await page.setViewportSize(WIDE);
  await go(page, "/checkout");
  expect(await page.getByLabel("State").inputValue()).toBe("Kano");
  const pays = async (total: string) => await expect.poll(() => seen(payButton(page)).textContent()).toBe(total);
  const area = page.getByLabel("Local government area");
  await fillShipping(page, newContact());
  await page.getByText("Choose your area to see prices and days: they differ within Lagos.").waitFor();
  expect(await page.getByRole("radio", { name: /delivery|Pick-up/ }).count()).toBe(0);
  expect(await seen(payButton(page)).isDisabled()).toBe(true);
  expect(await seen(payButton(page)).getAttribute("aria-busy")).toBe("false");
  await area.selectOption("Ikeja");
  const vans = page.getByRole("radio", { name: /^Door delivery: Our vans/ });
  await expect.poll(() => vans.isChecked()).toBe(true);
  await page.getByText(/^Arrives .* by Swift Haulage$/).waitFor();
  await page.getByRole("radio", { name: /^Pick-up: Depot in Ikeja/ }).check();
  await pays("Pay ₦15,000.00");
  await vans.check();
  await pays("Pay ₦19,500.00");
  await expectFitAtBothWidths(page);

  await page.route("**/delivery/quote", (route) => route.abort());
  await area.selectOption("Epe");
  await page.getByText("We could not ask for delivery prices.").waitFor();
  expect(await vans.count()).toBe(0);
  expect(await seen(payButton(page)).isDisabled()).toBe(true);
  await page.unroute("**/delivery/quote");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("radio", { name: /^Door delivery: Boat/ }).waitFor();
  await pays("Pay ₦24,000.00");

  // A second try begins as the first.
  onTestFinished(async () => {
    await sql("update delivery_methods set active = true");
    await sql("update delivery_methods set bands = $1 where name = 'Our vans'", [JSON.stringify(VANS)]);
  });
  await sql("update delivery_methods set active = false");
  await seen(payButton(page)).click();
  await page.getByText("Delivery is not paid here any more, so the total has changed.").waitFor();
  await pays("Pay ₦15,000.00");
  expect(await page.getByRole("heading", { name: "Delivery", exact: true }).count()).toBe(0);
  await sql("update delivery_methods set active = true");
  await seen(payButton(page)).click();
  await page.getByText("Please choose your local government area.").waitFor();
  await area.selectOption("Ikeja");
  await vans.waitFor();
  await pays("Pay ₦19,500.00");
  await sql("update delivery_methods set bands = $1 where name = 'Our vans'", [
    JSON.stringify([{ upto_grams: 50_000, kobo: 500_000 }]),
  ]);
  await seen(payButton(page)).click();
  await page.getByText("Delivery now costs ₦5,000.00 instead of ₦4,500.00.").waitFor();
  await pays("Pay ₦20,000.00");
  await seen(payButton(page)).click();
  await payByCard(popupOf(page), ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByText("Door delivery: Our vans (Swift Haulage), to Ikeja, Lagos").waitFor();
  await page.getByText("₦20,000.00", { exact: true }).first().waitFor();
});

test("a signed-in buyer's profile keeps his place, which his next browser knows, and fills in the checkout, which asks for no sign-in and stores nothing of it in the tab", async () => {
  const buyer = await makePerson(shop());
  const page = await newPage({ width: PHONE, ...storage({ "oja-signed-in": "1" }) });
  await signInPage(page, shop(), buyer);
  const product = await goods({ weight_grams: 2_000 });
  await go(page, `/product/${product.id}`);
  await page.getByRole("button", { name: "Choose your place" }).click();
  const dialog = page.getByRole("dialog", { name: "Where do the goods go?" });
  await dialog.getByLabel("State").selectOption("Lagos");
  await dialog.getByLabel("Local government area").selectOption("Epe");
  await dialog.getByRole("button", { name: "Use this place" }).click();
  await page.getByText(/^To Epe: ₦9,000\.00, /).waitFor();
  const kept = () => sql("select state, lga_code from profiles where id = $1", [buyer.id]);
  await expect.poll(kept).toEqual([{ state: "Lagos", lga_code: "LA-07" }]);
  await page.evaluate(() => localStorage.removeItem("delivery-place"));
  await page.reload();
  await page.getByText(/^To Epe: ₦9,000\.00, /).waitFor();

  await seen(page.getByRole("button", { name: "Add to Cart" })).click();
  await expectToast(page, "Added to cart");
  await go(page, "/checkout");
  const form = page.getByRole("group", { name: "Shipping information" });
  const field = (name: string) => form.getByLabel(name);
  await expect.poll(() => field("Full name").inputValue()).toBe("Ada Okafor");
  expect([await field("Email").inputValue(), await field("State").inputValue()]).toEqual([buyer.email, "Lagos"]);
  expect(await page.getByText("Have an account?").count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem("checkout-contact"))).toBeNull();
});

test("an owner's zones, methods, days and files of prices: wrong ones are said, the preview shows what a buyer sees, a file is applied", async () => {
  // A second try begins as the first.
  await sql("delete from delivery_zones where name = 'South East'");
  const page = await newPage({ width: PHONE, allow: REFUSED });
  await signInPage(page, shop(), await person(shop(), "admin"));
  await page.goto(`${shop().url}/admin/delivery`);
  await adminReady(page);
  await expectFitAtBothWidths(page);
  await page.getByRole("link", { name: "Days and weights" }).click();
  await page.getByLabel("Closed dates").fill("2026-02-31");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("“2026-02-31” is not a date: write 2026-12-25.").first().waitFor();
  await page.getByLabel("Closed dates").fill("2026-02-28");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  await page.getByRole("link", { name: "Add zone" }).click();
  await page.getByLabel("Name", { exact: false }).fill("South East");
  const places = page.getByLabel("Places");
  const add = page.getByRole("dialog").getByRole("button", { name: "Add zone" });
  await places.fill("Abia\nIkeja, Abia");
  await add.click();
  await page.getByText("Line 2: we know no place “Ikeja, Abia”.").waitFor();
  await places.fill("Abia\nAnambra");
  await add.click();
  await page.getByRole("heading", { level: 2, name: "South East" }).waitFor();

  await page.getByRole("link", { name: "Add method to South East" }).click();
  await page.getByLabel("Kind").selectOption("Motor park");
  await page.getByLabel("Name", { exact: false }).fill("Upper Iweka");
  const save = page.getByRole("dialog").getByRole("button", { name: "Add method" });
  await page.getByLabel("Prices by weight").fill("50 = 4,500\n10 = 9,000");
  await page.getByLabel("First day").fill("3");
  await page.getByLabel("Last day").fill("2");
  await save.click();
  await page.getByText("Line 2: each weight must be above the one before.").waitFor();
  await page.getByText("The last day cannot be before the first.").waitFor();
  await expectFit(page);
  await page.getByLabel("Prices by weight").fill("50 = 4,500\n100 = 9,000");
  await page.getByLabel("First day").fill("1");
  await save.click();
  await page.getByText("Motor park: Upper Iweka").first().waitFor();

  await page.setViewportSize(WIDE);
  await page.getByLabel("Place", { exact: true }).fill("Aba North, Abia");
  await page.getByLabel("Weight (kg)").fill("80");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const preview = page.getByRole("region", { name: "What would a buyer see?" });
  await preview.getByText("₦9,000.00").waitFor();
  await preview.getByText(/^Arrives /).waitFor();

  await page.getByRole("link", { name: "Prices from a file" }).click();
  const rows = ["Zone,Place,Method,Up to kg,Price,Days", "South East,,Upper Iweka,50,5000,1-2"];
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
  await page.getByRole("button", { name: "See what would change" }).click();
  await expectHeading(page, "Delivery prices of rates.csv");
  await page.getByLabel("Search by name", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Apply to 1 zone" }).click();
  await page.getByRole("button", { name: "Undo 1 zone" }).waitFor();
});
