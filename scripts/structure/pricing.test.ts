import { expect, test } from "vitest";
import { pricing } from "./pricing.ts";
import { projectFrom } from "./project.ts";

test("prices are multiplied in the pricing module, in tests, and in the schema's SQL", () => {
  const tree = {
    "app/features/pricing/rules.ts": "export const a = (price_kobo: number, n: number) => price_kobo * n;",
    "app/features/cart/rules.test.ts": "const a = price_kobo * quantity;",
    "app/features/cart/rules.ts": "/**\n * quantity\n * price_kobo\n */\nconst a = 2 * 3;\n// price_kobo * quantity\n",
    "app/features/pricing/rules/packs.ts": "const a = quantity * product.pieces;",
    "app/lib/money.ts": "const a = Math.round(naira * 100);",
    "db/schema/orders.ts": "sql`price_kobo * quantity`",
  };
  expect(pricing(projectFrom(tree))).toEqual([]);
});

test.each([
  "line.price_kobo * 3",
  "price * count",
  "count * price",
  "unitPrice(product, 2) * n",
  "unit * line.quantity",
  "3 * one.amount_kobo",
  "line.quantity * unit",
  "a.quantity * b.unit",
  "quantity * each",
  "(line.price_kobo ?? 0) * n",
  "unit * (line?.quantity ?? 1)",
  "minimum(product.min_order) * each",
])("nowhere else: %s", (code) => {
  const [found] = pricing(projectFrom({ "app/blocks/buying.ts": `const a = ${code};` }));
  expect(found).toMatchObject({
    file: "app/blocks/buying.ts",
    message: expect.stringContaining("lineTotal") as string,
  });
});
