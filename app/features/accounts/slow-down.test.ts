import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sharedDatabase } from "#tests/setup/database.ts";
import { createAttempts } from "./engine/attempts.server.ts";
import {
  type AuthAttempt,
  COUNT_LIFE_S,
  type Counter,
  countersOf,
  delayAfter,
  type Pace,
} from "./engine/slow-down.server.ts";

const database = sharedDatabase();
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
])("the delay after attempt %i is %i seconds", (count, seconds) => {
  expect(delayAfter(count, PACE)).toBe(seconds);
});

const GUESS: AuthAttempt = {
  name: "sign_in",
  path: "/sign-in/email",
  account: "ada",
  isPhone: false,
  origin: "10.0.0.1",
  device: null,
};
const keysOf = (change: Partial<AuthAttempt>) => countersOf({ ...GUESS, ...change }).map(({ key }) => key);

test.each([
  ["the same account and origin", {}, 2],
  ["another origin: only what counts them together", { origin: "10.0.0.2" }, 1],
  ["another account at the same origin", { account: "bisi" }, 0],
  ["a known device at the same origin", { device: "d1" }, 0],
  ["codes", { name: "sign_in_code" as const }, 0],
  ["messages", { name: "auth_message" as const }, 0],
  ["sign-ups", { name: "sign_up" as const }, 0],
])("an attempt of an unknown device shares counters with %s", (_, change, shared) => {
  const own = keysOf({});
  expect(keysOf(change).filter((key) => own.includes(key))).toHaveLength(shared);
});

test("known devices have their own and shared counters, by account", () => {
  const shared = (change: Partial<AuthAttempt>) =>
    keysOf({ device: "d1", ...change }).filter((key) => keysOf({ device: "d1" }).includes(key)).length;
  expect([shared({ origin: "10.9.9.9" }), shared({ device: "d2" }), shared({ account: "bisi" })]).toEqual([2, 1, 0]);
});

test("the number of attempts per day and origin is bounded", () => {
  const [own] = countersOf(GUESS);
  if (!own || !("pace" in own)) throw new Error("no own pace");
  let [count, seconds] = [0, 0];
  for (; seconds < 86_400; count += 1) seconds += delayAfter(count + 1, own.pace);
  expect(count).toBeLessThan(110);
  // Waiting for the delay does not reset the counter.
  expect(own.pace.longest).toBeLessThan(COUNT_LIFE_S);
});

const EMAIL = { name: "auth_message", path: "/code" } as const;
const STRANGER = (origin: number | string): Partial<AuthAttempt> => ({ origin: `o${origin}` });
/** Attempts of others before, the next attempt, and its result. */
test.each<
  [string, Partial<AuthAttempt>, number, (at: number) => Partial<AuthAttempt>, Partial<AuthAttempt>, string | null]
>([
  ["the owner elsewhere, after 4000 guesses from as many origins", {}, 4000, STRANGER, STRANGER("x"), null],
  ["a stranger elsewhere, after 5000 guesses in a day", {}, 5000, STRANGER, STRANGER("x"), "wait"],
  ["a known device after those", {}, 5000, STRANGER, { device: "d1" }, null],
  ["a code after those", {}, 5000, STRANGER, { ...STRANGER("x"), name: "sign_in_code" }, null],
  ["a code after as many codes", { name: "sign_in_code" }, 5000, STRANGER, STRANGER("x"), null],
  ["a first request after those of two origins", EMAIL, 10, (at) => STRANGER(at % 2), STRANGER("x"), null],
  ["a second request while messages are open", EMAIL, 5, STRANGER, STRANGER(0), "quiet"],
  ["a first request while ten are open", EMAIL, 10, STRANGER, STRANGER("x"), "quiet"],
  ["another kind of message then", EMAIL, 10, STRANGER, { ...STRANGER("x"), path: "/reset" }, null],
  ["a known device's request then", EMAIL, 10, STRANGER, { device: "d1" }, null],
  ["a sixth request of one origin", { name: "sign_up" }, 5, () => ({}), {}, "wait"],
  ["a first sign-up after thirty", { name: "sign_up" }, 30, STRANGER, STRANGER("x"), null],
  ["a second sign-up after thirty", { name: "sign_up" }, 30, STRANGER, STRANGER(0), "wait"],
  ["a first sign-up after a hundred", { name: "sign_up" }, 100, STRANGER, STRANGER("x"), "wait"],
  ["a known device that guessed ten times", {}, 10, () => ({ device: "d1" }), { device: "d1" }, "wait"],
  ["a known device after six others", {}, 60, (at) => ({ device: `d${at % 6}` }), { device: "d9" }, "stranger"],
])("%s", async (_, what, times, who, next, expected) => {
  const { db } = database();
  const attempts = createAttempts(db, () => 1_000_000);
  for (let at = 0; at < times; at += 1) {
    const counters = countersOf({ ...GUESS, ...what, ...who(at) });
    // Only the last attempts of a flood are executed: each would cost a transaction.
    const isSame = times > 200 && at < times - 3;
    if (!isSame) await attempts.take(counters);
    else if (at === 0) await fill(counters.slice(1), times - 3);
  }
  expect((await attempts.take(countersOf({ ...GUESS, ...what, ...next })))?.whenFull ?? null).toBe(expected);

  async function fill(counters: Counter[], points: number) {
    for (const { key } of counters)
      await db.execute(sql`insert into rate_limits (key, points, expire) values (${key}, ${points}, 90000000)`);
  }
});

test("at most three hundred SMS a day go to a number", async () => {
  const { db } = database();
  let [now, sent] = [1_000_000, 0];
  const attempts = createAttempts(db, () => now);
  for (let at = 0; at < 320; at += 1, now += 60_000) {
    const refusal = await attempts.take(countersOf({ ...GUESS, ...EMAIL, isPhone: true, origin: `o${at}` }));
    sent += refusal ? 0 : 1;
    if (at >= 300) expect(refusal?.whenFull).toBe("wait");
  }
  expect(sent).toBe(300);
});

test("a refused attempt is not counted, delays are returned, and a success resets the counters", async () => {
  const { db } = database();
  let now = 1_000_000;
  const attempts = createAttempts(db, () => now);
  const wait = async (counters: Counter[]) => (await attempts.take(counters))?.seconds ?? null;
  const mine = { key: "sign_in:a", pace: { free: 2, first: 30, longest: 900 }, whenFull: "wait" as const };
  const all = { key: "sign_in:b", bound: { most: 4, seconds: 600 }, whenFull: "wait" as const };
  expect([await wait([mine, all]), await wait([mine, all])]).toEqual([null, null]);
  expect(await wait([mine, all])).toBe(30);
  now += 10_000;
  expect(await wait([mine, all])).toBe(20);
  now += 20_000;
  expect(await wait([mine, all])).toBeNull();
  now += 60_000;
  const other = { ...mine, key: "sign_in:c" };
  expect(await wait([other, all])).toBeNull();
  expect(await wait([other, all])).toBe(510);
  // The refusal by one counter removed the attempt from the other.
  expect(await wait([other])).toBeNull();
  expect(await wait([other])).toBe(30);
  await attempts.succeed([other, all]);
  expect([await wait([other]), await wait([all]), await wait([all])]).toEqual([null, null, 510]);
  now += COUNT_LIFE_S * 1000 + 1;
  for (let turn = 0; turn < 2; turn += 1) expect(await wait([mine])).toBeNull();
  expect(await wait([all])).toBeNull();
});

test("attempts at the same moment are not refused below the limit in whatever order they are counted", async () => {
  const { db } = database();
  const counters: Counter[] = [{ key: "sign_in:d", pace: PACE, whenFull: "wait" }];
  const at = async (now: number) => (await createAttempts(db, () => now).take(counters))?.seconds ?? null;
  expect([await at(1_003_000), await at(1_001_000), await at(1_002_000)]).toEqual([null, null, null]);
  expect(await at(1_002_500)).toBe(31);
});
