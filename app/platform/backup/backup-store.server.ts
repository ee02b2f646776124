import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { BackupTarget, ObjectStoreSettings } from "../provider-settings.server.ts";
import { BackupError } from "./problems.server.ts";
import { timeOfName, type StoredBackup } from "./retention.ts";

/** The stored backups of a shop. Other files in the folder or bucket are left alone. */
export type BackupStore = {
  /** Newest first. Throws BackupError if they cannot be listed. */
  list: (signal?: AbortSignal) => Promise<StoredBackup[]>;
  /** Where a backup is written: in the store itself, or `workFolder`, from which `put` takes it. */
  pathFor: (name: string) => string;
  /** Stores the written backup whole or not at all. */
  put: (name: string, signal: AbortSignal) => Promise<void>;
  /** The path of a local copy to read, and how to delete it if it is one. */
  get: (name: string, signal: AbortSignal) => Promise<{ file: string; release: () => Promise<void> }>;
  remove: (name: string) => Promise<void>;
  /** Deletes what a killed backup left behind. */
  removeRemains: () => Promise<void>;
};

/** `workFolder` is on this machine's disk, for backups on their way to or from a bucket. */
export function createBackupStore(target: BackupTarget, workFolder: string, partBytes = PART_BYTES): BackupStore {
  return target.kind === "folder" ? folderStore(target.folder) : bucketStore(target.bucket, workFolder, partBytes);
}

const newestFirst = (backups: StoredBackup[]) => backups.sort((a, b) => b.at.getTime() - a.at.getTime());

const REMAINS = /^oja-\d{8}-\d{6}\.oja\.part/;

async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (REMAINS.test(name)) await rm(join(folder, name), { recursive: true, force: true });
}

function folderStore(folder: string): BackupStore {
  return {
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw new BackupError(`${folder} cannot be read (${error.code}).`, { cause: error });
      });
      const found: StoredBackup[] = [];
      for (const name of names) {
        const at = timeOfName(name);
        const info = at && (await stat(join(folder, name)).catch(() => null));
        if (info) found.push({ name, at, bytes: info.size });
      }
      return newestFirst(found);
    },
    pathFor: (name) => join(folder, name),
    put: async () => {},
    get: (name) => Promise.resolve({ file: join(folder, name), release: async () => {} }),
    remove: (name) => rm(join(folder, name), { force: true }),
    removeRemains: () => removeParts(folder),
  };
}

const PART_BYTES = 16_000_000;
/** Of one request without a body, and of one part. */
const SHORT_MS = 15_000;
const PART_MS = 600_000;
const OBJECT = /<Contents>.*?<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>.*?<\/Contents>/gs;
const NEXT_PAGE = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/;
const UPLOAD_ID = /<UploadId>([^<]+)<\/UploadId>/;

function bucketStore(
  { endpoint, bucket, region, ...keys }: ObjectStoreSettings,
  workFolder: string,
  partBytes: number,
): BackupStore {
  const client = new AwsClient({ ...keys, region, service: "s3", retries: 3 });
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const url = `${endpoint}/${bucket}${path}`;
    const given = init.signal ?? undefined;
    const signal = AbortSignal.any([AbortSignal.timeout(init.body ? PART_MS : SHORT_MS), ...(given ? [given] : [])]);
    const response = await client.fetch(url, { ...init, method, signal }).catch((error: unknown) => {
      if (given?.aborted) throw error;
      throw new BackupError(`The backup store ${endpoint} does not answer: check its address.`, { cause: error });
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new BackupError(refusal(response.status, bucket));
  };
  const store: BackupStore = {
    async list(signal) {
      const found: StoredBackup[] = [];
      let token = "";
      do {
        const query = new URLSearchParams({ "list-type": "2", ...(token ? { "continuation-token": token } : {}) });
        const page = await (await ask("GET", `?${query.toString()}`, { signal: signal ?? null })).text();
        for (const [, name = "", bytes] of page.matchAll(OBJECT)) {
          const at = timeOfName(name);
          if (at) found.push({ name, at, bytes: Number(bytes) });
        }
        token = NEXT_PAGE.exec(page)?.[1] ?? "";
      } while (token);
      return newestFirst(found);
    },
    pathFor: (name) => join(workFolder, name),
    async put(name, signal) {
      const file = store.pathFor(name);
      try {
        await upload(file, partBytes, (method, query, body) =>
          ask(method, `/${name}${query}`, { signal, ...(body ? { body: body as BodyInit } : {}) }),
        );
      } finally {
        await rm(file, { force: true });
      }
    },
    async get(name, signal) {
      const file = store.pathFor(name);
      await mkdir(workFolder, { recursive: true });
      // The body may take longer than a request without one.
      const url = `${endpoint}/${bucket}/${name}`;
      const response = await client.fetch(url, { signal });
      if (!response.ok || !response.body) throw new BackupError(refusal(response.status, bucket));
      await pipeline(Readable.fromWeb(response.body as never), createWriteStream(`${file}.part`, { mode: 0o600 }));
      return { file: `${file}.part`, release: () => rm(`${file}.part`, { force: true }) };
    },
    remove: async (name) => void (await ask("DELETE", `/${name}`)),
    removeRemains: () => removeParts(workFolder),
  };
  return store;
}

function refusal(status: number, bucket: string): string {
  if (status === 404) return `The backup store has no bucket ${bucket}: create it, private and empty.`;
  if (status === 401 || status === 403)
    return `The backup store refuses the key for the bucket ${bucket} (${status}): it must list, read, write and delete there.`;
  return `The backup store answers ${status} for the bucket ${bucket}.`;
}

type Send = (method: string, query: string, body?: Uint8Array | string) => Promise<Response>;

/** Sends a file in parts, so that any size fits into memory; the store has it only when all parts are there. */
async function upload(file: string, partBytes: number, send: Send): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file);
  const partAt = async (start: number) => {
    const part = Buffer.alloc(Math.min(partBytes, size - start));
    await handle.read(part, 0, part.length, start);
    return part;
  };
  try {
    if (size <= partBytes) return void (await send("PUT", "", await partAt(0)));
    const id = UPLOAD_ID.exec(await (await send("POST", "?uploads=")).text())?.[1];
    if (!id) throw new BackupError("The backup store does not take large files (no multipart uploads).");
    const query = `uploadId=${encodeURIComponent(id)}`;
    try {
      const parts: string[] = [];
      for (let start = 0; start < size; start += partBytes) {
        const number = parts.length + 1;
        const answer = await send("PUT", `?partNumber=${number}&${query}`, await partAt(start));
        const tag = answer.headers.get("ETag") ?? "";
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`);
      }
      const text = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const end = await (await send("POST", `?${query}`, text)).text();
      // S3 answers 200 before it has joined the parts.
      if (/<Error>/.test(end)) throw new BackupError("The backup store could not join the parts of the backup.");
    } catch (error) {
      await send("DELETE", `?${query}`).catch(() => {});
      throw error;
    }
  } finally {
    await handle.close();
  }
}
