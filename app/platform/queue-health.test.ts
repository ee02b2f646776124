import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { mails } from "#db/schema/mail.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { createJobs } from "./jobs.server.ts";
import { createLogger } from "./log.server.ts";
import { queueHealth } from "./queue-health.server.ts";

type Line = { queue?: string; id?: string; attempt?: number; msg: string; err?: { message: string; code?: string } };

function recordedLog() {
  const lines: Line[] = [];
  return { lines, log: createLogger("info", { write: (line) => void lines.push(JSON.parse(line) as Line) }) };
}

test("each failing try of a job is logged once with queue, id and attempt, and the job waits for the next", async () => {
  const database = await testDatabase();
  const { lines, log } = recordedLog();
  const jobs = await createJobs(database, log, { pollSeconds: 0.5 });
  try {
    await jobs.work("mail", () => Promise.reject(new Error("550 <ada@example.com> refused")));
    await jobs.enqueue(database.db, "mail", { id: "one" });
    const failures = () => lines.filter(({ msg }) => msg === "a job failed");
    await expect.poll(failures).toHaveLength(1);
    const retried = async () =>
      (
        await database.sql(
          "select id, retry_count, output ->> 'message' as message from pgboss.job where state = 'retry'",
        )
      ).rows;
    await expect.poll(retried).toMatchObject([{ message: "550 <[address]> refused" }]);
    const [job] = await retried();
    expect(failures()[0]).toMatchObject({
      queue: "mail",
      id: job?.["id"],
      attempt: 1,
      err: { message: job?.["message"] },
    });
    await database.sql("update pgboss.job set start_after = now()");
    await expect.poll(() => failures().map(({ attempt }) => attempt)).toEqual([1, 2]);
    await expect.poll(retried).toMatchObject([{ retry_count: 1 }]);
    expect(await queueHealth(database.db)).toMatchObject({ jobs: { failing: 1, late: 0, stuck: false } });
  } finally {
    await jobs.close();
  }
});

test("a broken queue is logged with what broke and where", async () => {
  const database = await testDatabase();
  const { lines, log } = recordedLog();
  const jobs = await createJobs(database, log, { pollSeconds: 0.5 });
  try {
    await database.sql("alter schema pgboss rename to elsewhere");
    await jobs.work("mail", () => Promise.resolve());
    const loggedError = () => lines.find(({ msg, queue }) => msg === "job queue" && queue === "mail")?.err;
    await expect.poll(loggedError).toMatchObject({ message: expect.stringContaining("pgboss"), code: "42P01" });
    await database.sql("alter schema elsewhere rename to pgboss");
  } finally {
    await jobs.close();
  }
});

test("unsent mails and unclaimed jobs are counted, and stuck after five minutes", async () => {
  const database = await testDatabase();
  const jobs = await createJobs(database, createLogger("silent"));
  try {
    expect(await queueHealth(database.db)).toEqual({
      mails: { waiting: 0, failing: 0, oldest_s: 0, stuck: false },
      jobs: { failing: 0, late: 0, oldest_s: 0, stuck: false },
    });
    const mail = { kind: "email_code", to_address: "ada@example.com" };
    await database.db.insert(mails).values([mail, { ...mail, tries: 3, last_error: "ECONNREFUSED" }]);
    await database.db.insert(mails).values({ ...mail, tries: 1, status: "sent", sent_at: new Date() });
    expect((await queueHealth(database.db)).mails).toMatchObject({ waiting: 2, failing: 1, stuck: false });
    await database.sql("update mails set created_at = now() - interval '6 minutes'");
    await jobs.enqueue(database.db, "mail", { id: "one" });
    await database.sql("update pgboss.job set start_after = now() - interval '6 minutes'");
    const health = await queueHealth(database.db);
    expect(health).toMatchObject({ mails: { stuck: true }, jobs: { late: 1, stuck: true } });
    expect(health.jobs.oldest_s).toBeGreaterThanOrEqual(360);
    await database.sql("update pgboss.job set state = 'retry'");
    expect((await queueHealth(database.db)).jobs.failing).toBe(1);
    await database.sql("update pgboss.job set state = 'completed'");
    expect((await queueHealth(database.db)).jobs).toEqual({ failing: 0, late: 0, oldest_s: 0, stuck: false });
  } finally {
    await jobs.close();
  }
});

test("jobs in the hands of a process that was killed are taken over soon", async () => {
  const database = await testDatabase();
  const log = createLogger("silent");
  const first = await createJobs(database, log);
  await first.enqueue(database.db, "mail", { id: "code" });
  await first.close();
  // The state left by a process that was killed twelve seconds ago.
  await database.sql(
    `update pgboss.job set state = 'active', started_on = now() - interval '12 seconds', heartbeat_on = now() - interval '12 seconds'
     where name = 'mail'`,
  );
  const seen: unknown[] = [];
  const next = await createJobs(database, log, { pollSeconds: 0.5, supervisionSeconds: 1 });
  try {
    await next.work("mail", async ({ id }) => void seen.push(id));
    await expect.poll(() => seen).toEqual(["code"]);
  } finally {
    await next.close();
  }
});

test("a scheduled job neither overlaps nor piles up, and gets its rule in a shop that had another", async () => {
  const database = await testDatabase();
  const log = createLogger("silent");
  const before = await createJobs(database, log);
  await before.close();
  await database.sql("update pgboss.queue set policy = 'standard' where name = 'payment-sweep'");
  const jobs = await createJobs(database, log, { pollSeconds: 0.5 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  try {
    await jobs.everyMinute("payment-sweep", async () => {
      running += 1;
      await released;
    });
    const open = "select count(*)::int as n from pgboss.job where name = 'payment-sweep' and state <= 'active'";
    for (let minute = 0; minute < 5; minute += 1) await jobs.enqueue(database.db, "payment-sweep", { minute });
    expect((await database.sql(open)).rows).toEqual([{ n: 1 }]);
    await expect.poll(() => running).toBe(1);
    for (let minute = 0; minute < 5; minute += 1) await jobs.enqueue(database.db, "payment-sweep", { minute });
    expect((await database.sql(open)).rows).toEqual([{ n: 1 }]);
    expect(running).toBe(1);
    // The supervision of a process after 11 minutes.
    await database.sql("update pgboss.job set started_on = now() - interval '11 minutes'");
    const supervisor = new PgBoss({
      db: { executeSql: (text, values) => database.sql(text, values) },
      backend: database.kind,
      supervise: false,
    });
    await supervisor.start();
    await supervisor.supervise("payment-sweep");
    await supervisor.stop({ graceful: false });
    const states = "select state from pgboss.job where name = 'payment-sweep'";
    expect((await database.sql(states)).rows).toEqual([{ state: "active" }]);
  } finally {
    release();
    await jobs.close();
  }
});
