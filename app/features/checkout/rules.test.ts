import { expect, test } from "vitest";
import { knownContact, lateAllocation, shippingAddress } from "./rules.ts";

const PROFILE = {
  first_name: "Ada",
  last_name: "Okafor",
  email: "ada@example.com",
  phone: "08031234567",
  address: "12 Allen Avenue",
  city: "Ikeja",
  state: "Lagos",
  postal_code: "100001",
};
const { first_name: _, last_name: __, ...REST } = PROFILE;
const CONTACT = { ...REST, name: "Ada Okafor" };

test.each([
  ["everything", PROFILE, CONTACT],
  ["no mailbox", { ...PROFILE, email: null }, { ...CONTACT, email: "" }],
  ["one name", { ...PROFILE, first_name: "" }, { ...CONTACT, name: "Okafor" }],
  ["a state that the form does not offer", { ...PROFILE, state: "Ashanti" }, { ...CONTACT, state: "" }],
])("a profile with %s fills the shipping form", (_name, profile, contact) => {
  expect(knownContact(profile)).toEqual(contact);
});

test.each([
  [
    { address: "12 Allen Avenue", city: "Ikeja", state: "Lagos", postal_code: "100001" },
    "12 Allen Avenue, Ikeja, Lagos, 100001",
  ],
  [{ address: " 12 Allen Avenue ", city: "Ikeja", state: "Lagos", postal_code: "" }, "12 Allen Avenue, Ikeja, Lagos"],
])("%j is one string", (parts, text) => {
  expect(shippingAddress(parts)).toBe(text);
});

test.each([
  [5, 5, 5, null],
  [5, 9, 5, null],
  [5, 3, 3, 2],
  [5, 0, null, 5],
  [5, undefined, null, 5],
])("of %i ordered with %s in stock, %s are taken and %s are short", (quantity, stock, taken, short) => {
  const lines = [{ id: "a", name: "Rice", quantity }];
  const result = lateAllocation(lines, new Map(stock === undefined ? [] : [["a", stock]]));
  expect(result.take).toEqual(taken === null ? [] : [{ id: "a", quantity: taken }]);
  expect(result.short).toEqual(
    short === null ? [] : [{ product_id: "a", product_name: "Rice", ordered: quantity, short }],
  );
  const sum = [...result.take.map((line) => line.quantity), ...result.short.map((line) => line.short)];
  expect(sum.reduce((total, part) => total + part, 0)).toBe(quantity);
});
