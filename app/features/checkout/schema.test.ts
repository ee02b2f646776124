import { expect, test } from "vitest";
import { contactErrors } from "./schema.ts";

const FINE = {
  name: "Ada",
  email: "ada@example.com",
  phone: "08031234567",
  substitute_phone: "",
  address: "1 Road",
  city: "Ikeja",
  state: "Lagos",
  postal_code: "",
};

test.each([
  [{}, {}],
  [{ name: "  " }, { name: "required" }],
  [{ email: "" }, { email: "required" }],
  [{ email: "ada" }, { email: "Please enter a valid email address." }],
  [{ phone: "abc" }, { phone: "Please enter a valid phone number." }],
  [{ substitute_phone: "abc" }, { substitute_phone: "Please enter a valid phone number." }],
  [{ substitute_phone: "0806 555 4433" }, {}],
  [{ substitute_phone: undefined }, {}],
  [{ phone: "+------------" }, { phone: "Please enter a valid phone number." }],
  [{ phone: "\u202d0803 123 4567\u202c" }, {}],
  [{ name: "\u200b\u202e" }, { name: "required" }],
  [
    { address: undefined, state: "" },
    { address: "required", state: "required" },
  ],
  [{ postal_code: "1".repeat(30) }, { postal_code: "Use at most 20 characters." }],
  [{ name: "x".repeat(200) }, { name: "Use at most 120 characters." }],
])("%j", (change, errors) => {
  expect(contactErrors({ ...FINE, ...change })).toEqual(errors);
});
