import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL_FILE = 0x04034b50;
const DEFLATED = 8;

/**
 * The size of a ZIP file's entries in bytes, by inflating them: the sizes that the file declares may be wrong. Counting
 * ends once it is above `most`. Null if the file is not a complete ZIP file.
 */
export async function unpackedSize(zip: Uint8Array, most: number): Promise<number | null> {
  const entries = entriesOf(zip);
  if (!entries) return null;
  let total = 0;
  for (const { data, isDeflated, size } of entries) {
    total += isDeflated ? await inflatedSize(data, most - total) : size;
    if (total > most) break;
  }
  return total;
}

/** Entries from the directory; `data` begins with the entry and extends to the end of the file. */
function entriesOf(zip: Uint8Array): { data: Uint8Array; isDeflated: boolean; size: number }[] | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && end > zip.length - 65_600 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const entries = [];
  let place = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (place + 46 > zip.length || view.getUint32(place, true) !== ENTRY) return null;
    const local = view.getUint32(place + 42, true);
    if (local + 30 > zip.length || view.getUint32(local, true) !== LOCAL_FILE) return null;
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const isDeflated = view.getUint16(place + 10, true) === DEFLATED;
    entries.push({ data: zip.subarray(from), isDeflated, size: view.getUint32(place + 20, true) });
    place +=
      46 + view.getUint16(place + 28, true) + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return entries;
}

/** The inflated size of the deflate stream at the beginning of `data`; of a damaged one, the size before the damage. */
async function inflatedSize(data: Uint8Array, most: number): Promise<number> {
  let total = 0;
  try {
    for await (const chunk of Readable.from([data]).pipe(createInflateRaw({ chunkSize: 65_536 }))) {
      total += (chunk as Uint8Array).length;
      if (total > most) break;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))) throw error;
  }
  return total;
}
