import { expect, test } from "vitest";
import { isStorable, storable } from "./storable.ts";

test.each([
  ["plain", true],
  ["Ẹ̀wà 🛒", true],
  ["nul \0 inside", false],
  ["half \ud83d of a pair", false],
])("%j can be stored: %s", (text, fits) => {
  expect(isStorable(text)).toBe(fits);
  expect(isStorable(String(storable(text)))).toBe(true);
});

test("everything in a JSON value is made storable, the rest stays as it is", () => {
  const value = JSON.parse(
    '{"a\\u0000b":["x\\u0000",{"y":"\\ud83d"},1.5,true,null],"__proto__":{"z":"\\u0000"}}',
  ) as object;
  expect(JSON.stringify(storable(value))).toBe('{"ab":["x",{"y":"\ufffd"},1.5,true,null],"__proto__":{"z":""}}');
});
