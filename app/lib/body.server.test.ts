import { expect, test } from "vitest";
import { readForm } from "./body.server.ts";

test.each([
  ["name=Ada%00&city=La\0gos", { name: "Ada", city: "Lagos" }],
  // What is left of one sign must not make the next.
  ["name=a%%0000b", { name: "a%00b" }],
  ["name=a%0%000b", { name: "a%00b" }],
  ["na%00me=x&half=%ED%A0%BD", { name: "x", half: "\uFFFD\uFFFD\uFFFD" }],
  ["list=1&list=2%00", { list: "2" }],
])("of the form %j no field has a sign that cannot be stored", async (body, fields) => {
  const form = await readForm(new Request("http://shop.test/", { method: "POST", body }));
  expect(Object.fromEntries(form)).toEqual(fields);
});
