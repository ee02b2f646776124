import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { quoteDelivery, ratesFor } from "#app/features/delivery/queries.server.ts";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { delivery_calendar, delivery_methods, delivery_zones } from "#db/schema/delivery.ts";
import { suppliers } from "#db/schema/requests.ts";
import { makeGoods, startInput } from "#tests/fixtures/checkout.ts";
import { makeZone } from "#tests/fixtures/delivery.ts";
import { ctx, database, ordersOf, setUpPayments } from "#tests/fixtures/payments.ts";

setUpPayments();
beforeEach(() => database.db.delete(delivery_zones));

const NOW = new Date("2026-11-26T08:00:00Z");
const LAGOS = { state_code: "LA", lga_code: null };
const methodNames = (methods: readonly { name: string }[]) => methods.map(({ name }) => name);

describe("the rates of a place", () => {
  test("an area's zone comes before its state's, and methods that are not offered are left out", async () => {
    await makeZone(database, "Lagos", ["LA"], [{ name: "Vans" }, { name: "Old vans", active: false }]);
    await makeZone(database, "Island", ["LA-10"], [{ name: "Boat" }]);
    expect(methodNames((await ratesFor(database.db, LAGOS, [])).methods)).toEqual(["Vans"]);
    expect(methodNames((await ratesFor(database.db, { ...LAGOS, lga_code: "LA-10" }, [])).methods)).toEqual(["Boat"]);
    expect(methodNames((await ratesFor(database.db, { ...LAGOS, lga_code: "LA-11" }, [])).methods)).toEqual(["Vans"]);
    const kano = await ratesFor(database.db, { state_code: "KN", lga_code: null }, []);
    expect([kano.methods, kano.has_rates, kano.asks_lga]).toEqual([[], true, false]);
    expect((await ratesFor(database.db, LAGOS, [])).asks_lga).toBe(true);
  });

  test("goods weigh what they, their category or its top category say, else 1 kg a unit; the slowest supplier counts", async () => {
    const [top] = await database.db
      .insert(categories)
      .values({ name: "Food", slug: "food", default_weight_grams: 2_000 })
      .returning();
    const [sub] = await database.db
      .insert(categories)
      .values({ name: "Rice", slug: "rice", parent_id: top?.id })
      .returning();
    const ids = [];
    for (const more of [{ weight_grams: 50_000 }, { category_id: sub?.id }, { category_id: null }]) {
      const id = await makeGoods(database, { stock: 9 });
      await database.db
        .update(products)
        .set({ ...more, distributor: `Maker ${ids.length}` })
        .where(eq(products.id, id));
      ids.push(id);
    }
    const supplier = { address: "", whatsapp_contact: "", email: "", status: "approved" };
    await database.db.insert(suppliers).values([
      { ...supplier, name: "A", distributor: "maker 0", lead_days: 2 },
      { ...supplier, name: "B", distributor: "Maker 1", lead_days: 4 },
      { ...supplier, name: "C", distributor: "Maker 2", lead_days: 9, status: "pending" },
    ]);
    const lines = ids.map((id, at) => ({ id, quantity: at + 1 }));
    const { grams, lead_days } = await ratesFor(database.db, LAGOS, lines);
    expect([grams, lead_days]).toEqual([50_000 + 2 * 2_000 + 3 * 1_000, 4]);
    await database.db.insert(delivery_calendar).values({ fallback_grams: 1_500 });
    expect((await ratesFor(database.db, LAGOS, lines)).grams).toBe(50_000 + 2 * 2_000 + 3 * 1_500);
    await database.db.delete(delivery_calendar);
  });

  test("a quote of 300 lines is one statement, whatever the number of zones", async () => {
    for (const state of ["LA", "KN", "OG", "RI"]) await makeZone(database, state, [state], [{}, {}]);
    const id = await makeGoods(database, { stock: 9 });
    const lines = Array.from({ length: 300 }, () => ({ id, quantity: 1 }));
    let statements = 0;
    const counted = new Proxy(database.db, {
      get: (db, name) => {
        if (name === "execute" || name === "select") statements += 1;
        return Reflect.get(db, name) as unknown;
      },
    });
    const quote = await quoteDelivery(counted, LAGOS, lines, 0, NOW);
    expect([statements, quote.grams, quote.options.length]).toEqual([1, 300_000, 0]);
  });
});

describe("starting a payment in a shop with rates", () => {
  const contact = { ...startInput([]).contact, state: "Lagos" };

  async function cart() {
    const [method_id = ""] = await makeZone(
      database,
      "Lagos",
      ["LA"],
      [{ name: "Vans", carrier: "GIG", min_days: 0, max_days: 0, cutoff_minute: 1440 }],
    );
    const rice = await makeGoods(database, { stock: 20 });
    const lines = [{ id: rice, quantity: 2 }];
    const [option] = (await quoteDelivery(database.db, LAGOS, lines, 200_000, new Date())).options;
    if (!option) throw new Error("no option");
    const { kobo, from, to } = option;
    const delivery = { method_id, lga_code: null, kobo, from, to };
    return { rice, method_id, delivery, input: { ...startInput([[rice, 2]], { contact }), delivery } };
  }

  test("the amount paid includes the delivery, and the order keeps its way, place and days", async () => {
    const { input, delivery } = await cart();
    const started = await startCheckout(ctx, { ...input, total_kobo: 650_000 });
    if (!started.ok) throw new Error(started.message);
    expect(started.payment.amount_kobo).toBe(2 * 100_000 + 450_000);
    ctx.payments.set(started.payment.reference, { status: "success" });
    await settlePayment(ctx, started.payment.reference);
    const [order] = await ordersOf(started.payment.reference);
    expect(order).toMatchObject({
      total_amount_kobo: 650_000,
      shipping_kobo: 450_000,
      delivery_method_id: delivery.method_id,
      delivery_kind: "door",
      delivery_text: "Door delivery: Vans (GIG), to Lagos",
      state_code: "LA",
      lga_code: null,
      promised_from: delivery.from,
      promised_to: delivery.to,
    });
  });

  test("no chosen delivery, and one at another place, are refused with what is offered", async () => {
    const { input, delivery } = await cart();
    const none = await startCheckout(ctx, { ...input, delivery: null });
    expect(none).toMatchObject({ reason: "delivery_changed", message: "Please choose how your order is delivered." });
    expect("quote" in none && none.quote.options).toHaveLength(1);
    const elsewhere = await startCheckout(ctx, { ...input, contact: { ...contact, state: "Kano" } });
    expect(elsewhere).toMatchObject({
      reason: "delivery_changed",
      message: expect.stringContaining("no delivery price") as string,
    });
    const area = await startCheckout(ctx, { ...input, delivery: { ...delivery, lga_code: "KN-01" } });
    expect(area.ok).toBe(true);
  });

  test.each([
    [
      "another price",
      { bands: [{ upto_grams: 100_000, kobo: 500_000 }] },
      "Delivery now costs ₦5,000.00 instead of ₦4,500.00.",
    ],
    ["a method that is no longer offered", { active: false }, "We have no delivery price"],
    ["other days", { min_days: 30, max_days: 30 }, "Your order would now arrive"],
  ])("%s is told before anything is held", async (_name, change, message) => {
    const { input, method_id } = await cart();
    // Another method, so that the shop keeps rates.
    await makeZone(database, "Kano", ["KN"], [{}]);
    await database.db.update(delivery_methods).set(change).where(eq(delivery_methods.id, method_id));
    const refused = await startCheckout(ctx, input);
    expect(refused).toMatchObject({
      ok: false,
      reason: "delivery_changed",
      message: expect.stringContaining(message) as string,
    });
    expect(ctx.payments.transactions.size).toBe(0);
  });

  test("a cart above the last weight is told to ask for a price", async () => {
    const { input, rice } = await cart();
    await database.db.update(products).set({ weight_grams: 60_000 }).where(eq(products.id, rice));
    const refused = await startCheckout(ctx, input);
    expect(refused).toMatchObject({
      reason: "delivery_changed",
      message: expect.stringContaining("ask us for one") as string,
    });
  });

  test("another delivery is another payment, the same one the same", async () => {
    const { input, delivery } = await cart();
    const [first, again] = [await startCheckout(ctx, input), await startCheckout(ctx, input)];
    expect(again).toEqual(first);
    const [other = ""] = await makeZone(
      database,
      "Ikeja",
      ["LA-11"],
      [{ min_days: 0, max_days: 0, cutoff_minute: 1440 }],
    );
    const changed = await startCheckout(ctx, {
      ...input,
      delivery: { ...delivery, method_id: other, lga_code: "LA-11" },
    });
    if (!first.ok || !changed.ok) throw new Error("not started");
    expect(changed.payment.reference).not.toBe(first.payment.reference);
  });
});

test("a shop without rates asks for no delivery and adds nothing", async () => {
  const rice = await makeGoods(database, { stock: 20 });
  const started = await startCheckout(ctx, startInput([[rice, 2]]));
  if (!started.ok) throw new Error(started.message);
  expect(started.payment.amount_kobo).toBe(200_000);
});
