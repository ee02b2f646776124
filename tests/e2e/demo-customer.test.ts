import { expect, test } from "vitest";
import { makePerson, signInPage } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import {
  expectHeading,
  expectOrderPage,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  payButton,
  payByCard,
  popupOf,
  shop,
  newContact,
  sql,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

const ADA = { email: "ada@oja.example", password: "oja-demo-ada" };

test("the demo's customer finds an order history over two pages, with details of goods that the shop sells", async () => {
  const page = await visit("/login");
  await page.getByLabel("Email or phone number").fill(ADA.email);
  await page.getByLabel("Password", { exact: true }).fill(ADA.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`${shop().url}/`);
  await page.goto(`${shop().url}/profile/orders`);
  await expectHeading(page, "My Orders");
  expect(await page.getByRole("article").count()).toBe(20);
  for (const state of ["Processing", "Shipped", "Delivered", "Cancelled"]) {
    expect(await page.getByRole("article").getByText(state, { exact: true }).count()).toBeGreaterThan(0);
  }
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBeLessThan(20);
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Surulere, Lagos, 101283").waitFor();
  const name = await dialog.getByRole("row").nth(1).getByRole("cell").first().locator("span").first().innerText();
  await page.goto(`${shop().url}/products?search=${encodeURIComponent(name)}`);
  await page.getByText(name, { exact: true }).first().waitFor();
});

test("checkout knows where the demo's customer lives", async () => {
  const page = await newPage(withCart({ product: await goods(), quantity: 2 }));
  await signInPage(page, shop(), ADA);
  await go(page, "/checkout");
  const form = page.getByRole("group", { name: "Shipping information" });
  await expect.poll(() => form.getByLabel("Full name").inputValue()).toBe("Ada Okafor");
  expect(await form.getByLabel(/^Phone/).inputValue()).toBe("0803 412 7765");
  expect(await form.getByLabel("Address").inputValue()).toBe("14 Ogunlana Drive");
  expect(await form.getByLabel("State").inputValue()).toBe("Lagos");
});

test("a customer's profile takes the phone and address of an order as soon as it is paid, and keeps the names", async () => {
  const person = await makePerson(shop());
  await sql(
    `insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')`,
    [person.id],
  );
  const storedProfile = () =>
    sql("select phone, address, city, state, postal_code from profiles where id = $1", [person.id]);
  const page = await newPage(withCart({ product: await goods(), quantity: 2 }));
  await signInPage(page, shop(), person);
  await go(page, "/checkout");
  const form = page.getByRole("group", { name: "Shipping information" });
  await expect.poll(() => form.getByLabel("Address").inputValue()).toBe("8 Ring Road");
  const { phone, ...buyer } = newContact();
  await fillShipping(page, { ...buyer, phone, email: person.email });
  await form.getByLabel("Postal code").fill("100281");
  await payButton(page).click();
  await popupOf(page).getByRole("tab", { name: "Card" }).waitFor();
  expect(await storedProfile()).toMatchObject([{ phone: "08035556666", address: "8 Ring Road" }]);
  await payByCard(popupOf(page), ...GOOD_CARD);
  await expectOrderPage(page);

  const shipping = { phone, address: "12 Allen Avenue", city: "Ikeja", state: "Lagos" };
  expect(await storedProfile()).toEqual([{ ...shipping, postal_code: "100281" }]);
  await go(page, "/profile");
  const details = page.getByRole("form", { name: "Personal Details" });
  const shown = await details.evaluate((one: HTMLFormElement) => Object.fromEntries(new FormData(one)));
  const names = { first_name: "Ada", last_name: "Okafor", country: "Nigeria" };
  expect(shown).toMatchObject({ ...names, ...shipping, postal_code: "100281" });
  expect(await sql("select user_id, customer_name from orders where customer_email = $1", [person.email])).toEqual([
    { user_id: person.id, customer_name: "Adaeze Obi" },
  ]);
});

test("checkout is filled in from the signed-in customer's profile, and empty for a guest", async () => {
  const person = await makePerson(shop());
  await sql(
    `insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')`,
    [person.id],
  );
  const cart = withCart({ product: await goods(), quantity: 3 });
  const page = await newPage(cart);
  await signInPage(page, shop(), person);
  await page.goto(`${shop().url}/checkout`);
  await expect.poll(() => page.getByLabel("Full name").inputValue()).toBe("Ada Okafor");
  expect(await page.getByLabel("Email").first().inputValue()).toBe(person.email);
  expect(await page.locator("#checkout-phone").inputValue()).toBe("08035556666");
  expect(await page.locator("#checkout-state").inputValue()).toBe("Oyo");
  const guest = await visit("/checkout", cart);
  expect(await guest.getByLabel("Full name").inputValue()).toBe("");
});
