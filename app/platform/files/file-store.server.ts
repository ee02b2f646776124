import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import type { Env } from "../env.server.ts";
import type { ObjectStoreSettings } from "../provider-settings.server.ts";
import { randomToken } from "../random.server.ts";
import { trace } from "../tracing/trace.server.ts";

/** The store of uploads. A key is a path such as "products/3f/3fa9...webp"; it is served at "/files/<key>". */
export type FileStore = {
  /** Writes a file atomically; throws if the store refuses it. */
  write: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** Whether there is a file with this `key`. */
  has: (key: string) => Promise<boolean>;
  /** A stored file; null if there is none, or if /files/ serves the folder directly. */
  read: (key: string) => Promise<{ body: ReadableStream; type: string } | null>;
  /** Deletes a file; does nothing if it does not exist. */
  remove: (key: string) => Promise<void>;
  /** Whether `path` can be a key. */
  isKey: (path: string) => boolean;
  /** The keys of an object store; none of a folder, whose files are listed by the file system. */
  list: () => AsyncIterable<string>;
};

/** The format of a key; other keys do not exist. */
const KEY = /^[a-z-]+\/[0-9a-f]{2}\/[0-9a-f]{32}(-\d+)?\.webp$/;

/** The configured S3-compatible store, else the folder FILES_DIR. */
export function createFileStore(env: Pick<Env, "FILES_DIR" | "OBJECT_STORE">): FileStore {
  return traced(env.OBJECT_STORE ? objectStore(env.OBJECT_STORE) : folderStore(env.FILES_DIR));
}

function traced(store: FileStore): FileStore {
  const span = <Result>(call: string, work: () => Promise<Result>) => trace("file store", { call }, work);
  return {
    ...store,
    write: (key, bytes, type) => span("write", () => store.write(key, bytes, type)),
    has: (key) => span("has", () => store.has(key)),
    read: (key) => span("read", () => store.read(key)),
    remove: (key) => span("remove", () => store.remove(key)),
  };
}

function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checked(key));
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      const temporary = `${path}.${randomToken()}.tmp`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async has(key) {
      return await stat(pathOf(key)).then(
        () => true,
        () => false,
      );
    },
    read: () => Promise.resolve(null),
    remove: (key) => rm(pathOf(key), { force: true }),
    isKey: (path) => KEY.test(path),
    async *list() {},
  };
}

/** Timeout of requests to the store including retries, in ms. */
const TIMEOUT_MS = 15_000;

/** Keys have no characters that XML escapes. */
const LISTED_KEY = /<Key>([^<]+)<\/Key>/g;
const NEXT_PAGE = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/;

function objectStore({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStoreSettings): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });
  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => {
    const url = `${endpoint}/${bucket}/${checked(key)}`;
    const response = await client.fetch(url, { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new Error(`the object store answered ${response.status} to ${method}`);
  };
  return {
    async write(key, bytes, type) {
      const headers = { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" };
      const response = await ask("PUT", key, { body: Buffer.from(bytes), headers });
      if (!response.ok) throw new Error(`the object store has no bucket ${bucket}`);
    },
    has: async (key) => (await ask("HEAD", key)).ok,
    async read(key) {
      if (!KEY.test(key)) return null;
      const response = await ask("GET", key);
      if (response.ok && response.body)
        return { body: response.body, type: response.headers.get("Content-Type") ?? "image/webp" };
      await response.body?.cancel();
      return null;
    },
    async remove(key) {
      await ask("DELETE", key);
    },
    isKey: (path) => KEY.test(path),
    async *list() {
      let token = "";
      do {
        const query = new URLSearchParams({ "list-type": "2", ...(token ? { "continuation-token": token } : {}) });
        const url = `${endpoint}/${bucket}?${query.toString()}`;
        const response = await client.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (!response.ok) throw new Error(`the object store answered ${response.status} to a list`);
        const page = await response.text();
        for (const [, key = ""] of page.matchAll(LISTED_KEY)) if (KEY.test(key)) yield key;
        token = NEXT_PAGE.exec(page)?.[1] ?? "";
      } while (token);
    },
  };
}

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error("this is no key of a stored file");
  return key;
}
