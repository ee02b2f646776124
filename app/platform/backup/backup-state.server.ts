import { z } from "zod";
import type { Tx } from "#db/client.server.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";

const time = z.coerce.date();

/** How the last backup ended; `error` is a sentence for the operator. */
const attempt = z.object({ started_at: time, finished_at: time, name: z.string(), error: z.string().nullable() });

/** How the last restore test ended; `contents` is what was restored, in words. */
const restoreTest = z.object({
  finished_at: time,
  /** The backup that was restored. */
  name: z.string(),
  seconds: z.number(),
  contents: z.string(),
  error: z.string().nullable(),
});

const SCHEMAS = { backup: attempt, restore_test: restoreTest } as const;

export type BackupAttempt = z.infer<typeof attempt>;
export type RestoreTest = z.infer<typeof restoreTest>;
type States = { backup: BackupAttempt; restore_test: RestoreTest };

/** The last of its kind; null if there was none. */
export async function readBackupState<Kind extends keyof States>(db: Tx, kind: Kind): Promise<States[Kind] | null> {
  const read = SCHEMAS[kind].safeParse(await readShopState(db, kind));
  return read.success ? (read.data as States[Kind]) : null;
}

export async function writeBackupState<Kind extends keyof States>(db: Tx, kind: Kind, value: States[Kind]) {
  await writeShopState(db, kind, value);
}
