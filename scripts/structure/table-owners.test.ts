import { expect, test } from "vitest";
import { projectFrom } from "./project.ts";
import { tableOwners } from "./table-owners.ts";

const tree = {
  "db/schema/orders.ts": 'export const paymentAttempts = pgTable(\n  "payment_attempts", {});',
  "app/features/payments/commands/start.server.ts": "tx.insert(paymentAttempts).values(a)",
  "app/features/payments/commands/check.server.ts": "sql`update payment_attempts set asked_at = now()`",
  "app/features/checkout/queries.server.ts": "db.select().from(paymentAttempts)",
  "app/features/checkout/commands/start.test.ts": "db.update(paymentAttempts)",
};

test("one feature writes a table, others read it", () => {
  expect(tableOwners(projectFrom(tree))).toEqual([]);
});

test.each([
  "tx.update(schema.paymentAttempts).set(a)",
  "sql`delete from payment_attempts`",
  "tx.insert(\n  paymentAttempts)",
])("a second writer is named: %s", (code) => {
  const file = "app/features/checkout/commands/start.server.ts";
  expect(tableOwners(projectFrom({ ...tree, [file]: code }))).toEqual([
    {
      rule: "table-owners",
      file,
      message: "writes payment_attempts from checkout; payments writes it too",
    },
  ]);
});

test.each([
  "app/blocks/sold-out.server.ts",
  "app/lib/holds.server.ts",
  "app/routes/storefront/cart.tsx",
  "server/sweep.server.ts",
])("a writer beside the features is named, too: %s", (file) => {
  const writer = /^(app\/\w+|server)/.exec(file)?.[0];
  const message = expect.stringMatching(new RegExp(`${writer}.*payments|payments.*${writer}`)) as string;
  const found = tableOwners(projectFrom({ ...tree, [file]: "tx.update(paymentAttempts)" }));
  expect(found.map((one) => one.message)).toContainEqual(message);
});

test("a new writer of a table that several features write is named, whatever its place in the alphabet", () => {
  const shared = {
    "db/schema/orders.ts": 'export const orders = pgTable("orders", {});',
    "app/features/blog/commands.server.ts": "tx.update(orders)",
    "app/features/orders/commands.server.ts": "tx.update(orders)",
    "app/features/payments/commands.server.ts": "tx.update(orders)",
  };
  expect(tableOwners(projectFrom(shared)).map(({ file }) => file)).toEqual(["app/features/blog/commands.server.ts"]);
});
