import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  folder: string;
  /** Takes all the room that is left, until `free`. */
  fill: () => void;
  free: () => void;
  /** A new folder in it that belongs to `user`. */
  makeFolderFor: (user: string) => string;
  close: () => void;
};

const FILLER = "filler";

/** A disk of its own with `megabytes`; null where this process may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "oja-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=777`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    fill() {
      const file = openSync(join(folder, FILLER), "a");
      try {
        for (const zeros of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) writeUntilFull(file, zeros);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(join(folder, FILLER), { force: true }),
    makeFolderFor(user) {
      const made = mkdtempSync(join(folder, "own-"));
      execFileSync("chown", [user, made]);
      return made;
    },
    close() {
      execFileSync("umount", [folder], { stdio: "ignore" });
      rmdirSync(folder);
    },
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
