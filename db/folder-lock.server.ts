import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process has the folder open; the message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Locks `folder` against other processes until the returned function is called or this process ends: two processes
 * would corrupt PGlite. SQLite opens a file beside the folder exclusively, so the lock is the operating system's and
 * never stale. Throws FolderInUse if it is taken.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(dirname(folder), { recursive: true });
  const ownerFile = `${folder}.pid`;
  const lockFile = `${folder}.lock.db`;
  const lock = new DatabaseSync(lockFile);
  chmodSync(lockFile, 0o600);
  if (!acquireLock(lock)) {
    lock.close();
    throw new FolderInUse(
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

function acquireLock(lock: DatabaseSync): boolean {
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
