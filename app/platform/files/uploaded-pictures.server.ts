import { createHash, randomBytes } from "node:crypto";
import pLimit from "p-limit";
import { UPLOAD_WIDTHS } from "#app/lib/pictures.ts";
import type { FileStore } from "./file-store.server.ts";

/** Pictures with more pixels are refused: accidentally large photos and decompression bombs. */
export const MOST_PIXELS = 30_000_000;
/** Maximum aspect ratio. */
const MOST_RATIO = 10;
const DECODE_SECONDS = 20;
const QUALITY = 80;

/** Decodes two pictures at once in this process; more than `MOST_WAITING` queued ones are refused. */
const decoding = pLimit(2);
const MOST_WAITING = 30;

export const NO_PICTURE = "Please choose a JPEG, PNG, WebP, GIF or AVIF picture.";
export const BROKEN_PICTURE = "This picture is damaged or not complete. Please choose another one.";
export const TOO_MANY_PIXELS = `This picture has more than ${MOST_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`;
export const TOO_LONG = `This picture is more than ${MOST_RATIO} times as long as wide. Please cut it.`;
export const TOO_BUSY = "Many pictures are being uploaded right now. Please try again in a moment.";

export type StoredPicture = { key: string; address: string; width: number; height: number };
export type PictureResult =
  | { ok: true; picture: StoredPicture }
  | { ok: false; reason: "refused" | "busy"; message: string };

/**
 * Decodes an uploaded picture and stores it as WebP in the widths of `UPLOAD_WIDTHS`: upright, without metadata or
 * other data of the file. `named` "content" gives equal pictures one address; "random" an address that cannot be
 * derived from the picture. Throws on failures of the store.
 */
export async function storePicture(
  files: FileStore,
  folder: string,
  bytes: Uint8Array,
  named: "content" | "random" = "content",
): Promise<PictureResult> {
  if (!looksLikePicture(bytes)) return { ok: false, reason: "refused", message: NO_PICTURE };
  if (decoding.pendingCount >= MOST_WAITING) return { ok: false, reason: "busy", message: TOO_BUSY };
  const encoded = await decoding(() => encode(bytes));
  if (typeof encoded === "string") return { ok: false, reason: "refused", message: encoded };
  const { full, variants, width, height } = encoded;
  const name =
    named === "content"
      ? createHash("sha256").update(full).digest("hex").slice(0, 32)
      : randomBytes(16).toString("hex");
  const stem = `${folder}/${name.slice(0, 2)}/${name}`;
  const key = `${stem}.webp`;
  if (named === "random" || !(await files.has(key))) {
    await Promise.all(
      variants.map((variant) => files.write(`${stem}-${variant.width}.webp`, variant.bytes, "image/webp")),
    );
    // Written last: a picture that exists has all its widths.
    await files.write(key, full, "image/webp");
  }
  return { ok: true, picture: { key, address: `/files/${key}`, width, height } };
}

/**
 * The bytes of a picture in a form: a file, or a data URL. Null if there is none, "too_large" above
 * `limit` bytes, and empty bytes (not a picture) for any other text.
 */
export async function submittedPicture(
  value: FormDataEntryValue | null,
  limit: number,
): Promise<Uint8Array | "too_large" | null> {
  if (value === null || value === "") return null;
  if (typeof value !== "string") {
    // Browsers send this for an empty file field.
    if (value.size === 0 && value.name === "") return null;
    return value.size > limit ? "too_large" : await value.bytes();
  }
  const encoded = /^data:image\/[\w.+-]+;base64,/.exec(value);
  const bytes = Buffer.from(encoded ? value.slice(encoded[0].length) : "", "base64");
  return bytes.length > limit ? "too_large" : bytes;
}

/** Deletes a stored picture in all widths. Only for randomly named pictures: others may be used elsewhere. */
export async function removePicture(files: FileStore, address: string): Promise<void> {
  const stem = address.replace(/^\/files\//, "").replace(/\.webp$/, "");
  await Promise.all(
    ["", ...UPLOAD_WIDTHS.map((width) => `-${width}`)].map((end) => files.remove(`${stem}${end}.webp`)),
  );
}

/** The magic bytes of the accepted formats. SVG and other formats of libvips are refused. */
function looksLikePicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return (
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF[^]{4}WEBP/.test(head) ||
    /^[^]{4}ftypavi[fs]/.test(head)
  );
}

type Encoded = { full: Buffer; variants: { width: number; bytes: Buffer }[]; width: number; height: number };

/** The picture in all widths, or the error message. */
async function encode(bytes: Uint8Array): Promise<Encoded | string> {
  // Loaded at the first picture: it takes 25 MB.
  const { default: sharp } = await import("sharp");
  const options = { failOn: "error", limitInputPixels: MOST_PIXELS, sequentialRead: true } as const;
  try {
    const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return TOO_MANY_PIXELS;
    if (Math.max(width, height) > MOST_RATIO * Math.min(width, height)) return TOO_LONG;
    const largest = Math.max(...UPLOAD_WIDTHS);
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: largest, height: 2 * largest, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .timeout({ seconds: DECODE_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const at = (target: number) =>
      sharp(data, { raw }).resize({ width: target, withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer();
    const variants = await Promise.all(
      UPLOAD_WIDTHS.map(async (target) => ({ width: target, bytes: await at(target) })),
    );
    return { full: await at(FULL_WIDTH), variants, width: info.width, height: info.height };
  } catch {
    return BROKEN_PICTURE;
  }
}

/** The width of an address without one (`pictureSet`). */
const FULL_WIDTH = 640;
