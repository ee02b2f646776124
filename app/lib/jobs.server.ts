import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type Job, type JobResult } from "pg-boss";
import type { Database, Tx } from "#db/client.server.ts";
import type { Logger } from "./log.server.ts";

export type Jobs = {
  /** Puts a job on `queue` inside `tx`: it exists if and only if that transaction commits. Urgent ones go first. */
  enqueue(tx: Tx, queue: QueueName, data: Record<string, unknown>, options?: { isUrgent?: boolean }): Promise<void>;
  /**
   * Runs `handle` for each job of `queue`, up to ten at once; a throw makes that job come again later, with growing
   * pauses, and leaves the others alone.
   */
  work(queue: QueueName, handle: (data: Record<string, unknown>) => Promise<void>): Promise<void>;
  /** Runs `handle` about every minute in one of the processes. */
  everyMinute(queue: QueueName, handle: () => Promise<void>): Promise<void>;
  /** Runs `handle` at three in the morning in one of the processes; once later for nights in which none was up. */
  everyNight(queue: QueueName, handle: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const QUEUES = ["mail", "payment-sweep", "search-words", "nightly-sweep"] as const;
export type QueueName = (typeof QUEUES)[number];

const RETRY = { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 } as const;

/** As many at once as a mail server takes; a full batch is followed by the next one without a pause. */
const BATCH = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const;

/** Starts the job queue (pg-boss) on the shop's own database, embedded or not. */
export async function createJobs(database: Database, log: Logger, pollSeconds = 2): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.sql(text, values) },
    backend: database.kind,
    superviseIntervalSeconds: 60,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  for (const queue of QUEUES) await boss.createQueue(queue, RETRY);
  const options = { pollingIntervalSeconds: pollSeconds };
  return {
    async enqueue(tx, queue, data, { isUrgent = false } = {}) {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql), priority: isUrgent ? 1 : 0 });
    },
    async work(queue, handle) {
      await boss.work(queue, { ...options, ...BATCH }, (jobs: Job<Record<string, unknown>>[]) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handle(data);
              return { id, status: "completed" };
            } catch (error) {
              return { id, status: "failed", output: { message: error instanceof Error ? error.message : "unknown" } };
            }
          }),
        ),
      );
    },
    async everyMinute(queue, handle) {
      await boss.work(queue, options, async () => await handle());
      await boss.schedule(queue, "* * * * *");
    },
    async everyNight(queue, handle) {
      await boss.work(queue, { pollingIntervalSeconds: 60 }, async () => await handle());
      await boss.schedule(queue, "0 3 * * *", null, { tz: "Africa/Lagos", missed: "once" });
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
