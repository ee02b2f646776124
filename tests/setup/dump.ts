import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes `dump` to `path` unless another process was faster: a file that is being read must not be replaced. */
export async function writeDump(path: string, dump: Blob): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  try {
    linkSync(unfinished, path);
  } catch {
    // It exists, or this file system has no links.
    if (!existsSync(path)) renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
