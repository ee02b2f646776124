import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { CONTACT, makeAttempt } from "#tests/fixtures/checkout.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { exportCustomer } from "./queries.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

test("the export has the picture and the payments without an order, and no other user's", async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const image = "https://pictures.example/ada.jpg";
  await database.db.insert(users).values([
    { id, name: "Ada Okafor", email: `${id}@example.com`, image },
    { id: other, name: "Ada Okafor", email: `${other}@example.com` },
  ]);
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  await makeAttempt(database, { user_id: id, status: "closed", created_at: day(1) });
  await makeAttempt(database, { user_id: id, reference: "WH7", created_at: day(2) });
  await makeAttempt(database, { user_id: id, status: "settled", order_id: await makeOrder(database, id) });
  await makeAttempt(database, { user_id: other, address: "9 Foreign Lane" });
  const data = await exportCustomer(database.db, id);
  expect(data?.sign_in.image).toBe(image);
  expect(data?.payments.map(({ status }) => status)).toEqual(["open", "closed"]);
  expect(data?.payments[0]).toEqual({
    reference: "WH7",
    created_at: day(2),
    status: "open",
    amount_kobo: 500_000,
    customer_name: CONTACT.name,
    customer_email: CONTACT.email,
    customer_phone: CONTACT.phone,
    substitute_phone: CONTACT.substitute_phone,
    address: CONTACT.address,
    city: CONTACT.city,
    state: CONTACT.state,
    postal_code: "",
    items: [{ product_name: "Rice", product_price_kobo: 250_000, quantity: 2 }],
  });
  expect(JSON.stringify(data)).not.toContain("9 Foreign Lane");
});
