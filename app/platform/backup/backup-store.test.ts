import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startObjectStore } from "#tests/fixtures/object-store.ts";
import { createBackupStore } from "./backup-store.server.ts";

const NAMES = ["oja-20261124-013000.oja", "oja-20261125-013000.oja"] as const;
const signal = new AbortController().signal;
let s3: Awaited<ReturnType<typeof startObjectStore>>;

beforeAll(async () => {
  s3 = await startObjectStore();
});
afterAll(() => s3.close());

const folder = () => mkdtempSync(join(tmpdir(), "oja-store-"));
const kinds = ["folder", "bucket", "bucket in parts"] as const;

test.each(kinds)("a %s stores, lists, gives back and deletes backups, and nothing else", async (kind) => {
  const [work, place] = [folder(), folder()];
  const target = kind === "folder" ? { kind, folder: place } : { kind: "bucket" as const, bucket: { ...s3.settings } };
  const store = createBackupStore(target, work, kind === "bucket in parts" ? 6 : undefined);
  expect(await store.list()).toEqual([]);
  for (const name of NAMES) {
    writeFileSync(store.pathFor(name), `the whole content of ${name}`);
    await store.put(name, signal);
  }
  const stored = await store.list();
  expect(stored.map(({ name, bytes }) => [name, bytes])).toEqual([
    [NAMES[1], 44],
    [NAMES[0], 44],
  ]);
  const { file, release } = await store.get(NAMES[0], signal);
  expect(readFileSync(file, "utf8")).toBe(`the whole content of ${NAMES[0]}`);
  await release();
  expect(readdirSync(work)).toEqual([]);
  for (const name of NAMES) await store.remove(name);
  await store.remove(NAMES[0]);
  expect(await store.list()).toEqual([]);
  if (kind !== "folder") expect(s3.requests.every(({ isSigned }) => isSigned)).toBe(true);
});

test("what a killed backup left is deleted, and other files are not", async () => {
  const place = folder();
  writeFileSync(join(place, `${NAMES[0]}.part`), "");
  mkdirSync(join(place, `${NAMES[0]}.part.tables`));
  for (const name of [NAMES[1], "notes.txt.part"]) writeFileSync(join(place, name), "");
  await createBackupStore({ kind: "folder", folder: place }, folder()).removeRemains();
  expect(readdirSync(place).sort()).toEqual(["notes.txt.part", NAMES[1]].sort());
});

test.each<[string, Partial<typeof s3.settings>, boolean, RegExp]>([
  ["a refused key", {}, true, /refuses the key for the bucket oja-test \(403\)/],
  ["a bucket that is not there", { bucket: "no-such-bucket" }, false, /has no bucket no-such-bucket: create it/],
  ["an address without a store", { endpoint: "http://127.0.0.1:1" }, false, /:1 does not answer: check its address/],
])("%s is one sentence", async (_, change, isDown, sentence) => {
  s3.setDown(isDown);
  const store = createBackupStore({ kind: "bucket", bucket: { ...s3.settings, ...change } }, folder());
  await expect(store.list()).rejects.toThrow(sentence);
  writeFileSync(store.pathFor(NAMES[0]), "x");
  await expect(store.put(NAMES[0], signal)).rejects.toThrow(sentence);
  s3.setDown(false);
});
