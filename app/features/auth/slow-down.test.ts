import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/setup/database.ts";
import { createAttempts } from "./engine/attempts.server.ts";
import { type Attempt, COUNT_LIFE_S, countersOf, delayAfter, type Pace } from "./engine/slow-down.server.ts";

const PACE: Pace = { free: 3, first: 30, longest: 900 };

test.each([
  [1, 0],
  [2, 0],
  [3, 30],
  [4, 60],
  [5, 120],
  [6, 240],
  [7, 480],
  [8, 900],
  [9, 900],
  [1_000_000, 900],
])("after try %i the next waits %i seconds", (count, seconds) => {
  expect(delayAfter(count, PACE)).toBe(seconds);
});

const GUESS: Attempt = { name: "sign_in", account: "ada", origin: "10.0.0.1", device: null };
const keysOf = (change: Partial<Attempt>) => countersOf({ ...GUESS, ...change }).map(({ key }) => key);

test.each([
  ["the same account and origin", {}, 2],
  ["another origin: only what counts them together", { origin: "10.0.0.2" }, 1],
  ["another account at the same origin", { account: "bisi" }, 0],
  ["a known device at the same origin", { device: "d1" }, 0],
  ["messages", { name: "auth_message" as const }, 0],
])("a stranger's guess shares counts with %s", (_, change, shared) => {
  const own = keysOf({});
  expect(keysOf(change).filter((key) => own.includes(key))).toHaveLength(shared);
});

test("a known device counts by itself, and by account", () => {
  expect(keysOf({ device: "d1" })).toEqual(keysOf({ device: "d1", origin: "10.9.9.9" }));
  expect(keysOf({ device: "d1" })).not.toEqual(keysOf({ device: "d2" }));
  expect(keysOf({ device: "d1" })).not.toEqual(keysOf({ device: "d1", account: "bisi" }));
});

test.each([
  ["one origin", { name: "sign_in" as const }, 0, 110],
  ["many origins", { name: "sign_in" as const }, 1, 990],
  ["many origins, messages", { name: "auth_message" as const }, 1, 110],
])("guesses of a day from %s are bounded", (_, change, at, most) => {
  const pace = countersOf({ ...GUESS, ...change })[at]?.pace;
  if (!pace) throw new Error("no such counter");
  let [count, seconds] = [0, 0];
  for (; seconds < 86_400; count += 1) seconds += delayAfter(count + 1, pace);
  expect(count).toBeLessThan(most);
  // Who waits as told does not get a fresh count for it.
  expect(pace.longest).toBeLessThan(COUNT_LIFE_S);
});

test("a refused try counts nowhere, waits are told, and a success gives the tries back", async () => {
  const { db } = await testDatabase();
  let now = 1_000_000;
  const attempts = createAttempts(db, () => now);
  const mine = { key: "sign_in:a", pace: { free: 2, first: 30, longest: 900 } };
  const all = { key: "sign_in:b", pace: { free: 4, first: 10, longest: 60 } };
  expect([await attempts.take([mine, all]), await attempts.take([mine, all])]).toEqual([null, null]);
  expect(await attempts.take([mine, all])).toBe(30);
  now += 10_000;
  expect(await attempts.take([mine, all])).toBe(20);
  now += 20_000;
  expect(await attempts.take([mine, all])).toBeNull();
  now += 60_000;
  const other = { ...mine, key: "sign_in:c" };
  expect(await attempts.take([other, all])).toBeNull();
  expect(await attempts.take([other, all])).toBe(10);
  // The refusal by one count took the try back from the other.
  now += 10_000;
  expect(await attempts.take([other, all])).toBeNull();
  expect(await attempts.take([other])).toBe(30);
  expect(await attempts.take([all])).toBe(20);
  await attempts.succeed([other, all]);
  expect([await attempts.take([other]), await attempts.take([all])]).toEqual([null, 10]);
  now += COUNT_LIFE_S * 1000 + 1;
  for (let turn = 0; turn < 2; turn += 1) expect(await attempts.take([mine])).toBeNull();
});
