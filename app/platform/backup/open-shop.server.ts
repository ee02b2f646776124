import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openDatabase } from "#db/client.server.ts";
import type { Database } from "#db/database.ts";
import { FolderInUse } from "#db/folder-lock.server.ts";
import type { Env } from "../env.server.ts";
import { requestCopy } from "./folder-copies.server.ts";
import { BackupError } from "./problems.server.ts";

type ShopEnv = Pick<Env, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_DIR">;

/** Opens the database of a shop for a backup, also while the shop runs: an embedded one is then a copy, deleted with `close`. */
export async function openForBackup(env: ShopEnv): Promise<Database> {
  const { DATABASE_DIR: folder } = env;
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (url !== undefined) return await openDatabase({ url, folder: "", poolSize: 1 });
  if (!existsSync(folder))
    throw new BackupError(`There is no shop in ${folder}. Set DATABASE_URL for one on PostgreSQL, or DATA_DIR.`);
  removeLeftCopies(folder);
  try {
    return await openDatabase({ folder });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return await openCopy(folder, error);
  }
}

async function openCopy(folder: string, inUse: FolderInUse): Promise<Database> {
  const copy = `${folder}.copy-${process.pid}`;
  const remove = () => removeCopy(copy);
  process.once("exit", remove);
  try {
    await requestCopy(folder, basename(copy)).catch((error: unknown) => {
      // Another command has it open, and no shop answers.
      throw error instanceof BackupError ? error : inUse;
    });
    const database = await openDatabase({ folder: copy });
    return {
      ...database,
      close: async () => {
        await database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function removeCopy(copy: string): void {
  for (const path of [copy, `${copy}.lock.db`, `${copy}.pid`]) rmSync(path, { recursive: true, force: true });
}

/** Removes the copies of commands that were killed. */
function removeLeftCopies(folder: string): void {
  const prefix = `${basename(folder)}.copy-`;
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(prefix) ? /^\d+$/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) removeCopy(join(dirname(folder), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
