import { setTimeout as wait } from "node:timers/promises";
import { and, eq, exists, gt, isNotNull, or } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { applyRun, type RunTargets } from "./commands/apply.server.ts";
import { fetchRunPictures, type FetchPicture } from "./commands/pictures.server.ts";
import { purgeRuns, purgeUnreadFiles } from "./commands/purge.server.ts";
import { stageRun } from "./commands/question.server.ts";
import { runLock } from "./rules.ts";

/** Time limit of a picture job in ms; the rest is left to another job, because longer jobs count as failed. */
const PICTURES_MS = 240_000;
/** Interval of the look for runs of killed processes, in ms. */
const LOOK_MS = 2_000;

/**
 * Starts the jobs that compare the products of large runs, apply runs and fetch their pictures, one job each. The process that works on a run holds its lock,
 * so that runs of an ended process are recognized: this one resumes them at its start, and on a database with several
 * processes every two seconds. Deletes files that an ended process was reading, and old runs at night. Returns a function
 * that ends the looking.
 */
export async function startRuns(
  shop: Pick<Shop, "database" | "db" | "log" | "jobs">,
  targets: RunTargets,
  fetchPicture: FetchPicture,
): Promise<() => Promise<void>> {
  const { database, db, log, jobs } = shop;
  await purgeUnreadFiles(db);
  // Before the first poll of the queue, which would notice the end of a killed process after half a minute only.
  for (const id of await unfinishedRuns(db)) if (await isAbandoned(shop, id)) await resume(shop, id);
  await jobs.work("runs", async (data) => {
    const id = String(data["id"]);
    let isResumed = data["isResumed"] === true;
    const work = async () => {
      if (await stageRun(db, id)) return;
      if (isResumed) await db.update(runs).set({ resumed_at: new Date() }).where(isApplying(id));
      await applyRun(shop, targets, id);
      const isDone = await fetchRunPictures(shop, targets, fetchPicture, { id, until: Date.now() + PICTURES_MS });
      if (!isDone) await jobs.enqueue(db, "runs", { id });
    };
    // A job that the queue took from a living process waits for it, or for its end.
    while (!(await database.ifFree(runLock(id), work))) {
      isResumed = true;
      await wait(LOOK_MS);
    }
  });
  await jobs.everyNight("purge-runs", async () => {
    log.info({ purged: await purgeRuns(db) }, "old runs purged");
  });
  return database.kind === "postgres" ? watch(() => resumeKilled(shop), log) : () => Promise.resolve();
}

/** Resumes the runs whose process was killed. The queue tries failed jobs again itself. */
export async function resumeKilled(shop: Pick<Shop, "database" | "db" | "jobs">): Promise<void> {
  const applying = await shop.db
    .select({ id: runs.id })
    .from(runs)
    .where(or(eq(runs.state, "applying"), IS_ASKED));
  for (const { id } of applying) {
    const states = await shop.jobs.states("runs", { id });
    if (states.includes("active") && !states.includes("retry") && (await isAbandoned(shop, id))) await resume(shop, id);
  }
}

/** Whether no process works on the run and no new job of it waits. */
async function isAbandoned({ database, jobs }: Pick<Shop, "database" | "jobs">, id: string): Promise<boolean> {
  return !(await database.isHeld(runLock(id))) && !(await jobs.states("runs", { id })).includes("created");
}

async function resume({ db, jobs }: Pick<Shop, "db" | "jobs">, id: string): Promise<void> {
  await jobs.enqueue(db, "runs", { id, isResumed: true });
}

/** Calls `look` every two seconds, one call at once. Returns a function that ends it after the current call. */
function watch(look: () => Promise<void>, log: Shop["log"]): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, "the look for killed runs failed"))
      .finally(() => (looking = null));
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** A bulk change whose preview a job makes. */
const IS_ASKED = and(eq(runs.state, "staging"), isNotNull(runs.question));
const isApplying = (id: string) => and(eq(runs.id, id), eq(runs.state, "applying"));

/** Runs that were started and are not finished. Those of the command line and of a restored backup have no job. */
async function unfinishedRuns(db: Tx): Promise<string[]> {
  const waits = and(eq(run_rows.run_id, runs.id), eq(run_rows.state, "applied"), gt(run_rows.pictures_waiting, 0));
  const isUnfinished = or(
    eq(runs.state, "applying"),
    IS_ASKED,
    and(eq(runs.state, "done"), exists(db.select({ place: run_rows.place }).from(run_rows).where(waits))),
  );
  const rows = await db.select({ id: runs.id }).from(runs).where(isUnfinished);
  return rows.map(({ id }) => id);
}
