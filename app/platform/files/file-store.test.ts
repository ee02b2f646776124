import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startObjectStore } from "#tests/fixtures/object-store.ts";
import { createFileStore, type FileStore } from "./file-store.server.ts";

const KEY = "products/ab/abcdef0123456789abcdef0123456789.webp";
const folder = mkdtempSync(join(tmpdir(), "oja-files-"));
let s3: Awaited<ReturnType<typeof startObjectStore>>;
let remote: FileStore;

beforeAll(async () => {
  s3 = await startObjectStore();
  remote = createFileStore({ FILES_DIR: folder, OBJECT_STORE: s3.settings });
});
afterAll(() => s3.close());

const bytes = new Uint8Array([1, 2, 3, 255]);

test("the folder keeps whole files under their keys and nothing beside them", async () => {
  const files = createFileStore({ FILES_DIR: folder, OBJECT_STORE: null });
  expect(await files.has(KEY)).toBe(false);
  await files.write(KEY, bytes, "image/webp");
  expect(await files.has(KEY)).toBe(true);
  expect([...readFileSync(join(folder, KEY))]).toEqual([...bytes]);
  expect(readdirSync(join(folder, "products/ab"))).toHaveLength(1);
  await files.remove(KEY);
  await files.remove(KEY);
  expect(await files.has(KEY)).toBe(false);
});

test.each(["../secret.webp", "products/../../x.webp", "products/ab/short.webp", "", "/etc/passwd"])(
  "%j is no key, on either store",
  async (key) => {
    const files = createFileStore({ FILES_DIR: folder, OBJECT_STORE: null });
    await expect((async () => files.write(key, bytes, "image/webp"))()).rejects.toThrow("no key");
    await expect((async () => remote.write(key, bytes, "image/webp"))()).rejects.toThrow("no key");
    expect(await remote.read(key)).toBeNull();
  },
);

test("an S3 server keeps, gives and removes files, and every request to it is signed", async () => {
  s3.requests.length = 0;
  expect(await remote.has(KEY)).toBe(false);
  expect(await remote.read(KEY)).toBeNull();
  await remote.write(KEY, bytes, "image/webp");
  expect(await remote.has(KEY)).toBe(true);
  const found = await remote.read(KEY);
  expect(found?.type).toBe("image/webp");
  expect([...new Uint8Array(await new Response(found?.body).arrayBuffer())]).toEqual([...bytes]);
  await remote.remove(KEY);
  expect(await remote.has(KEY)).toBe(false);
  expect(s3.requests.map(({ method }) => method)).toEqual(["HEAD", "GET", "PUT", "HEAD", "GET", "DELETE", "HEAD"]);
  expect(s3.requests.every(({ path, isSigned }) => isSigned && path === `/oja-test/${KEY}`)).toBe(true);
});

test("a wrong secret, a missing bucket and a store that refuses are errors, never a missing file", async () => {
  const withSettings = (changed: object) =>
    createFileStore({ FILES_DIR: folder, OBJECT_STORE: { ...s3.settings, ...changed } });
  await expect(withSettings({ secretAccessKey: "wrong" }).write(KEY, bytes, "image/webp")).rejects.toThrow("403");
  await expect(withSettings({ bucket: "nothing-here" }).write(KEY, bytes, "image/webp")).rejects.toThrow("no bucket");
  s3.setDown(true);
  await expect(remote.read(KEY)).rejects.toThrow("403");
  s3.setDown(false);
});
