import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type JobResult, type JobWithMetadata } from "pg-boss";
import type { Database, Tx } from "#db/client.server.ts";
import { LOST } from "#db/database.ts";
import { newRequestId, requestId, withoutParameters, type Logger } from "./log.server.ts";
import { trace, traceparent } from "./tracing/trace.server.ts";

export type Jobs = Awaited<ReturnType<typeof createJobs>>;

/**
 * A process sends heartbeats for its running jobs. Jobs of a killed process are taken over after this time and one
 * supervision, well before a code expires (5 minutes). A job that runs longer than `expireInSeconds` counts as failed.
 */
const TAKEOVER = { heartbeatSeconds: 10, expireInSeconds: 600 } as const;
const SUPERVISION_SECONDS = 15;
/** How often one of the processes looks for scheduled jobs that are due. */
const SCHEDULE_SECONDS = 30;
/** The id of no job. */
const NO_JOB = "00000000-0000-0000-0000-000000000000";
/** An expired job is still running, so a scheduled one gets the longest time that pg-boss allows. */
const SCHEDULED = { ...TAKEOVER, policy: "exclusive", expireInSeconds: 86_400 } as const;

/**
 * Settings of each queue. Scheduled queues are exclusive: at most one job waits or runs, so that they neither
 * overlap nor pile up.
 */
const QUEUES = {
  mail: { ...TAKEOVER, policy: "standard", retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  runs: { ...TAKEOVER, policy: "standard", retryLimit: 100, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 },
  // The next minute is the retry.
  "payment-sweep": { ...SCHEDULED, retryLimit: 0 },
  "search-words": { ...SCHEDULED, retryLimit: 0 },
  "purge-runs": { ...SCHEDULED, retryLimit: 5, retryDelay: 300 },
  "nightly-sweep": { ...SCHEDULED, retryLimit: 5, retryDelay: 300 },
  backup: { ...SCHEDULED, retryLimit: 5, retryDelay: 300 },
  "restore-test": { ...SCHEDULED, retryLimit: 2, retryDelay: 900 },
  stems: { ...SCHEDULED, retryLimit: 100, retryDelay: 60 },
} as const;
export type QueueName = keyof typeof QUEUES;
export const SCHEDULED_QUEUES = Object.entries(QUEUES).flatMap(([name, { policy }]) =>
  policy === "exclusive" ? [name] : [],
);

/** A number of parallel jobs that a mail server accepts; a full batch is followed by the next one without a pause. */
const BATCH = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const;

/** The poll of a queue that gets one job a minute, in seconds: polls are most of what an idle shop asks the database. */
const MINUTE_POLL_SECONDS = 10;

const NIGHT_POLL_SECONDS = 60;

/** Fields of a job's data that name its origin: the id of the request, and the span. */
const REQUEST = "request_id";
const PARENT = "traceparent";

type Data = Record<string, unknown>;
type AnyJob = JobWithMetadata<Data>;
export type JobTimes = { pollSeconds?: number; supervisionSeconds?: number; scheduleSeconds?: number };

/**
 * Starts the job queue (pg-boss) on the shop's own database, embedded or not. Only one process may do this at a time.
 */
export async function createJobs(database: Database, log: Logger, times: JobTimes = {}) {
  const { pollSeconds = 2, supervisionSeconds = SUPERVISION_SECONDS, scheduleSeconds = SCHEDULE_SECONDS } = times;
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => database.sql(text, values),
      listen: async (channel, onNotification, onReconnect) => {
        const take = (queue: string) => {
          // LOST comes at each try to connect again, and once more when that has succeeded.
          if (queue !== LOST) onNotification(queue);
          else if (database.isListening()) onReconnect();
        };
        return { close: await database.listen(channel, take, { isOnPages: false }) };
      },
    },
    backend: database.kind,
    // A new job is fetched at once, by whichever process is first; polls find those that are tried again.
    useListenNotify: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    cronMonitorIntervalSeconds: scheduleSeconds,
  });
  boss.on("error", (error: Error & { queue?: string }) => log.error({ err: error, queue: error.queue }, "job queue"));
  await boss.start();
  for (const queue of Object.keys(QUEUES) as QueueName[]) {
    await bringQueue(boss, queue);
    // pg-boss reads a changed queue at its next use, on its own connection, and `enqueue` is inside a transaction.
    await boss.getJobById(queue, NO_JOB);
  }
  // A job belongs to the request that caused it; a scheduled one is its own.
  const attempt = async (job: AnyJob, handle: (data: Data) => Promise<void>) => {
    const { [REQUEST]: request, [PARENT]: parent, ...data } = job.data ?? {};
    const work = async () => {
      try {
        await trace("job", { queue: job.name, attempt: job.retryCount + 1 }, () => handle(data), asText(parent));
      } catch (error) {
        log.warn({ err: error, queue: job.name, id: job.id, attempt: job.retryCount + 1 }, "a job failed");
        throw error;
      }
    };
    await requestId.run(asText(request) ?? newRequestId(), work);
  };
  const workers = new Map<QueueName, string>();
  const everyTime = async (queue: QueueName, handle: () => Promise<void>, pollingIntervalSeconds: number) => {
    const options = { ...everySeconds(pollingIntervalSeconds), includeMetadata: true } as const;
    const id = await boss.work(queue, options, async (jobs: AnyJob[]) => {
      for (const job of jobs) await attempt(job, handle);
    });
    workers.set(queue, id);
  };
  return {
    /** Enqueues a job inside `tx`: it exists if and only if that transaction commits. Urgent jobs run first. */
    async enqueue(tx: Tx, queue: QueueName, data: Data, { isUrgent = false } = {}): Promise<void> {
      const origin = { [REQUEST]: requestId.getStore(), [PARENT]: traceparent() };
      await boss.send(queue, { ...data, ...origin }, { db: fromDrizzle(tx, sql), priority: isUrgent ? 1 : 0 });
    },
    /** Enqueues a job of a scheduled queue, which has at most one; returns whether it is a new one. */
    async enqueueOnce(tx: Tx, queue: QueueName): Promise<boolean> {
      return (await boss.send(queue, {}, { db: fromDrizzle(tx, sql) })) !== null;
    },
    /**
     * Runs `handle` for each job of `queue`, up to ten at once; a job that throws is retried with growing pauses,
     * without affecting others.
     */
    async work(queue: QueueName, handle: (data: Data) => Promise<void>): Promise<void> {
      const worker = await boss.work(queue, { ...everySeconds(pollSeconds), ...BATCH }, (jobs: AnyJob[]) =>
        Promise.all(
          jobs.map(async (job): Promise<JobResult> => {
            try {
              await attempt(job, handle);
              return { id: job.id, status: "completed" };
            } catch (error) {
              return { id: job.id, status: "failed", output: { message: withoutParameters(messageOf(error)) } };
            }
          }),
        ),
      );
      workers.set(queue, worker);
    },
    /** Lets this process look now for a job of `queue` whose time was changed; a new one is found at once. */
    poll(queue: QueueName): void {
      const worker = workers.get(queue);
      if (worker) boss.notifyWorker(worker);
    },
    /** The states of the jobs of `queue` whose data contain `data`; `active` is a job that a process took. */
    async states(queue: QueueName, data: Data): Promise<string[]> {
      return (await boss.findJobs(queue, { data })).map(({ state }) => state);
    },
    /** Runs `handle` about every minute in one of the processes. */
    async everyMinute(queue: QueueName, handle: () => Promise<void>): Promise<void> {
      await everyTime(queue, handle, MINUTE_POLL_SECONDS);
      await boss.schedule(queue, "* * * * *");
    },
    /**
     * Runs `handle` in one of the processes at the time of `cron`, in Lagos; missed times are made up for by one later
     * run.
     */
    async everyNight(queue: QueueName, handle: () => Promise<void>, cron = "0 3 * * *"): Promise<void> {
      await everyTime(queue, handle, NIGHT_POLL_SECONDS);
      await boss.schedule(queue, cron, null, { tz: "Africa/Lagos", missed: "once" });
    },
    /** Runs `handle` for the job of a scheduled queue that has no times. */
    async onDemand(queue: QueueName, handle: () => Promise<void>): Promise<void> {
      await everyTime(queue, handle, NIGHT_POLL_SECONDS);
    },
    /** Ends the times of `queue`, and its waiting job. */
    async unschedule(queue: QueueName): Promise<void> {
      await boss.unschedule(queue);
      await boss.deleteQueuedJobs(queue);
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

/** Creates the queue or updates its options. A policy cannot change, so a queue with another policy is recreated. */
async function bringQueue(boss: PgBoss, queue: QueueName): Promise<void> {
  const { policy, ...options } = QUEUES[queue];
  const settings = { ...options, notify: true };
  const present = await boss.getQueue(queue);
  if (present?.policy === policy) return await boss.updateQueue(queue, settings);
  if (present) await boss.deleteQueue(queue);
  await boss.createQueue(queue, { policy, ...settings });
}

/** pg-boss would poll less often while it listens. */
const everySeconds = (seconds: number) => ({ pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds });

const asText = (value: unknown) => (typeof value === "string" ? value : undefined);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
