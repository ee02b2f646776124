import { expect, test } from "vitest";
import { backupName, expiredBackups, timeOfName } from "./retention.ts";

const at = (text: string) => ({ at: new Date(`${text}Z`) });
const remaining = (times: string[]) => {
  const backups = times.map(at);
  const expired = new Set(expiredBackups(backups));
  return times.filter((_, index) => !expired.has(backups[index]!));
};
/** 02:30 in Lagos on each of the last `count` days before November 26, 2026, a Thursday; newest first. */
const nights = (count: number, first = 0) =>
  Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(2026, 10, 25 - back - first, 1, 30)).toISOString().slice(0, 16),
  );

test.each<[string, string[], string[]]>([
  ["no backup", [], []],
  ["the first one", ["2026-11-25T01:30"], ["2026-11-25T01:30"]],
  ["a week of nights", nights(7), nights(7)],
  [
    "sixty nights: seven days, and the Sundays of the weeks before",
    nights(60),
    [...nights(7), "2026-11-15T01:30", "2026-11-08T01:30", "2026-11-01T01:30"],
  ],
  ["nights that were missed: the last seven that there are", nights(7, 300), nights(7, 300)],
  [
    "three of one day, and one before them",
    ["2026-11-25T01:30", "2026-11-25T09:00", "2026-11-25T09:30", "2026-11-24T01:30"],
    ["2026-11-25T01:30", "2026-11-25T09:00", "2026-11-25T09:30", "2026-11-24T01:30"],
  ],
  [
    "five of one day: the newest three",
    ["2026-11-25T01:30", "2026-11-25T02:00", "2026-11-25T03:00", "2026-11-25T04:00", "2026-11-25T05:00"],
    ["2026-11-25T03:00", "2026-11-25T04:00", "2026-11-25T05:00"],
  ],
  [
    "an hour before midnight in UTC: the next day in Lagos",
    ["2026-11-24T23:30", "2026-11-24T23:20", "2026-11-24T23:10", "2026-11-24T22:50", "2026-11-24T22:40"],
    ["2026-11-24T23:30", "2026-11-24T23:20", "2026-11-24T23:10", "2026-11-24T22:50"],
  ],
])("%s: what is kept", (_, times, kept) => {
  expect(remaining(times)).toEqual(kept);
});

test("a shop with a backup every night never has more than eleven, and always the newest", () => {
  let stored: { at: Date }[] = [];
  for (let day = 0; day < 400; day += 1) {
    const made = { at: new Date(Date.UTC(2026, 0, 1 + day, 1, 30)) };
    stored.push(made);
    const expired = new Set(expiredBackups(stored));
    stored = stored.filter((backup) => !expired.has(backup));
    expect(stored.length).toBeLessThanOrEqual(11);
    expect(stored).toContain(made);
  }
  const days = stored.map((backup) => Math.round((stored.at(-1)!.at.getTime() - backup.at.getTime()) / 86_400_000));
  expect(days.filter((back) => back < 7)).toHaveLength(7);
  expect(Math.max(...days)).toBeGreaterThanOrEqual(21);
});

test.each(["2026-11-25T01:30:00", "2026-01-01T23:59:59"])("the name of a backup of %s has its time", (text) => {
  const name = backupName(at(text).at);
  expect(timeOfName(name)).toEqual(at(text).at);
});

test.each([
  "oja.oja",
  "oja-20261125-013000.oja.part",
  "oja-20261325-013000.oja",
  "x/oja-20261125-013000.oja",
  "shop.oja",
])("%s is no name of a nightly backup, and is left alone", (name) => {
  expect(timeOfName(name)).toBeNull();
});
