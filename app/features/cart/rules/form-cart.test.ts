import { expect, test } from "vitest";
import { changeFormCart, formCartCookie, MAX_FORM_LINES, readFormCart, soldUnits } from "./form-cart.ts";

const idOf = (n: number) => `0badcafe-1111-4222-8333-${String(n).padStart(12, "0")}`;
const line = (n: number, quantity: number) => ({ id: idOf(n), quantity });
const plain = (lines: { id: string; quantity: number }[]) => lines.map(({ id, quantity }) => ({ id, quantity }));

test("forms add, increase, set and remove lines in the cookie", () => {
  let lines = changeFormCart([], { intent: "add", id: idOf(1), quantity: 5 });
  lines = changeFormCart(lines, { intent: "add", id: idOf(2), quantity: 1 });
  lines = changeFormCart(lines, { intent: "add", id: idOf(1), quantity: 5 });
  lines = changeFormCart(lines, { intent: "set", id: idOf(2), quantity: 7 });
  lines = changeFormCart(lines, { intent: "set", id: idOf(9), quantity: 7 });
  const parsed = readFormCart(`a=b; ${formCartCookie(lines).split(";")[0]}; c=d`);
  expect(plain(parsed)).toEqual([line(1, 10), line(2, 7)]);
  expect(plain(changeFormCart(parsed, { intent: "remove", id: idOf(1) }))).toEqual([line(2, 7)]);
  expect(formCartCookie([])).toContain("Max-Age=0");
});

test("a line keeps its unit until it is set in the sold unit", () => {
  const roundTrip = (lines: ReturnType<typeof readFormCart>) => readFormCart(formCartCookie(lines));
  let lines = changeFormCart([], { intent: "add", id: idOf(1), quantity: 12 });
  lines = roundTrip(changeFormCart(lines, { intent: "set", id: idOf(1), quantity: 72, count_in: 24 }));
  expect(lines).toMatchObject([{ quantity: 72, count_in: 24 }]);
  lines = roundTrip(changeFormCart(lines, { intent: "add", id: idOf(1), quantity: 24 }));
  expect(lines).toMatchObject([{ quantity: 96, count_in: 24 }]);
  expect(roundTrip(changeFormCart(lines, { intent: "set", id: idOf(1), quantity: 5, count_in: 1 }))[0]?.count_in).toBe(
    undefined,
  );
});

test.each([
  ["typed in the unit that was shown", 3, 24, { count: 2, count_in: 24 }, 72],
  ["typed while another unit was chosen", 3, 24, { count: 70, count_in: 1 }, 72],
  ["only another unit was chosen", 72, 24, { count: 72, count_in: 1 }, 72],
  ["only a unit that it is no multiple of", 70, 24, { count: 70, count_in: 1 }, 72],
  ["only a unit larger than it", 5, 24, { count: 5, count_in: 1 }, 24],
  ["only the sold unit", 3, 1, { count: 3, count_in: 24 }, 72],
])("%s: %i of %i after %o is %i sold units", (_, count, count_in, shown, sold) => {
  expect(soldUnits(count, count_in, shown)).toBe(sold);
});

test("the largest cart fits a cookie, and one more line is dropped", () => {
  let lines: ReturnType<typeof readFormCart> = [];
  for (let n = 1; n <= MAX_FORM_LINES + 1; n += 1)
    lines = changeFormCart(lines, { intent: "add", id: idOf(n), quantity: 9_999_999 });
  lines = lines.map((each) => ({ ...each, count_in: 99_999 }));
  expect(lines).toHaveLength(MAX_FORM_LINES);
  expect(formCartCookie(lines).length).toBeLessThan(4000);
});

test.each([
  null,
  "",
  "oja.cart=",
  "oja.cart=x-1",
  "oja.cart=0badcafe111142228333000000000001-5-0",
  "oja.cart=0badcafe111142228333000000000001-0",
  "oja.cart=../../etc-5",
])("%j is an empty cart", (cookies) => expect(readFormCart(cookies)).toEqual([]));
