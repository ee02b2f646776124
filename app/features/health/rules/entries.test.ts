import { expect, test } from "vitest";
import { healthEntries } from "./entries.ts";
import type { BackupFigures, HealthFigures } from "./figures.ts";
import { ageText, bytesText } from "./texts.ts";

const AT = new Date("2026-11-25T09:00:00Z");
const ago = (hours: number) => new Date(AT.getTime() - hours * 3_600_000);

const GOOD: HealthFigures = {
  at: AT,
  database: { kind: "postgres", answer_ms: 3 },
  listener: { is_up: true },
  replica: null,
  listings: { products: 50_000, isReady: true, loaded: null },
  mails: { waiting: 0, failing: 0, oldest_s: 0 },
  mail_is_set_up: true,
  jobs: { failing: 0, late: 0, oldest_s: 0 },
  unmatched_payments: 0,
  storage: { where: "/data/files", error: null },
  provider: { mode: "live", answered_at: ago(0), failing_since: null, problem: null },
  backups: null,
  disks: [{ folder: "/data", free_bytes: 50e9, total_bytes: 100e9 }],
};
const stored = (...hours: number[]) =>
  hours.map((hour) => ({ name: `oja-${hour}.oja`, at: ago(hour), bytes: 5_000_000 }));
const TESTED = { finished_at: ago(48), name: "oja-30.oja", seconds: 12, contents: "20 products", error: null };
const backups = (changes: Partial<BackupFigures> = {}): HealthFigures => {
  const list = changes.stored ?? stored(7, 31);
  const age_s = list[0] ? (AT.getTime() - list[0].at.getTime()) / 1_000 : null;
  const base = {
    where: "/backups",
    stored: list,
    list_error: null,
    age_s,
    running_since: null,
    testing_since: null,
    last: null,
    test: TESTED,
  };
  return { ...GOOD, backups: { ...base, ...changes } };
};
const lost = { started_at: ago(7), finished_at: ago(7), name: "x", error: "The disk is full." };

test.each<[string, string, HealthFigures, string, RegExp]>([
  ["an answering database", "database", GOOD, "good", /^PostgreSQL answers\.$/],
  [
    "a slow one",
    "database",
    { ...GOOD, database: { kind: "pglite", answer_ms: 1_500 } },
    "warning",
    /slowly \(1,500 ms\)/,
  ],
  [
    "a silent one",
    "database",
    { ...GOOD, database: { kind: "postgres", answer_ms: null } },
    "failed",
    /does not answer/,
  ],
  ["a lost listener", "listener", { ...GOOD, listener: { is_up: false } }, "failed", /do not reach this process/],
  ["a replica", "replica", { ...GOOD, replica: { age_s: 0.5, problem: null } }, "good", /has what the primary has/],
  [
    "a replica that does not answer",
    "replica",
    { ...GOOD, replica: { age_s: null, problem: "silent" } },
    "warning",
    /^The replica does not answer\. The primary answers public pages instead\.$/,
  ],
  [
    "a replica that is behind",
    "replica",
    { ...GOOD, replica: { age_s: 9, problem: "late" } },
    "warning",
    /^The replica is 9 seconds behind\./,
  ],
  [
    "a replica of which nothing is known",
    "replica",
    { ...GOOD, replica: { age_s: null, problem: "unknown" } },
    "warning",
    /^It is not known whether/,
  ],
  [
    "a replica of another shop",
    "replica",
    { ...GOOD, replica: { age_s: null, problem: "other" } },
    "failed",
    /no standby of this database/,
  ],
  ["listings", "listings", GOOD, "good", /^50,000 products are in listings\.$/],
  [
    "a first load",
    "listings",
    { ...GOOD, listings: { products: 0, isReady: false, loaded: 430_000 } },
    "warning",
    /^The products are being read: 430,000 are read so far\. Listings wait/,
  ],
  [
    "a comparison",
    "listings",
    { ...GOOD, listings: { products: 1_000_000, isReady: true, loaded: 0 } },
    "good",
    /^1,000,000 products are in listings\. They are compared with the database: 0 so far\./,
  ],
  [
    "many products in the embedded database",
    "listings",
    {
      ...GOOD,
      database: { kind: "pglite", answer_ms: 3 },
      listings: { products: 120_000, isReady: true, loaded: null },
    },
    "warning",
    /From 100,000 products on, the embedded database is too slow\.$/,
  ],
  ["unknown jobs", "jobs", { ...GOOD, jobs: null }, "warning", /^Unknown while/],
  [
    "a failing job",
    "jobs",
    { ...GOOD, jobs: { failing: 1, late: 0, oldest_s: 0 } },
    "warning",
    /^1 job fails and is tried/,
  ],
  [
    "a late job",
    "jobs",
    {
      ...GOOD,
      jobs: { failing: 0, late: 2, oldest_s: 720 },
    },
    "failed",
    /^2 jobs wait, the oldest for 12 minutes\.$/,
  ],
  ["no mail server", "mail", { ...GOOD, mail_is_set_up: false }, "off", /^No mail server is set up\.$/],
  [
    "no mail server, with mails",
    "mail",
    { ...GOOD, mail_is_set_up: false, mails: { waiting: 3, failing: 0, oldest_s: 9 } },
    "failed",
    /3 messages wait/,
  ],
  [
    "stuck mails",
    "mail",
    { ...GOOD, mails: { waiting: 1, failing: 1, oldest_s: 301 } },
    "failed",
    /^1 message waits, .*5 minutes/,
  ],
  ["a refused mail", "mail", { ...GOOD, mails: { waiting: 1, failing: 1, oldest_s: 20 } }, "warning", /refused once/],
  ["no provider", "provider", { ...GOOD, provider: { ...GOOD.provider, mode: "off" } }, "failed", /nobody can pay/],
  [
    "a refused key",
    "provider",
    { ...GOOD, provider: { ...GOOD.provider, failing_since: ago(1), problem: "refused" } },
    "failed",
    /refuses the shop's key/,
  ],
  [
    "a silent provider",
    "provider",
    { ...GOOD, provider: { ...GOOD.provider, failing_since: ago(1), problem: "silent" } },
    "failed",
    /does not answer/,
  ],
  ["unmatched money", "provider", { ...GOOD, unmatched_payments: 1 }, "warning", /no order \(1 payment\)/],
  [
    "the sandbox",
    "provider",
    { ...GOOD, provider: { ...GOOD.provider, mode: "sandbox" } },
    "good",
    /no real money\. It answers\.$/,
  ],
  [
    "a read-only folder",
    "storage",
    { ...GOOD, storage: { where: "/f", error: "EROFS" } },
    "failed",
    /in \/f: EROFS\.$/,
  ],
  ["no place for backups", "backups", GOOD, "off", /no backups by itself/],
  [
    "backups of every night",
    "backups",
    backups(),
    "good",
    /^The newest backup is 7 hours old; the last restore test succeeded\.$/,
  ],
  [
    "backups before the first test",
    "backups",
    backups({ test: null }),
    "good",
    /its first restore test comes with the week\.$/,
  ],
  ["no backup yet", "backups", backups({ stored: [] }), "warning", /^There is no backup yet\.$/],
  ["the first one running", "backups", backups({ stored: [], running_since: AT }), "warning", /no backup yet\.$/],
  [
    "none, and a failed one",
    "backups",
    backups({ stored: [], last: lost }),
    "failed",
    /no backup yet\. .*: The disk is full\.$/,
  ],
  ["an old one", "backups", backups({ stored: stored(31) }), "failed", /^The newest backup is 31 hours old\.$/],
  [
    "an old one after a failed one",
    "backups",
    backups({ stored: stored(80), last: lost }),
    "failed",
    /3 days old\. .*full\.$/,
  ],
  [
    "a failed one after a good one",
    "backups",
    backups({ last: lost }),
    "warning",
    /^The last backup failed: The disk is full\. /,
  ],
  [
    "a store that does not answer",
    "backups",
    backups({ stored: [], list_error: "No bucket." }),
    "failed",
    /^No bucket\.$/,
  ],
  [
    "one that cannot be restored",
    "backups",
    backups({ test: { ...TESTED, error: "It is damaged." } }),
    "failed",
    /^The backup oja-30\.oja could not be restored: It is damaged\.$/,
  ],
  [
    "an old restore test",
    "backups",
    backups({ test: { ...TESTED, finished_at: ago(10 * 24) } }),
    "warning",
    /^No backup was restored for a test in 10 days\.$/,
  ],
  ["no restore test ever", "backups", backups({ stored: stored(7, 300), test: null }), "warning", /in 12 days/],
  [
    "a small disk with room",
    "disk",
    { ...GOOD, disks: [{ folder: "/d", free_bytes: 1e9, total_bytes: 5e9 }] },
    "good",
    /1\.0 GB of 5\.0 GB/,
  ],
  [
    "a disk that fills",
    "disk",
    { ...GOOD, disks: [{ folder: "/d", free_bytes: 1e9, total_bytes: 50e9 }] },
    "warning",
    /1\.0 GB/,
  ],
  [
    "a full disk",
    "disk",
    { ...GOOD, disks: [{ folder: "/d", free_bytes: 1e8, total_bytes: 50e9 }] },
    "failed",
    /100\.0 MB/,
  ],
])("%s: %s", (_, part, figures, state, text) => {
  const entry = healthEntries(figures).find((one) => one.part === part);
  expect(entry).toMatchObject({ state, text: expect.stringMatching(text) as string });
});

test("whatever is not good says what to do, except what is unknown", () => {
  const bad: HealthFigures = {
    ...backups({ stored: [] }),
    database: { kind: "postgres", answer_ms: null },
    listener: { is_up: false },
    listings: { products: 0, isReady: false, loaded: null },
    mails: { waiting: 1, failing: 1, oldest_s: 400 },
    jobs: { failing: 1, late: 1, oldest_s: 720 },
    storage: { where: "/f", error: "EROFS" },
    provider: { mode: "off", answered_at: null, failing_since: null, problem: null },
    disks: [{ folder: "/d", free_bytes: 0, total_bytes: 50e9 }],
  };
  const entries = healthEntries(bad);
  expect(entries.filter(({ state }) => state === "good")).toEqual([]);
  expect(entries.filter(({ todo }) => !todo)).toEqual([]);
});

test.each([
  [0, "0 seconds"],
  [61, "1 minute"],
  [7_300, "2 hours"],
  [47 * 3_600, "47 hours"],
  [49 * 3_600, "2 days"],
])("%i seconds are %s", (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});

test.each([
  [0, "0 kB"],
  [1_234_567, "1.2 MB"],
  [2_500_000_000, "2.5 GB"],
])("%i bytes are %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
