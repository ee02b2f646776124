import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fieldErrors } from "#app/lib/forms.ts";
import { NAIRA_PROBLEM } from "#app/lib/money.ts";
import { offerInput } from "./schema.ts";

test.each([
  ["N12,500.50", 1_250_050],
  ["", "Please enter a price in naira."],
  ["0", "Please enter a price in naira."],
  ["9,99", NAIRA_PROBLEM],
  ["87.000", NAIRA_PROBLEM],
  ["cheap", NAIRA_PROBLEM],
])("a line of an offer with the price %j: %s", (price, expected) => {
  const lines = [{ name: "Basin", quantity: "2", price }];
  const read = offerInput.safeParse({ id: randomUUID(), version: "1", valid_days: "7", lines });
  const answer = read.success ? read.data.lines[0]?.price : fieldErrors(read.error)["lines.0.price"];
  expect(answer).toBe(expected);
});
