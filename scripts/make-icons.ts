// Renders the bitmap icons and the share picture from public/favicon.svg: `node scripts/make-icons.ts`. Committed.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const PUBLIC = join(import.meta.dirname, "../public");
const icon = await readFile(join(PUBLIC, "favicon.svg"));
// Platforms mask maskable and Apple icons themselves: these have the background without rounded corners.
const square = Buffer.from(icon.toString().replace('rx="15"', 'rx="0"'));

const FILES = [
  { name: "icon-192.png", from: icon, size: 192 },
  { name: "icon-512.png", from: icon, size: 512 },
  { name: "icon-maskable.png", from: square, size: 512 },
  { name: "apple-touch-icon.png", from: square, size: 180 },
];

for (const file of FILES) await writeFile(join(PUBLIC, file.name), await png(file.from, file.size));
await writeFile(join(PUBLIC, "favicon.ico"), ico(await png(icon, 32), 32));

function png(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** One PNG in the ICO container for old browsers. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, image]);
}
