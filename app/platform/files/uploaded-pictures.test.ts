import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureSet, UPLOAD_WIDTHS } from "#app/lib/pictures.ts";
import { createFileStore } from "./file-store.server.ts";
import {
  BROKEN_PICTURE,
  NO_PICTURE,
  removePicture,
  submittedPicture,
  storePicture,
  TOO_LONG,
  TOO_MANY_PIXELS,
} from "./uploaded-pictures.server.ts";

const FILES_DIR = mkdtempSync(join(tmpdir(), "oja-files-"));
const files = createFileStore({ FILES_DIR, OBJECT_STORE: null });

const blank = (width: number, height: number, background = "#2a7") =>
  sharp({ create: { width, height, channels: 3, background } });

async function stored(bytes: Uint8Array) {
  const result = await storePicture(files, "products", bytes);
  if (!result.ok) throw new Error(result.message);
  return result.picture;
}
const bytesAt = (address: string) => readFileSync(join(FILES_DIR, address.replace(/^\/files\//, "")));

test("a photo is stored upright and without metadata, in every width that pages ask for", async () => {
  const left = await blank(1000, 1000, "#f00").png().toBuffer();
  const photo = await blank(2000, 1000, "#00f")
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Copyright: "SECRET" }, IFD3: { GPSLatitude: "6/1 27/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(photo.includes("SECRET")).toBe(true);
  const { address, width, height } = await stored(photo);
  // Rotated by 90 degrees: the left side is now on top.
  expect({ width, height }).toEqual({ width: 1000, height: 2000 });
  const top = await sharp(bytesAt(address)).extract({ left: 300, top: 100, width: 1, height: 1 }).raw().toBuffer();
  expect(top[0]).toBeGreaterThan(200);
  expect(top[2]).toBeLessThan(60);
  const addresses =
    pictureSet(address)
      .srcSet?.split(", ")
      .map((part) => part.split(" ")) ?? [];
  expect(addresses.map(([, size]) => size)).toEqual(["160w", "320w", "640w"]);
  for (const [path = "", size = ""] of addresses) {
    const metadata = await sharp(bytesAt(path)).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: Number.parseInt(size) });
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc ?? metadata.orientation).toBeUndefined();
    expect(bytesAt(path).includes("SECRET")).toBe(false);
  }
});

test("equal pictures get one address, other ones another; a small one is not enlarged", async () => {
  const one = await blank(50, 40).png().toBuffer();
  const picture = await stored(one);
  expect((await stored(one)).address).toBe(picture.address);
  expect((await stored(await blank(50, 40, "#123").png().toBuffer())).address).not.toBe(picture.address);
  expect(await sharp(bytesAt(picture.address)).metadata()).toMatchObject({ width: 50, height: 40 });
  for (const width of UPLOAD_WIDTHS)
    expect(bytesAt(picture.address.replace(".webp", `-${width}.webp`)).length).toBeGreaterThan(0);
});

test("a picture named at random has an address of its own each time and can be removed", async () => {
  const bytes = await blank(30, 30).webp().toBuffer();
  const [one, two] = await Promise.all([1, 2].map(() => storePicture(files, "requests", bytes, "random")));
  if (!one?.ok || !two?.ok) throw new Error("not stored");
  expect(one.picture.address).not.toBe(two.picture.address);
  await removePicture(files, one.picture.address);
  await removePicture(files, two.picture.address);
  const left = readdirSync(join(FILES_DIR, "requests"), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test.each(["jpeg", "png", "webp", "gif", "avif"] as const)("%s is taken", async (format) => {
  expect(await stored(await blank(40, 40).toFormat(format).toBuffer())).toMatchObject({ width: 40, height: 40 });
});

test("24 megapixels are decoded", async () => {
  const photo = await blank(6000, 4000).jpeg().toBuffer();
  expect(await stored(photo)).toMatchObject({ width: 1280, height: 853 });
});

/** A PNG that declares `side` px square and contains no pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000), { level: 9 });
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ["nothing", () => Buffer.alloc(0), NO_PICTURE],
  ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), NO_PICTURE],
  ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>"), NO_PICTURE],
  ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj"), NO_PICTURE],
  ["a TIFF", () => blank(20, 20).tiff().toBuffer(), NO_PICTURE],
  ["a script that begins as a GIF", () => Buffer.from('GIF89a/*AAAA*/="x";alert(1)//'), BROKEN_PICTURE],
  [
    "a page that begins as a JPEG",
    () => Buffer.from("\xff\xd8\xff\xe0<script>alert(1)</script>", "latin1"),
    BROKEN_PICTURE,
  ],
  ["half a photo", async () => half(await noisy().jpeg().toBuffer()), BROKEN_PICTURE],
  ["half a PNG", async () => half(await noisy().png().toBuffer()), BROKEN_PICTURE],
  ["a decompression bomb", () => bomb(30_000), TOO_MANY_PIXELS],
  ["a PNG whose size is a lie", () => bomb(5_000), BROKEN_PICTURE],
  ["a strip", () => blank(2000, 20).png().toBuffer(), TOO_LONG],
])("%s is refused with a sentence", async (_, make, message) => {
  const before = readdirSync(FILES_DIR, { recursive: true }).length;
  expect(await storePicture(files, "products", await make())).toEqual({ ok: false, reason: "refused", message });
  expect(readdirSync(FILES_DIR, { recursive: true })).toHaveLength(before);
});

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const noisy = () => {
  const pixels = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 251));
  return sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } });
};

test("what a picture carries behind its end is not stored", async () => {
  const carrier = Buffer.concat([
    await blank(60, 60, "#456").jpeg().toBuffer(),
    Buffer.from("PK\x03\x04<script>alert(1)</script>"),
  ]);
  const { address } = await stored(carrier);
  expect(bytesAt(address).includes("script")).toBe(false);
});

test("a form's picture is a file or an embedded data string, up to the limit", async () => {
  const bytes = await blank(10, 10).png().toBuffer();
  const file = new File([bytes], "a.png", { type: "image/png" });
  expect(Buffer.from((await submittedPicture(file, 5000)) as Uint8Array)).toEqual(bytes);
  const text = `data:image/png;base64,${bytes.toString("base64")}`;
  expect(Buffer.from((await submittedPicture(text, 5000)) as Uint8Array)).toEqual(bytes);
  expect(await submittedPicture(file, 10)).toBe("too_large");
  expect(await submittedPicture(text, 10)).toBe("too_large");
  expect(await submittedPicture(new File([], ""), 10)).toBeNull();
  expect(await submittedPicture("", 10)).toBeNull();
  expect(await submittedPicture(null, 10)).toBeNull();
  expect(await submittedPicture("https://elsewhere.example/a.png", 10)).toHaveLength(0);
});
