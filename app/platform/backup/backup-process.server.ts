import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "#db/client.server.ts";
import { FolderInUse } from "#db/folder-lock.server.ts";
import type { Env } from "../env.server.ts";
import { checkArchive } from "./archive.server.ts";
import { createBackupStore } from "./backup-store.server.ts";
import { loadBackup, refuseNewer } from "./load-backup.server.ts";
import { contents } from "./manifest.ts";
import { openForBackup } from "./open-shop.server.ts";
import { BackupError, sentenceOf } from "./problems.server.ts";
import { refuseOtherSecret } from "./restore.server.ts";
import { expiredBackups } from "./retention.ts";
import { writeBackup } from "./write-backup.server.ts";

/** What the process of a backup is asked: make one, or restore one for a test. */
export type BackupRequest = {
  task: "backup" | "test";
  /** The name of the backup to make or to test. */
  name: string;
  env: Pick<
    Env,
    | "AUTH_SECRET"
    | "AUTH_SECRET_OLD"
    | "BACKUPS"
    | "DATA_DIR"
    | "DATABASE_DIR"
    | "DATABASE_DIRECT_URL"
    | "DATABASE_URL"
    | "FILES_DIR"
    | "OBJECT_STORE"
  >;
};

/** `message` is a sentence for the operator; `detail` is for the log, of an error without one. */
export type BackupAnswer =
  | { ok: true; contents: string; bytes: number; removed: string[] }
  | { ok: false; message: string; detail: string | null };

if (!process.send) throw new Error("this file runs as a process of its own");

// Shoppers come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stop = new AbortController();
/** Deleted when the process ends, however it ends. */
const remains: string[] = [];
process.once("exit", () => {
  for (const path of remains) rmSync(path, { recursive: true, force: true });
});
// The shop stops, or has ended.
process.once("SIGTERM", () => process.exit(1));
process.once("disconnect", () => process.exit(1));

const [{ task, name, env }] = (await once(process, "message")) as [BackupRequest];
const { BACKUPS: target } = env;
if (!target) throw new Error("there is no place for backups");
/** On this machine's disk: /tmp may be memory. */
const workFolder = join(env.DATA_DIR, task === "backup" ? "backup-work" : "restore-test");
remains.push(workFolder);
const store = createBackupStore(target, workFolder);

let answer: BackupAnswer;
try {
  await rm(workFolder, { recursive: true, force: true });
  answer = task === "backup" ? await makeBackup() : await testRestore();
} catch (error) {
  const known = sentenceOf(error, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  answer =
    known instanceof BackupError || known instanceof FolderInUse
      ? { ok: false, message: known.message, detail: null }
      : { ok: false, message: "An unexpected error ended it: the log has the details.", detail: detailOf(error) };
}
process.send(answer, () => process.exit(0));

async function makeBackup(): Promise<BackupAnswer> {
  await store.removeRemains();
  const file = store.pathFor(name);
  remains.push(`${file}.part`, `${file}.part.tables`);
  const database = await openForBackup(env);
  const { manifest, bytes } = await closing(database, () => writeBackup(database, env, file));
  await store.put(name, stop.signal);
  const stored = await store.list();
  if (!stored.some((one) => one.name === name && one.bytes === bytes))
    throw new BackupError(`${name} was written and is not in the store: look who else deletes there.`);
  const expired = expiredBackups(stored);
  for (const one of expired) await store.remove(one.name);
  return { ok: true, contents: contents(manifest), bytes, removed: expired.map((one) => one.name) };
}

async function testRestore(): Promise<BackupAnswer> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const { file, release } = await store.get(name, stop.signal);
  try {
    const manifest = await checkArchive(file);
    refuseNewer(manifest, name);
    refuseOtherSecret(manifest, env, name);
    const database = await openDatabase({ folder: join(workFolder, "pg") });
    await closing(database, () => loadBackup(database, file, manifest));
    return { ok: true, contents: contents(manifest), bytes: 0, removed: [] };
  } finally {
    await release();
  }
}

async function closing<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await database.close();
  }
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
