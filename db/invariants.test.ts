import { expect, test } from "vitest";
import { insertProducts } from "#app/features/products/commands/batch.server.ts";
import { makeCategory } from "#tests/fixtures/catalog.ts";
import { database, makePayment, setUpPayments, started } from "#tests/fixtures/payments.ts";
import { violations } from "./invariants.server.ts";

setUpPayments();

const SUM = "a product's stock is the sum of its movements";
const SOLD = "a sold payment has taken its pieces from the stock, or its shortage is listed";
const wrong = async () =>
  Object.fromEntries(
    Object.entries(await database.withConnection((client) => violations(client))).filter(([, count]) => count > 0),
  );

test("held and sold pieces are missing in the stock, and nothing else is", async () => {
  const { goods, reference } = await makePayment();
  await started([[goods, 2]]);
  expect(await wrong()).toEqual({});
  await database.sql(
    `update stock_movements set quantity = quantity + 1
     where attempt_id = (select id from payment_attempts where reference = $1)`,
    [reference],
  );
  expect(await wrong()).toEqual({ [SOLD]: 1 });
  await database.sql(
    `insert into payment_reviews (attempt_id, reason, details)
     select id, 'stock_short', '{"short": []}' from payment_attempts where reference = $1`,
    [reference],
  );
  expect(await wrong()).toEqual({});
});

test("stock that came in with a movement is the sum of the movements; other stock is at least that", async () => {
  const id = "00000000-0000-4000-8000-0000000000aa";
  const category = await makeCategory(database.db);
  await database.db.transaction((tx) =>
    insertProducts(tx, [
      { id, name: "Rice", slug: "rice-in", category_id: category.id, price_kobo: 100_000, stock_quantity: 10 },
    ]),
  );
  const { goods } = await makePayment();
  await started([[id, 4]]);
  expect(await wrong()).toEqual({});
  for (const change of [1, -1]) {
    await database.sql("update products set stock_quantity = stock_quantity + $2 where id = $1", [id, change]);
    expect(await wrong()).toEqual({ [SUM]: 1 });
    await database.sql("update products set stock_quantity = stock_quantity - $2 where id = $1", [id, change]);
  }
  // Of these goods it is not known how many came in.
  await database.sql("insert into stock_movements (product_id, quantity, reason) values ($1, 9, 'correction')", [
    goods,
  ]);
  expect(await wrong()).toEqual({});
  await database.sql("update products set stock_quantity = 5 where id = $1", [goods]);
  expect(await wrong()).toEqual({ [SUM]: 1 });
});
