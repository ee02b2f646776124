import { expect, test } from "vitest";
import { readForm, readFormData } from "./body.server.ts";

test.each([
  ["name=Ada%00&city=La\0gos", { name: "Ada", city: "Lagos" }],
  // Removing one sequence must not create another.
  ["name=a%%0000b", { name: "a%00b" }],
  ["name=a%0%000b", { name: "a%00b" }],
  ["na%00me=x&half=%ED%A0%BD", { name: "x", half: "\uFFFD\uFFFD\uFFFD" }],
  ["list=1&list=2%00", { list: "2" }],
])("of the form %j no field has a sign that cannot be stored", async (body, fields) => {
  const form = await readForm(new Request("http://shop.test/", { method: "POST", body }));
  expect(Object.fromEntries(form)).toEqual(fields);
});

test("a form with a file is read whole, without signs that cannot be stored in its texts", async () => {
  const body = new FormData();
  body.set("na\0me", "A\0da");
  body.set("image", new File([new Uint8Array([0, 1, 2])], "a.png", { type: "image/png" }));
  const form = await readFormData(new Request("http://shop.test/", { method: "POST", body }), 10_000);
  expect(form.get("name")).toBe("Ada");
  const file = form.get("image") as File;
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 1, 2]);
});

test.each([
  [413, "a=" + "b".repeat(200), "application/x-www-form-urlencoded"],
  [415, "{}", "application/json"],
  [400, "--x\r\nno part", "multipart/form-data; boundary=x"],
  [400, "a=1", "multipart/form-data"],
])("answers %i to a form that is too long, none or broken", async (status, body, type) => {
  const request = new Request("http://shop.test/", { method: "POST", body, headers: { "Content-Type": type } });
  await expect(readFormData(request, 100)).rejects.toMatchObject({ init: { status } });
});
