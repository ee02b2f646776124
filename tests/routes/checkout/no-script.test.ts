import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOffer } from "#app/flows/make-offer.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { makeCustomOrder } from "#tests/fixtures/custom-orders.ts";
import { filledIn, textOf } from "#tests/fixtures/html.ts";
import { type Answer, BEHIND_PROXY, makeCustomer, Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

/** A page without its scripts; tags stay. */
const withoutScripts = ({ text }: Answer) => textOf(text).replaceAll(/<script\b[\s\S]*?<\/script>/g, "");

/** Presses the button `intent` of a form in `page`, filled in with `values`, and follows its redirect. */
async function press(who: Visitor, page: Answer, intent: string, values: Record<string, string> = {}) {
  const { action, fields } = filledIn(page.text, intent, values);
  const answer = await who.form(action, fields);
  const location = answer.headers.get("Location");
  return location ? await who.get(location) : answer;
}

test("adding, changing and removing work by forms without JavaScript", async () => {
  const larger_units = [{ unit: "pallet", pieces: 10 }];
  const terms = { min_order: 5, price_kobo: 1_400_000, stock_quantity: 40, unit: "bag", larger_units };
  const product = await makeProduct(shop.shop.db, terms);
  const who = new Visitor(shop.url);
  /** Presses "Add" on the page at `path`. */
  const add = async (path: string, label: RegExp) => {
    const { text } = await who.get(path);
    const form = text.match(/<form\b[^>]*>[\s\S]*?<\/form>/g)?.find((one) => label.test(textOf(one))) ?? "";
    const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const added = await who.form(action, {});
    expect([added.status, added.headers.get("Location")]).toEqual([303, "/cart/basic"]);
    return await who.get("/cart/basic");
  };
  let page = await add(`/products?search=${product.slug}`, new RegExp(`Add 5 to cart: ${product.name}`));
  expect([page.headers.get("Cache-Control"), withoutScripts(page)]).toEqual([
    "no-store",
    expect.stringContaining("₦70,000.00"),
  ]);
  page = await add(`/product/${product.slug}`, />Add to Cart</);
  expect(withoutScripts(page)).toContain("₦140,000.00");
  expect(withoutScripts(page)).toContain("Paying needs JavaScript.");

  const refused = await press(who, page, "set", { quantity: "2.5" });
  expect([refused.status, withoutScripts(refused)]).toEqual([
    422,
    expect.stringMatching(/role="alert"[^>]*>“2\.5” is not a quantity\./),
  ]);
  page = await press(who, page, "set", { quantity: "90" });
  for (const text of ["Only 40 left, quantity lowered", "₦560,000.00", "pallet of 10 bags"])
    expect(withoutScripts(page)).toContain(text);
  page = await press(who, page, "set", { count_in: "10" });
  expect(withoutScripts(page)).toContain("4 pallets (40 bags)");
  expect(filledIn(page.text, "set").fields).toMatchObject({ quantity: "4", shown_in: "10" });
  page = await press(who, page, "set", { quantity: "3", count_in: "10" });
  for (const text of ["3 pallets (30 bags)", "₦420,000.00"]) expect(withoutScripts(page)).toContain(text);
  page = await press(who, page, "remove");
  expect(withoutScripts(page)).toContain("Your cart is empty");
  // Pages of all visitors stay cacheable, whatever the cookie.
  const listing = await who.get("/products", { Cookie: `oja.cart=${product.id.replaceAll("-", "")}-6-6` });
  expect([listing.headers.get("Cache-Control"), listing.headers.get("Set-Cookie")]).toEqual([
    expect.stringContaining("public"),
    null,
  ]);
});

test("an offer is paid by transfer, from a refused form to the order, and its page opens the provider's window", async () => {
  const request = await makeCustomOrder(shop.shop.database);
  const lines = [{ product: "", name: "Enamel basin 40 cm", unit: "dozen", quantity: 10, price: "12,500.50" }];
  const boss = await makeCustomer(shop, { role: "admin" });
  const offer = { id: request.id, version: 1, message: "", valid_days: 3, lines };
  const made = await makeOffer({ ...shop.shop, payments: null }, actorOf(boss.id, "admin"), offer);
  expect(made).toMatchObject({ ok: true });
  const buyer = new Visitor(shop.url);
  const path = `/custom-order/${request.token}`;
  const first = await buyer.get(path);
  const isChosen = (page: Answer, channel: string) =>
    new RegExp(`<input (?=[^>]*checked="")[^>]*value="${channel}"`).test(page.text);
  expect([isChosen(first, "transfer"), withoutScripts(first)]).toEqual([
    true,
    expect.stringContaining("Pay ₦125,005.00"),
  ]);
  /** Sends the form of the offer as it stands on the page, with other `values`. */
  const pay = async (page: Answer, values: Record<string, string>) => {
    const form = /<form [^>]*aria-label="Pay this offer"[\s\S]*?<\/form>/.exec(page.text)?.[0] ?? "";
    const inputs = form.matchAll(/<input (?=[^>]*\bname="([^"]+)")[^>]*\bvalue="([^"]*)"/g);
    const shown = Object.fromEntries(Array.from(inputs, ([, name = "", value = ""]) => [name, value]));
    return await buyer.form(path, { ...shown, ...values });
  };
  const refused = await pay(first, { channel: "popup" });
  expect([refused.status, isChosen(refused, "popup"), withoutScripts(refused)]).toEqual([
    422,
    true,
    expect.stringContaining("Please check the shipping information."),
  ]);
  const place = { address: "12 Allen Avenue", city: "Ikeja", state: "Lagos" };
  const paid = await pay(refused, { ...place, channel: "transfer" });
  const account = paid.headers.get("Location") ?? "";
  expect(account).toMatch(/^\/checkout\/pay\/[\w-]{32}$/);
  const { rows } = await shop.shop.database.sql(
    "select reference, account_number from payment_attempts where pay_token = $1",
    [account.split("/").at(-1)],
  );
  const shown = await buyer.get(account);
  for (const text of [String(rows[0]?.["account_number"]), "₦125,005.00"])
    expect(withoutScripts(shown)).toContain(text);
  const card = await buyer.form(account, filledIn(shown.text, "card").fields);
  expect(card.headers.get("Location")).toContain(String(shop.payments?.checkoutOrigin));

  shop.demo?.paystack?.transfer(String(rows[0]?.["reference"]));
  await expect.poll(async () => withoutScripts(await buyer.get(path))).toContain("This offer is paid. Thank you!");
  expect((await buyer.get(account)).headers.get("Location")).toMatch(/^\/checkout\/payment-success\?token=/);
});
