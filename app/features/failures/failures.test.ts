import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffRole } from "#app/features/permissions/rules.ts";
import { createJobs, type Jobs } from "#app/platform/jobs.server.ts";
import { listIds, listPage } from "#app/platform/list.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { dismissFailures, retryFailures } from "./commands.server.ts";
import { countFailures, failuresSource } from "./queries.server.ts";

const BOSS = actorOf(randomUUID(), "admin");
const STATE = { sort: "since", page: 1, size: 10, filters: {} };
let database: Database;
let jobs: Jobs;

beforeAll(async () => {
  database = await testDatabase();
  // No workers: jobs stay in the state they are set to.
  jobs = await createJobs(database, createLogger("silent"));
  return async () => {
    await jobs.close();
    await database.close();
  };
});
beforeEach(async () => {
  for (const table of ["pgboss.job", "mails", "audit_log"]) await database.sql(`delete from ${table}`);
});

const ctx = () => ({ db: database.db, jobs });
const listed = async (filters: { what?: string } = {}) =>
  (await listPage(database.db, STATE, failuresSource(BOSS, { filters }))).rows;
const rowsOf = async (text: string, ...values: unknown[]) => (await database.sql(text, values)).rows;

async function failingMail(more: Partial<typeof mails.$inferInsert> = {}): Promise<string> {
  const mail = { kind: "email_code", to_address: "ada@example.com", tries: 3, data: { code: "123456" } };
  const [row] = await database.db
    .insert(mails)
    .values({ ...mail, last_error: "550 code 123456 for ada@example.com refused", ...more })
    .returning({ id: mails.id });
  const id = row?.id ?? "";
  await jobs.enqueue(database.db, "mail", { id });
  await database.sql(
    "update pgboss.job set state = 'retry', retry_count = 2, start_after = now() + interval '1 hour' where data ->> 'id' = $1",
    [id],
  );
  return id;
}

async function job(queue: Parameters<Jobs["enqueue"]>[1], state: string, output: object | null = null) {
  await jobs.enqueue(database.db, queue, { id: randomUUID() });
  await database.sql(
    `update pgboss.job set state = $2, output = $3, completed_on = now() where name = $1 and state = 'created'`,
    [queue, state, output && JSON.stringify(output)],
  );
}

test("a failed mail is listed once, with attempts and a redacted error; a queued mail is not listed", async () => {
  const id = await failingMail();
  await failingMail({ tries: 0 });
  await database.sql("update pgboss.job set state = 'created', start_after = now() where data ->> 'id' <> $1", [id]);
  expect(await listed()).toEqual([
    {
      id,
      source: "mail",
      name: "email_code",
      to: "ada@example.com",
      order_id: null,
      attempts: 3,
      error: "550 code [number] for [address] refused",
      since: expect.any(Date),
      next_try_at: expect.any(Date),
    },
  ]);
  expect(await countFailures(database.db)).toBe(1);
});

test("lists jobs to be retried, given up, without a worker, and scheduled ones once", async () => {
  await job("runs", "retry", { message: "lost the database" });
  await job("runs", "failed", { message: "gave up" });
  await job("runs", "created");
  await database.sql("update pgboss.job set start_after = now() - interval '6 minutes' where state = 'created'");
  for (const message of ["first", "second"]) await job("payment-sweep", "failed", { message });
  await job("nightly-sweep", "failed", { message: "of the night before" });
  await job("nightly-sweep", "completed");
  const found = await listed({ what: "job" });
  expect(found.map(({ source, name, error }) => `${source} ${name} ${error}`).toSorted()).toEqual([
    "job runs gave up",
    "job runs lost the database",
    "late runs ",
    "schedule payment-sweep second",
  ]);
  expect(found.find(({ source }) => source === "schedule")?.attempts).toBe(2);
  expect(await listed({ what: "message" })).toEqual([]);
});

test("a retry is due now for waiting, given-up and lost jobs", async () => {
  const waiting = await failingMail();
  const lost = await failingMail();
  await database.sql("delete from pgboss.job where data ->> 'id' = $1", [lost]);
  await job("runs", "failed", { message: "gave up" });
  const ids = (await listed()).map(({ id }) => id);
  expect(await retryFailures(ctx(), BOSS, [...ids, randomUUID()])).toEqual({ ok: true, done: 3 });
  const due = await rowsOf(
    "select name, data ->> 'id' as mail from pgboss.job where state in ('created', 'retry') and start_after <= now()",
  );
  expect(due.filter(({ name }) => name === "mail").map(({ mail }) => mail)).toEqual(
    expect.arrayContaining([waiting, lost]),
  );
  expect(due.filter(({ name }) => name === "runs")).toHaveLength(1);
  expect(await rowsOf("select action from audit_log order by action")).toEqual([
    { action: "job.retry" },
    { action: "mail.retry" },
    { action: "mail.retry" },
  ]);
});

test("a dismissed mail is never sent and its code is deleted; a dismissed job is deleted", async () => {
  const id = await failingMail();
  for (const message of ["first", "second"]) await job("payment-sweep", "failed", { message });
  const ids = (await listed()).map((one) => one.id);
  expect(await dismissFailures(ctx(), BOSS, ids)).toEqual({ ok: true, done: 2 });
  expect(await rowsOf("select status, data from mails where id = $1", id)).toEqual([{ status: "dismissed", data: {} }]);
  expect(await listed()).toEqual([]);
  expect(await dismissFailures(ctx(), BOSS, ids)).toEqual({ ok: true, done: 0 });
  expect(await rowsOf("select action, actor_id from audit_log order by action")).toEqual([
    { action: "job.dismiss", actor_id: BOSS.id },
    { action: "mail.dismiss", actor_id: BOSS.id },
  ]);
});

test.each([
  ["retried", retryFailures, "mail.retry"],
  ["dismissed", dismissFailures, "mail.dismiss"],
] as const)("all failures are %s, however many there are", async (_, command, action) => {
  await database.sql(
    `insert into mails (kind, to_address, tries, last_error, data)
     select 'welcome_email', 'n' || n || '@example.com', 3, 'down', '{}' from generate_series(1, 1203) n`,
  );
  const ids = await listIds(database.db, STATE, failuresSource(BOSS, STATE));
  expect(await command(ctx(), BOSS, ids)).toEqual({ ok: true, done: 1203 });
  expect(await rowsOf("select action, count(distinct subject)::int as n from audit_log group by 1")).toEqual([
    { action, n: 1203 },
  ]);
});

test.each(["sales", "packer", null] as const)("is not for %s", async (role: StaffRole | null) => {
  const actor = role ? actorOf(randomUUID(), "admin", role) : actorOf(randomUUID());
  const id = await failingMail();
  expect(() => failuresSource(actor, { filters: {} })).toThrow("Only staff");
  for (const command of [retryFailures, dismissFailures])
    for (const who of [actor, null])
      expect(await command(ctx(), who, [id])).toEqual({ ok: false, reason: "forbidden" });
  expect(await rowsOf("select status from mails where id = $1", id)).toEqual([{ status: "queued" }]);
});
