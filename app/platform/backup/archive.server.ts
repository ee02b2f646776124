import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { webStream } from "../files/web-stream.server.ts";
import { END, endSchema, FORMAT, MANIFEST, manifestSchema, type Manifest } from "./manifest.ts";
import { BackupError } from "./problems.server.ts";

/** Adds an entry of exactly `size` bytes. */
export type AddEntry = (name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array) => Promise<void>;

/**
 * Writes a backup to `file`, with the entries that `fill` adds and an end that has their digest. It is named `file`
 * only when it is complete and on the disk; until then it is `file`.part, which is deleted on an error.
 */
export async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  try {
    const { readable, controller } = createTarPacker();
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const written = pipeline(Readable.from(readable), compress, createWriteStream(part, { mode: 0o600, flush: true }));
    const hash = createHash("sha256");
    let entries = 0;
    const put = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
      const sink = controller.add({ name, size, type: "file", mode: 0o600 }).getWriter();
      for await (const chunk of content) await sink.write(chunk);
      await sink.close();
    };
    const add: AddEntry = async (name, size, content) => {
      entries += 1;
      start(hash, name, size);
      await put(name, size, hashed(content instanceof Uint8Array ? [content] : content, hash));
    };
    const filled = (async () => {
      await fill(add);
      const end = Buffer.from(JSON.stringify({ entries, sha256: hash.digest("hex") }));
      await put(END, end.length, hashed([end], createHash("sha256")));
      controller.finalize();
    })();
    // An error of the disk ends the pipeline, and nothing takes the entries any more.
    await Promise.race([filled, written.then(() => filled)]).catch(async (error: unknown) => {
      filled.catch(() => {});
      controller.error(error);
      await written.catch(() => {});
      throw error;
    });
    await written;
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* hashed(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: Hash,
): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

export type ArchiveEntry = { name: string; size: number; body: AsyncIterable<Uint8Array> };

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * The entries of a backup in their order; a body that is not read is passed over. Damage is an error of any kind: see
 * `checkArchive`.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  await refuseOtherFiles(file);
  const plain = createZstdDecompress();
  const reading = pipeline(createReadStream(file), plain);
  reading.catch(() => {});
  let isWhole = false;
  try {
    for await (const { header, body } of webStream(plain).pipeThrough(createTarDecoder({ strict: true }))) {
      let isRead = false;
      const chunks = async function* () {
        isRead = true;
        yield* body;
      };
      yield { name: header.name, size: header.size, body: chunks() };
      if (!isRead) await body.pipeTo(new WritableStream());
    }
    isWhole = true;
  } finally {
    if (!isWhole) plain.destroy();
  }
  // The checksum stands behind the last entry.
  await reading;
}

/** Reads a whole backup and compares its digests. Throws BackupError for a file that is none, damaged, or newer. */
export async function checkArchive(file: string): Promise<Manifest> {
  const hash = createHash("sha256");
  let manifest: Manifest | undefined;
  let end: { entries: number; sha256: string } | undefined;
  let entries = 0;
  try {
    for await (const { name, size, body } of readArchive(file)) {
      if (name === MANIFEST) manifest = readManifest(file, await bytesOf(hashed(body, start(hash, name, size))));
      else if (name === END) end = endSchema.parse(JSON.parse(String(await bytesOf(body))));
      else if (!manifest) throw new BackupError(notOurs(file));
      else for await (const _ of hashed(body, start(hash, name, size)));
      if (name !== END) entries += 1;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw damaged(file, error);
  }
  if (!manifest) throw new BackupError(notOurs(file));
  if (!end) throw new BackupError(cutOff(file));
  if (end.entries !== entries || end.sha256 !== hash.digest("hex")) throw damaged(file, null);
  return manifest;
}

function start(hash: Hash, name: string, size: number): Hash {
  return hash.update(`${name}\0${size}\0`);
}

function readManifest(file: string, bytes: Buffer): Manifest {
  const value = JSON.parse(String(bytes)) as { format?: unknown; shop_version?: unknown };
  if (typeof value.format !== "number") throw new BackupError(notOurs(file));
  if (value.format > FORMAT)
    throw new BackupError(
      `${file} was made by a newer version of Oja (${String(value.shop_version)}): update this shop first, then restore.`,
    );
  return manifestSchema.parse(value);
}

const notOurs = (file: string) => `${file} is no backup of Oja.`;
const cutOff = (file: string) => `${file} was cut off: its end is missing. Use another backup; nothing was changed.`;

function damaged(file: string, error: unknown): BackupError {
  // Of a stream that ends too early.
  const isShort = error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
  const text = isShort
    ? cutOff(file)
    : `${file} is damaged: its content was changed. Use another backup; nothing was changed in the shop.`;
  return new BackupError(text, { cause: error });
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function refuseOtherFiles(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code ?? error.message}).`);
  });
  try {
    const magic = Buffer.alloc(4);
    await handle.read(magic, 0, 4, 0).catch(() => {});
    if (!magic.equals(ZSTD_MAGIC)) throw new BackupError(notOurs(file));
  } finally {
    await handle.close();
  }
}
