import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { openDatabase, underStartLock } from "#db/client.server.ts";
import { lockFolder } from "#db/folder-lock.server.ts";
import type { Env } from "../env.server.ts";
import { checkArchive, readArchive } from "./archive.server.ts";
import { loadBackup, refuseNewer } from "./load-backup.server.ts";
import type { Manifest } from "./manifest.ts";
import { keepOldTables, NAMED, refuseConnected } from "./postgres-target.server.ts";
import { BackupError } from "./problems.server.ts";
import { fingerprint, knownSecrets, secretFile, type SecretEnv } from "./secret.server.ts";
import { storeFiles } from "./stored-files.server.ts";

type RestoreEnv = Pick<
  Env,
  | "AUTH_SECRET"
  | "AUTH_SECRET_OLD"
  | "DATA_DIR"
  | "DATABASE_DIR"
  | "DATABASE_DIRECT_URL"
  | "DATABASE_URL"
  | "FILES_DIR"
  | "OBJECT_STORE"
>;
type RestoreOptions = {
  /** Replaces the shop that is there; it is kept under another name. */
  replace?: boolean;
  /** Restores a backup of a shop with another secret. */
  otherSecret?: boolean;
};
/** `kept`: how the replaced shop can be found. */
type Restored = { manifest: Manifest; files: number; kept: string | null };

/**
 * Restores the backup `file` to the database of `env`, and the files that are missing. Nothing is changed before the
 * whole backup was read and compared; the database is put in place last, and only if its invariants hold. Throws
 * BackupError with a sentence, and then the shop that was there is as before.
 */
export async function restoreBackup(file: string, env: RestoreEnv, options: RestoreOptions = {}): Promise<Restored> {
  const manifest = await checkArchive(file);
  refuseNewer(manifest, file);
  if (!options.otherSecret) refuseOtherSecret(manifest, env, file);
  const restore = env.DATABASE_URL === undefined ? restoreFolder : restorePostgres;
  let undo = async () => {};
  let files = 0;
  const before = async () => {
    const result = await storeFiles(env, readArchive(file));
    ({ undo, stored: files } = result);
  };
  try {
    const kept = await restore({ file, manifest, env, replace: options.replace ?? false, before });
    return { manifest, files, kept };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Throws BackupError if the backup is of a shop with a secret that this one does not know. */
export function refuseOtherSecret({ secret }: Manifest, env: SecretEnv, file: string): void {
  if (secret === null || knownSecrets(env).some((known) => fingerprint(known) === secret)) return;
  throw new BackupError(
    `${file} is of a shop with another secret: without it everybody has to sign in again, and second factors and ` +
      `single sign-on stop working; put that shop's secret into AUTH_SECRET or ${secretFile(env)}, or go on without ` +
      "it by adding --other-secret.",
  );
}

/** `before` is called when the target can be used and before it is changed. */
type Work = { file: string; manifest: Manifest; env: RestoreEnv; replace: boolean; before: () => Promise<void> };

/** "20261124-043000": part of a name that sorts by time. */
const stamp = () => new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");

async function restoreFolder({ file, manifest, env, replace, before }: Work): Promise<string | null> {
  const folder = env.DATABASE_DIR;
  const unlock = lockFolder(folder);
  const staging = `${folder}.restoring`;
  const removeStaging = async () => {
    for (const path of [staging, `${staging}.lock.db`, `${staging}.pid`])
      await rm(path, { recursive: true, force: true });
  };
  try {
    const isTaken = existsSync(folder) && readdirSync(folder).length > 0;
    if (isTaken && !replace)
      throw new BackupError(
        `There is a shop in ${folder} already: choose another DATA_DIR, or add --replace, which keeps it under another name.`,
      );
    await removeStaging();
    const database = await openDatabase({ folder: staging });
    try {
      await before();
      await loadBackup(database, file, manifest);
    } finally {
      await database.close();
    }
    const old = `${folder}.before-${stamp()}`;
    if (isTaken) await rename(folder, old);
    else await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
    return isTaken ? `the folder ${old}` : null;
  } finally {
    await removeStaging();
    unlock();
  }
}

async function restorePostgres({ file, manifest, env, replace, before }: Work): Promise<string | null> {
  const address = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? "";
  const url = `${address}${address.includes("?") ? "&" : "?"}application_name=${encodeURIComponent(NAMED)}`;
  const database = await openDatabase({ url, folder: "", poolSize: 1 });
  try {
    await refuseConnected(database);
    // A shop that starts meanwhile waits until the end.
    return await underStartLock(database, async () => {
      await refuseConnected(database);
      let kept: string | null = null;
      const schema = `before_${stamp().replaceAll("-", "_")}`;
      await loadBackup(database, file, manifest, async (client) => {
        kept = await keepOldTables(client, schema, replace);
        await before();
      });
      return kept;
    });
  } finally {
    await database.close();
  }
}
