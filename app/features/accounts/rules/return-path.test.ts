import { expect, test } from "vitest";
import { returnCookie, returnPathIn, safePath } from "./return-path.ts";

test.each([
  ["/profile/orders?page=2", "/profile/orders?page=2"],
  ["/checkout", "/checkout"],
  ["/profile/orders/../../admin", "/admin"],
  ["", null],
  [null, null],
  ["profile", null],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["/\t/evil.example", null],
  ["/.//evil.example", null],
  ["https://evil.example/", null],
  ["javascript:alert(1)", null],
  ["/login?next=/x", null],
  ["/auth/callback?code=1", null],
  ["/profile/data.json", null],
  ["/profile/orders/0badcafe-1111-4222-8333-444455556666", null],
  [`/${"x".repeat(600)}`, null],
])("%j leads to %j", (text, path) => {
  expect(safePath(text)).toBe(path);
});

test("a remembered path is read back, a foreign one leads home", () => {
  const cookie = returnCookie("/profile/orders?page=2&order=a;b").split(";")[0] ?? "";
  expect(returnPathIn(`a=1; ${cookie}; b=2`)).toBe("/profile/orders?page=2&order=a;b");
  expect(returnPathIn("oja.return-to=%2F%2Fevil.example")).toBe("/");
  expect(returnPathIn("oja.return-to=%")).toBe("/");
  expect(returnPathIn(null)).toBe("/");
  expect(returnCookie(null)).toContain("Max-Age=0");
});
