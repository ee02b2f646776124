import { afterAll, beforeAll, expect, test } from "vitest";
import type { StartResult } from "#app/features/checkout/rules/start.ts";
import type { JsonAnswer } from "#app/platform/errors.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../../fixtures/checkout.ts";
import { textOf, wordsOf } from "../../fixtures/html.ts";
import { makeCustomer, signedIn, Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

/** A demo with 400 products: home and header, its customer, and what checkout and profile know of each other. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ products: 400 });
});
afterAll(() => shop.close());

const rows = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const ADA = { email: "ada@oja.example", password: "oja-demo-ada" };

/** A customer with an address in the profile. */
async function withAddress() {
  const person = await makeCustomer(shop);
  await rows(
    `insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')`,
    [person.id],
  );
  return { ...person, visitor: await signedIn(shop, person) };
}

test("the demo's customer finds an order history over two pages, with details of goods that the shop sells", async () => {
  const ada = await signedIn(shop, ADA);
  const first = await ada.get("/profile/orders");
  const cards = (html: string) => html.match(/<article\b[\s\S]*?<\/article>/g) ?? [];
  expect(cards(first.text)).toHaveLength(20);
  for (const state of ["Processing", "Shipped", "Delivered", "Cancelled"])
    expect(
      cards(first.text).some((card) => card.includes(`>${state}<`)),
      state,
    ).toBe(true);
  const second = await ada.get("/profile/orders?page=2");
  const more = cards(second.text);
  expect([more.length > 0, more.length < 20]).toEqual([true, true]);
  const href = /href="([^"]+)"[^>]*>(?:<[^>]*>|[^<])*View Details/.exec(more[0] ?? "")?.[1] ?? "";
  const details = textOf((await ada.get(href.replaceAll("&amp;", "&"))).text);
  expect(details).toContain("Surulere, Lagos, 101283");
  const id = /order=([0-9a-f-]{36})/.exec(href)?.[1];
  const items = await rows(
    "select i.product_name, p.slug from order_items i join products p on p.id = i.product_id where i.order_id = $1",
    [id],
  );
  expect(items.length).toBeGreaterThan(0);
  for (const { product_name, slug } of items) {
    expect(details).toContain(String(product_name));
    expect((await ada.get(`/product/${String(slug)}`)).status).toBe(200);
  }
});

test("checkout is filled in from the signed-in customer's profile, knows where the demo's customer lives, and is empty for a guest", async () => {
  const ada = await (await signedIn(shop, ADA)).get("/checkout.data");
  for (const value of ["Ada Okafor", "0803 412 7765", "14 Ogunlana Drive", "Lagos"]) expect(ada.text).toContain(value);
  const person = await withAddress();
  const own = await person.visitor.get("/checkout.data");
  for (const value of ["Test Person", person.email, "08035556666", "8 Ring Road", "Oyo"])
    expect(own.text).toContain(value);
  expect(own.headers.get("Cache-Control")).toBe("no-store");
  const guest = await new Visitor(shop.url).get("/checkout.data");
  expect([own, guest].map(({ text }) => text.includes('"postal_code"'))).toEqual([true, false]);
});

test("a customer's profile takes the phone and address of an order as soon as it is paid, and keeps the names", async () => {
  const { id, email, visitor } = await withAddress();
  const storedProfile = () => rows("select phone, address, city, state, postal_code from profiles where id = $1", [id]);
  const goods = await makeGoods(shop.shop.database, { stock: 20 });
  const shipping = { phone: "0803 777 8888", address: "12 Allen Avenue", city: "Ikeja", state: "Lagos" };
  const input = startInput([[goods, 2]]);
  const contact = { ...input.contact, ...shipping, name: "Adaeze Obi", email, postal_code: "100281" };
  const started = await visitor.send("/checkout/start", {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: shop.url },
    body: JSON.stringify({ ...input, contact }),
  });
  const answer = started.json as unknown as JsonAnswer<StartResult>;
  if (!answer.success) throw new Error(started.text);
  expect(await storedProfile()).toMatchObject([{ phone: "08035556666", address: "8 Ring Road" }]);
  shop.demo?.paystack?.complete(answer.payment.reference, { outcome: "success" });
  await expect.poll(storedProfile).toEqual([{ ...shipping, postal_code: "100281" }]);
  const profile = (await visitor.get("/profile")).text;
  for (const value of ["Test", "Person", "Nigeria", ...Object.values(shipping), "100281"])
    expect(profile).toMatch(new RegExp(`value="${value}"|<option[^>]*selected=""[^>]*>${value}<`));
  expect(await rows("select user_id, customer_name from orders where customer_email = $1", [email])).toEqual([
    { user_id: id, customer_name: "Adaeze Obi" },
  ]);
});

const part = (html: string, start: RegExp, tag: string) => {
  const from = html.search(start);
  return from === -1 ? "" : html.slice(from, html.indexOf(`</${tag}>`, from));
};
/** Address and words of each link. */
const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g), ([, href = "", inner = ""]) => [
    href,
    wordsOf(inner),
  ]);

test("home shows the shop's claim and links, its reasons, and ten categories that lead to their pages", async () => {
  const { text } = await new Visitor(shop.url).get("/");
  expect(part(text, /<h1/, "h1")).toMatch(/Stock your shop/);
  expect(linksIn(text)).toEqual(
    expect.arrayContaining([
      ["/products", "Shop Now"],
      ["/custom-order", "Request Custom Order"],
    ]),
  );
  for (const [name, value] of [
    ["products", "\\d[\\d,]*\\+?"],
    ["suppliers", "\\d[\\d,]*\\+?"],
    ["support", "24/7"],
    ["satisfaction", "98%"],
  ])
    expect(text).toMatch(new RegExp(`>${name}</dt><dd[^>]*>${value}</dd>`));
  const reasons = textOf(part(text, /Why Choose Us</, "section")).replaceAll(/<\/?span[^>]*>/g, "");
  for (const name of [
    "Quality control",
    "Delivery in 1-3 business days",
    "24/7 support",
    "Larger discounts for larger quantities",
  ])
    expect(reasons).toMatch(new RegExp(`<h3[^>]*>${name}</h3>`));
  const tiles = linksIn(part(text, /Shop By Category</, "section")).filter(([href]) => href?.startsWith("/category/"));
  expect(tiles).toHaveLength(10);
  for (const [href = "", name = ""] of tiles)
    expect(wordsOf(part((await new Visitor(shop.url).get(href)).text, /<h1/, "h1"))).toBe(name);
});

test("the header shows the pages, six categories and all products, and the way in", async () => {
  const { text } = await new Visitor(shop.url).get("/products");
  const about = linksIn(part(text, /<nav aria-label="About the shop"/, "nav")).map(([, name]) => name);
  expect(about).toEqual(expect.arrayContaining(["About Us", "Contact Us", "Blog", "Become a Supplier"]));
  const row = linksIn(part(text, /<nav aria-label="Categories"/, "nav")).map(([, name]) => name);
  const tops = await rows("select name from categories where parent_id is null order by name limit 6");
  expect(row).toEqual(["All Products", ...tops.map(({ name }) => name)]);
  expect(linksIn(part(text, /<header/, "header"))).toEqual(expect.arrayContaining([["/login", "Sign In"]]));
});

test.each(["featured", "best_seller", "new_arrival"])("the list of what is %s has all of it", async (flag) => {
  const path = { featured: "featured", best_seller: "best-sellers", new_arrival: "new-arrivals" }[flag] ?? "";
  const { status, text } = await new Visitor(shop.url).get(`/products/${path}`);
  expect([status, part(text, /<h1/, "h1")]).toEqual([200, expect.stringMatching(/>[^<]+/)]);
  const [row] = await rows(`select count(*)::int as all from products where ${flag}`);
  expect(textOf(text.replaceAll(/<!--.*?-->/g, ""))).toMatch(
    new RegExp(`(?<![\\d,])${String(row?.["all"])} products?\\b`),
  );
});
