import { expect, test } from "vitest";
import { knownContact } from "./rules.ts";

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
