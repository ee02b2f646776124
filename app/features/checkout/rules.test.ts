import { expect, test } from "vitest";
import { profileContact, signUpNames, withoutOrdered } from "./rules.ts";

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
  expect(profileContact(profile)).toEqual({ ...contact, substitute_phone: "" });
});

test.each([
  ["the same cart", [["a", 3]], [["a", 3]], []],
  ["more of the same since", [["a", 8]], [["a", 3]], [["a", 5]]],
  [
    "another product since",
    [
      ["a", 3],
      ["b", 5],
    ],
    [["a", 3]],
    [["b", 5]],
  ],
  ["less than was ordered", [["a", 1]], [["a", 3]], []],
  ["nothing of it any more", [["b", 5]], [["a", 3]], [["b", 5]]],
] as const)("an order takes only what it has off the cart: %s", (_name, cart, ordered, left) => {
  const lines = (pairs: readonly (readonly [string, number])[]) => pairs.map(([id, quantity]) => ({ id, quantity }));
  expect(withoutOrdered(lines(cart), lines(ordered))).toEqual(lines(left));
});

test.each([
  ["Adaeze Obi", "Adaeze", "Obi"],
  ["  Ngozi  Okonjo Iweala ", "Ngozi", "Okonjo Iweala"],
  ["Ada", "Ada", ""],
])("the name %j is split for the sign-up form", (name, firstName, lastName) => {
  expect(signUpNames({ name, email: "a@example.com" })).toEqual({ who: "a@example.com", firstName, lastName });
});
