import { expect, test } from "vitest";
import { readBulkForm } from "./bulk-form.ts";

const read = (fields: Record<string, string>) => readBulkForm(new URLSearchParams(fields));

test.each<[Record<string, string>, object]>([
  [
    { kind: "price-percent", value: "5%", round: "5000" },
    { field: "price", how: "percent", percent: 5, round_kobo: 5_000 },
  ],
  [
    { kind: "price-percent", value: "−2.5", round: "7" },
    { field: "price", how: "percent", percent: -2.5, round_kobo: 1 },
  ],
  [
    { kind: "price-margin", value: "25" },
    { field: "price", how: "margin", percent: 25, round_kobo: 1 },
  ],
  [
    { kind: "price-amount", value: "-₦1,500" },
    { field: "price", how: "amount", kobo: -150_000, round_kobo: 1 },
  ],
  [
    { kind: "price-set", value: "7500" },
    { field: "price", how: "set", kobo: 750_000 },
  ],
  [
    { kind: "discount-percent", value: "10" },
    { field: "discount", how: "percent_off", percent: 10, round_kobo: 1 },
  ],
  [{ kind: "discount-remove" }, { field: "discount", how: "remove" }],
  [
    { kind: "stock-add", value: "-24" },
    { field: "stock", how: "add", quantity: -24 },
  ],
  [
    { kind: "stock-set", value: "1,200" },
    { field: "stock", how: "set", quantity: 1_200 },
  ],
  [
    { kind: "minimum", value: "12" },
    { field: "min_order", quantity: 12 },
  ],
  [
    { kind: "category", category: "c" },
    { field: "category", category_id: "c" },
  ],
  [
    { kind: "distributor", value: "" },
    { field: "distributor", distributor: "" },
  ],
  [{ kind: "best_seller-off" }, { field: "flag", flag: "best_seller", on: false }],
])("%j is parsed as %j", (fields, change) => {
  expect(read(fields)).toEqual({ ok: true, change });
});

test.each([
  [{}, "Choose what to change.", "kind"],
  [{ kind: "rm" }, "Choose what to change.", "kind"],
  [{ kind: "price-percent", value: "lots" }, "Type a number of per cent, such as 5 or -2.5."],
  [{ kind: "discount-percent", value: "100" }, "A discount is between 0 and 100 per cent."],
  [{ kind: "price-amount", value: "0" }, "Type an amount in naira, such as 150 or -150."],
  [{ kind: "price-set", value: "-1" }, "An amount in naira, such as 7500 or 7500.50."],
  [{ kind: "stock-add", value: "0" }, "Type how many came in or went."],
  [{ kind: "stock-set", value: "-1" }, "Type 0 or more."],
  [{ kind: "minimum", value: "1.5" }, "Type a whole number."],
  [{ kind: "category", category: "" }, "Choose a category.", "category"],
])("%j is refused: %s", (fields, message, field = "value") => {
  expect(read(fields as Record<string, string>)).toEqual({ ok: false, errors: { [field]: message } });
});

test("a stock has the limit of every other form", () => {
  expect(read({ kind: "stock-set", value: "1,000,000,000" })).toMatchObject({ change: { quantity: 1_000_000_000 } });
  expect(read({ kind: "stock-set", value: "1,000,000,001" })).toMatchObject({ ok: false });
});
