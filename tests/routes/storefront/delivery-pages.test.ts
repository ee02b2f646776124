import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DELIVERY } from "#app/features/site/content.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { makeZone } from "#tests/fixtures/delivery.ts";
import { textOf } from "#tests/fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
let id: string;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const sql = shop.shop.database.sql;
  const { rows } = await sql("insert into categories (name, slug) values ('Grocery', 'grocery') returning id");
  const goods = {
    category_id: String(rows[0]?.["id"]),
    weight_grams: 1_000,
    distributor: "Maker",
    stock_quantity: 500,
  };
  const [product] = await makeProducts(shop.shop.db, 1, goods);
  id = product?.id ?? "";
});
afterAll(() => shop.close());

const get = (path: string) => new Visitor(shop.url).get(path);
const PAGES = [
  "/",
  "/about",
  "/faq",
  "/terms-of-service",
  "/contact",
  "/supplier-registration",
  "/products",
  "/products/featured",
  "/category/grocery",
  "/distributor/maker",
  "/custom-order",
  "/suppliers",
  "/cart",
  "/manifest.webmanifest",
];
const pages = () =>
  Promise.all([...PAGES, `/product/${id}`].map(async (path) => [path, (await get(path)).text] as const));
/** Said by a shop without rates, in text, heads and structured data. */
const FIXED = [...Object.values(DELIVERY), "paid by the buyer", "all 36 states", "business days to"];

test("a shop without rates says the specified texts on each page that has one", async () => {
  const texts = new Map(await pages());
  expect(texts.get("/")).toMatch(new RegExp(`Delivery in <span[^>]*>${DELIVERY.home}<`));
  expect(textOf(texts.get(`/product/${id}`) ?? "")).toContain(`Delivery in ${DELIVERY.product} to all 36 states`);
  for (const [path, text] of texts) expect(text, path).toContain("all 36 states");
});

describe("a shop with rates", () => {
  beforeAll(async () => {
    const methods = [
      { name: "Vans", carrier: "GIG", min_days: 1, max_days: 2 },
      { name: "Depot", kind: "pickup", min_days: 2, max_days: 4, bands: [{ upto_grams: 100_000, kobo: 0 }] },
    ];
    await makeZone(shop.shop.database, "West", ["OG", "LA"], methods);
    await makeZone(shop.shop.database, "Island", ["LA-10"], [{ name: "Boat" }]);
    await vi.waitUntil(async () => !(await get("/faq")).text.includes("all 36 states"), { timeout: 60_000 });
  });

  test("has no fixed delivery text on any page: each is made from the rates", async () => {
    for (const [path, text] of await pages())
      for (const fixed of FIXED) expect(text.toLowerCase(), `${path}: ${fixed}`).not.toContain(fixed.toLowerCase());
    expect((await get("/")).text).toMatch(/Delivery in <span[^>]*>1-5 working days</);
    expect(textOf((await get(`/product/${id}`)).text)).toContain("Delivery in 1-5 working days to Lagos and Ogun.");
    const terms = textOf((await get("/terms-of-service")).text);
    expect(terms).toContain(
      "We deliver to Lagos and Ogun. The price of delivery and the days of arrival are shown before",
    );
  });

  test("says no price and no date in a cached page", async () => {
    const text = textOf((await get(`/product/${id}`)).text);
    expect(text).toContain("Choose your place");
    expect(text).not.toMatch(/₦4,500|Arrives|To Lagos:/);
  });

  test.each([
    ["OG", ["Door delivery: Vans, by GIG", "Pick-up: Depot", "Free"], ["Boat"]],
    ["LA", ["Prices differ within Lagos: please choose your area"], ["Boat", "Depot", "Vans"]],
    ["LA-10", ["Door delivery: Boat"], ["Vans"]],
    ["KN", ["To Kano: no delivery price yet.", "Ask for a delivery price"], ["Vans"]],
    ["XX", ["Choose your state"], ["Vans", "no delivery price"]],
  ])("without JavaScript the cart names the ways to %s", async (place, shown, hidden) => {
    const visitor = new Visitor(shop.url);
    await visitor.form("/cart/basic", { intent: "add", id, quantity: "10" });
    const text = textOf((await visitor.get(`/cart/basic?place=${place}`)).text);
    for (const part of shown) expect(text).toContain(part);
    for (const part of hidden) expect(text).not.toContain(part);
  });

  test.each([
    [{ place: "LA-10", lines: [] }, 400],
    [{ place: "LA-99", lines: [{ quantity: 1 }] }, 400],
    [{ place: "<b>", lines: [{ quantity: 1 }] }, 400],
    [{ lines: [{ quantity: 1 }] }, 400],
    [{ place: "LA-10", lines: [{ quantity: 2 }] }, 200],
  ])("a quote for %j is answered with %i", async (question, status) => {
    const lines = question.lines.map((line) => ({ id, ...line }));
    const response = await fetch(`${shop.url}/delivery/quote`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...question, lines }),
    });
    expect(response.status).toBe(status);
    const answer: unknown = await response.json();
    if (status === 200) {
      expect(answer).toMatchObject({ place: "Ifako-Ijaiye", grams: 2_000 });
      // One of the state's 20 areas has prices of its own.
      expect((answer as { areas: unknown[] }).areas).toHaveLength(20);
      expect(answer).toHaveProperty("areas.0", { code: "LA-01", name: "Agege" });
    } else expect(answer).toMatchObject({ success: false, code: "bad_request" });
  });

  test("a request of delivery names the place, and an unknown one is left open", async () => {
    expect((await get("/custom-order?delivery=KN-06")).text).toContain("Place: Bunkure, Kano");
    expect((await get("/custom-order?delivery=nowhere")).text).toContain("What does delivery of these goods cost?");
    expect((await get("/custom-order")).text).not.toContain("What does delivery");
  });
});

test("a signed-in buyer's place is that of his profile, which takes a chosen one only without an address", async () => {
  const customer = await makeCustomer(shop);
  const buyer = await signedIn(shop, customer);
  const place = async (who: Visitor) => (await who.get("/delivery/place")).json["place"];
  const choose = (chosen: unknown) =>
    buyer.send("/delivery/place", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: shop.url },
      body: JSON.stringify({ place: chosen }),
    });
  expect([await place(new Visitor(shop.url)), await place(buyer)]).toEqual([null, null]);
  for (const wrong of ["XX", "LA-99", 7, null]) expect((await choose(wrong)).status).toBe(400);
  expect([(await choose("LA-10")).status, await place(buyer)]).toEqual([204, "LA-10"]);
  expect([(await choose("AN")).status, await place(buyer)]).toEqual([204, "AN"]);
  const set = "update profiles set address = '12 Allen Avenue', state = 'Kano', lga_code = 'LA-10' where id = $1";
  await shop.shop.database.sql(set, [customer.id]);
  expect(await place(buyer)).toBe("KN");
  expect([(await choose("LA")).status, await place(buyer)]).toEqual([204, "KN"]);
});
