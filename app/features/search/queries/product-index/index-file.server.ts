import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { Turns } from "./turns.server.ts";

/** A column of an index, or a list of texts. */
export type Leaf = Float64Array | Int32Array | Uint32Array | Uint8Array | readonly string[];

const COLUMNS = { Float64Array, Int32Array, Uint32Array, Uint8Array };
/** To be counted up when what is stored of an index, or its order, changes its meaning. */
const VERSION = "1";
/** Texts that are written or read without a pause. */
const TEXTS_AT_ONCE = 16_384;
/** Before each part: the lengths in bytes of its label and of its data, and the CRC-32 of the data. */
const HEAD_BYTES = 12;
const MOST_LABEL_BYTES = 1_000;
const END = "end";
/** The room for new rows, as a share of the rows: the first of them does not wait until all columns are copied. */
export const SPARE = 1 / 16;
const UNFINISHED = ".new";
const ABANDONED_MS = 60 * 60_000;

type Column = Exclude<Leaf, readonly string[]>;
/** The type is that of a column, or "texts". */
type Label = { name: string; type: string };

/** A file of an index that is damaged, or of another version. */
export class IndexFileError extends Error {}

/** Stores named leaves in `file`, which has its old content until all are written, also when two processes do so. */
export async function writeIndexFile(file: string, leaves: Iterable<[string, Leaf]>, turns: Turns): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  await removeUnfinished(file);
  try {
    const handle = await open(unfinished, "wx");
    try {
      await append(handle, "version", [VERSION]);
      for (const [name, leaf] of leaves) {
        const count = isTexts(leaf) ? Math.max(1, Math.ceil(leaf.length / TEXTS_AT_ONCE)) : 1;
        for (let n = 0; n < count; n += 1) {
          await append(handle, name, isTexts(leaf) ? leaf.slice(n * TEXTS_AT_ONCE, (n + 1) * TEXTS_AT_ONCE) : leaf);
          await turns.rest();
        }
      }
      await append(handle, END, []);
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Removes what killed processes left. */
async function removeUnfinished(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
    if (age > ABANDONED_MS) await rm(path, { force: true });
  }
}

async function append(handle: FileHandle, name: string, leaf: Leaf): Promise<void> {
  const type = isTexts(leaf) ? "texts" : leaf.constructor.name;
  const label = Buffer.from(JSON.stringify({ name, type } satisfies Label));
  const data = isTexts(leaf) ? serialize(leaf) : bytesOf(leaf);
  const head = Buffer.alloc(HEAD_BYTES);
  for (const [at, value] of [label.length, data.length, crc32(data)].entries()) head.writeUInt32LE(value, at * 4);
  const { bytesWritten } = await handle.writev([head, label, data]);
  if (bytesWritten < head.length + label.length + data.length) throw new Error("The disk took a part only.");
}

/** What was stored in `file`. Rejects if there is none, and with an `IndexFileError` if it cannot be used. */
export async function readIndexFile(file: string, turns: Turns): Promise<StoredLeaves> {
  const handle = await open(file);
  try {
    const leaves = new Map<string, Leaf>();
    const { size } = await handle.stat();
    for (;;) {
      const [name, leaf] = await readPart(handle, size);
      if (leaves.size === 0 && (name !== "version" || leaf[0] !== VERSION)) throw new IndexFileError("another version");
      if (name === END) return new StoredLeaves(leaves);
      const before = leaves.get(name);
      leaves.set(name, before && isTexts(before) && isTexts(leaf) ? [...before, ...leaf] : leaf);
      await turns.rest();
    }
  } finally {
    await handle.close();
  }
}

async function readPart(handle: FileHandle, most: number): Promise<[string, Leaf]> {
  const head = await readInto(handle, Buffer.alloc(HEAD_BYTES));
  const [labelBytes, dataBytes, checksum] = [0, 4, 8].map((at) => head.readUInt32LE(at)) as [number, number, number];
  if (labelBytes > MOST_LABEL_BYTES || dataBytes > most) throw new IndexFileError("damaged");
  const label = await readInto(handle, Buffer.alloc(labelBytes));
  const data = await readInto(handle, new Uint8Array(new ArrayBuffer(roomFor(dataBytes)), 0, dataBytes));
  if (crc32(data) !== checksum) throw new IndexFileError("damaged");
  const { name, type } = JSON.parse(label.toString()) as Label;
  if (type === "texts") return [name, deserialize(data) as string[]];
  const Type = COLUMNS[type as keyof typeof COLUMNS];
  return [name, new Type(data.buffer, 0, dataBytes / Type.BYTES_PER_ELEMENT)];
}

/** Bytes for a column of `bytes` and for its new rows, in words of eight. */
const roomFor = (bytes: number) => Math.ceil((bytes * (1 + SPARE)) / 8) * 8;

/** A column that was read, with the room behind it: a share `SPARE` more. */
export function withRoom<Of extends Column>(column: Of): Of {
  const Type = column.constructor as new (buffer: ArrayBufferLike, from: number, length: number) => Of;
  return new Type(column.buffer, 0, Math.ceil(column.length * (1 + SPARE)));
}

async function readInto<Bytes extends Uint8Array>(handle: FileHandle, bytes: Bytes): Promise<Bytes> {
  const { bytesRead } = await handle.read(bytes, 0, bytes.length);
  if (bytesRead < bytes.length) throw new IndexFileError("cut off");
  return bytes;
}

function isTexts(leaf: Leaf): leaf is readonly string[] {
  return Array.isArray(leaf);
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The leaves of a file by name. */
export class StoredLeaves {
  readonly #leaves: ReadonlyMap<string, Leaf>;

  constructor(leaves: ReadonlyMap<string, Leaf>) {
    this.#leaves = leaves;
  }

  texts(name: string): readonly string[] {
    const leaf = this.#leaves.get(name);
    if (!leaf || !isTexts(leaf)) throw new IndexFileError(`without ${name}`);
    return leaf;
  }

  column<Of extends Column>(name: string, Type: new (length: number) => Of): Of {
    const leaf = this.#leaves.get(name);
    if (!(leaf instanceof Type)) throw new IndexFileError(`without ${name}`);
    return leaf;
  }
}
