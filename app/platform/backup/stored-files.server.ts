import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Env } from "../env.server.ts";
import { createFileStore } from "../files/file-store.server.ts";
import { bytesOf, type AddEntry, type ArchiveEntry } from "./archive.server.ts";
import { FILES } from "./manifest.ts";
import { BackupError } from "./problems.server.ts";

type FilesEnv = Pick<Env, "FILES_DIR" | "OBJECT_STORE">;
/** A stored file by its path below /files/; without `size` it is in the object store. */
type Stored = { path: string; size?: number };

/** A path inside the folder, without hidden or temporary files. */
const SAFE = /^(?!.*\.tmp$)(?!(.*\/)?\.)[\w./@-]+$/;

/** The files of a shop: pictures in FILES_DIR, and uploads in its object store. */
export async function storedFiles(env: FilesEnv): Promise<Stored[]> {
  const found = await readdir(env.FILES_DIR, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const files: Stored[] = [];
  for (const entry of found) {
    const path = relative(env.FILES_DIR, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (!entry.isFile() || !SAFE.test(path)) continue;
    const info = await stat(join(env.FILES_DIR, path)).catch(() => null);
    if (info) files.push({ path, size: info.size });
  }
  if (env.OBJECT_STORE) {
    const known = new Set(files.map(({ path }) => path));
    for await (const key of createFileStore(env).list()) if (!known.has(key)) files.push({ path: key });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Adds the files to a backup; one that was deleted meanwhile is left out. Returns how many were added. */
export async function addFiles(env: FilesEnv, files: readonly Stored[], add: AddEntry): Promise<number> {
  const store = createFileStore(env);
  let added = 0;
  for (const { path, size } of files) {
    if (size !== undefined) {
      const file = join(env.FILES_DIR, path);
      if ((await stat(file).catch(() => null))?.size !== size) continue;
      await add(FILES + path, size, createReadStream(file));
    } else {
      const found = await store.read(path);
      if (!found) continue;
      const bytes = await bytesOf(found.body as ReadableStream<Uint8Array>);
      await add(FILES + path, bytes.length, bytes);
    }
    added += 1;
  }
  return added;
}

/**
 * Stores the files of `entries` that the shop lacks. A file that is there stays as it is: names of uploads are digests
 * or random, so it has the same content. Returns how many were stored, and `undo`, which deletes those again.
 */
export async function storeFiles(
  env: FilesEnv,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<{ stored: number; undo: () => Promise<void> }> {
  const store = createFileStore(env);
  const undoing: (() => Promise<void>)[] = [];
  const undo = async () => {
    for (const remove of undoing) await remove();
  };
  try {
    for await (const { name, body } of entries) {
      if (!name.startsWith(FILES)) continue;
      const path = name.slice(FILES.length);
      if (!SAFE.test(path)) throw new BackupError(`The backup has a file with the name ${path}, which is not allowed.`);
      if (env.OBJECT_STORE && store.isKey(path)) {
        if (await store.has(path)) continue;
        await store.write(path, await bytesOf(body), "image/webp");
        undoing.push(() => store.remove(path));
      } else {
        const file = join(env.FILES_DIR, path);
        if (await stat(file).catch(() => null)) continue;
        await writeWhole(file, body);
        undoing.push(() => rm(file, { force: true }));
      }
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return { stored: undoing.length, undo };
}

async function writeWhole(file: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await pipeline(body, createWriteStream(`${file}.tmp`));
    await rename(`${file}.tmp`, file);
  } catch (error) {
    await rm(`${file}.tmp`, { force: true });
    throw error;
  }
}
