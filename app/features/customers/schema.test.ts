import { describe, expect, test } from "vitest";
import { parseProfile } from "./schema.ts";

const GOOD = {
  first_name: "Ada",
  last_name: "Okafor",
  phone: "0803 123 4567",
  address: "12 Allen Avenue",
  city: "Ikeja",
  state: "Lagos",
  postal_code: "100001",
  country: "Nigeria",
};
const FIRST = "First name must be at least 2 characters.";
const LAST = "Last name must be at least 2 characters.";

describe("the profile form", () => {
  test.each([
    ["all fields", GOOD, GOOD],
    ["spaces around", { ...GOOD, first_name: "  Ada " }, GOOD],
    ["no country", { ...GOOD, country: " " }, GOOD],
    [
      "names only",
      { first_name: "Bo", last_name: "Li" },
      {
        first_name: "Bo",
        last_name: "Li",
        phone: "",
        address: "",
        city: "",
        state: "",
        postal_code: "",
        country: "Nigeria",
      },
    ],
    ["letters of Nigeria", { ...GOOD, last_name: "Ọláyẹmí" }, { ...GOOD, last_name: "Ọláyẹmí" }],
    ["a country of its own", { ...GOOD, country: "Ghana" }, { ...GOOD, country: "Ghana" }],
    [
      "what nobody sees, which is dropped",
      { ...GOOD, first_name: "\u202eAda\u202c", last_name: "Oka\u200bfor\ufeff", phone: "\u202d0803 123 4567\u202c" },
      GOOD,
    ],
    ["an id and a role, which are dropped", { ...GOOD, id: "x", role: "admin", email: "x@y.z" }, GOOD],
  ])("takes %s", (_, input, profile) => {
    expect(parseProfile(input)).toEqual({ ok: true, profile });
  });

  test.each([
    ["a first name of one letter", { ...GOOD, first_name: "A" }, { first_name: FIRST }],
    ["a last name of spaces", { ...GOOD, last_name: "   " }, { last_name: LAST }],
    ["both names short", { ...GOOD, first_name: "", last_name: "B" }, { first_name: FIRST, last_name: LAST }],
    ["nothing", {}, { first_name: "Required", last_name: "Required" }],
    ["a list for a name", { ...GOOD, first_name: ["Ada"] }, { first_name: "Invalid input" }],
    ["a null byte", { ...GOOD, city: "Ike\u0000ja" }, { city: "Invalid input" }],
    ["a line break", { ...GOOD, address: "1 Road\nLagos" }, { address: "Invalid input" }],
    ["a phone number of words", { ...GOOD, phone: "call me" }, { phone: "Please enter a valid phone number." }],
    ["a phone number of dashes", { ...GOOD, phone: "+------------" }, { phone: "Please enter a valid phone number." }],
    [
      "a phone number of 16 digits",
      { ...GOOD, phone: "1".repeat(16) },
      { phone: "Please enter a valid phone number." },
    ],
    ["a name that nobody sees", { ...GOOD, first_name: "\u200b\u200d\u202e\u2066" }, { first_name: FIRST }],
    ["a long address", { ...GOOD, address: "x".repeat(301) }, { address: "Use at most 300 characters." }],
    [
      "a web address for a name",
      { ...GOOD, first_name: "Win at http://evil.example" },
      { first_name: "Please leave out links." },
    ],
    ["a long name", { ...GOOD, last_name: "x".repeat(61) }, { last_name: "Use at most 60 characters." }],
  ])("refuses %s", (_, input, errors) => {
    expect(parseProfile(input)).toEqual({ ok: false, errors });
  });

  test.each([[null], ["text"], [42]])("refuses %j", (input) => {
    expect(parseProfile(input).ok).toBe(false);
  });
});
