import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Keeps other processes out of `folder` until the answered function is called or this process ends: two on one PGlite
 * corrupt it. The lock is the operating system's, on a file beside the folder that SQLite opens exclusively, so no
 * process can leave it behind. Throws with a sentence for the operator when it is taken.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(dirname(folder), { recursive: true });
  const ownerFile = `${folder}.pid`;
  const lockFile = `${folder}.lock.db`;
  const lock = new DatabaseSync(lockFile);
  chmodSync(lockFile, 0o600);
  if (!takeLock(lock)) {
    lock.close();
    throw new Error(
      `The database in ${folder} is in use by process ${ownerIn(ownerFile)}. Stop that one first, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL.`,
    );
  }
  writeFileSync(ownerFile, String(process.pid), { mode: 0o600 });
  return () => {
    if (!lock.isOpen) return;
    rmSync(ownerFile, { force: true });
    lock.close();
  };
}

const SQLITE_BUSY = 5;

function takeLock(lock: DatabaseSync): boolean {
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

function ownerIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "unknown";
  }
}
