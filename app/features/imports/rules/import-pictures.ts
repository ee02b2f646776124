import { altText, imageList } from "#app/features/products/rules.ts";
import { MAX_PICTURES } from "#app/features/products/rules/limits.ts";
import { readAlts } from "#app/features/products/rules/table-cells.ts";
import type { Mapping } from "./import-fields.ts";

/** Picture URLs in a cell, and the alt text of the first. */
export type PictureCell = { addresses: string; alt: string };

export type ReadPictures = { images: string[]; image_alts: Record<string, string>; notes: string[] };

const MOST_LETTERS = 2_000;
/** Stored picture path, as written by the export. */
const STORED = /^\/files\/[\w-]+(\/[\w-]+)+\.webp$/;

/** Whether a picture is already in the file store; others have to be fetched. */
export function isStored(address: string): boolean {
  return STORED.test(address);
}

/** Distinct pictures of a product, at most 12, with alt texts by URL. */
export function readPictures(cells: readonly PictureCell[]): ReadPictures {
  const read: ReadPictures = { images: [], image_alts: {}, notes: [] };
  for (const { addresses, alt } of cells) {
    const alts = readAlts(alt);
    const parts = imageList(addresses).flatMap((text) => text.split(/[\s,;|]+(?=https?:|\/files\/)/i).filter(Boolean));
    for (const [at, address] of parts.entries()) {
      const isAddress =
        isStored(address) || (!/\s/.test(address) && /^https?:$/.test(URL.parse(address)?.protocol ?? ""));
      if (!isAddress || address.length > MOST_LETTERS) {
        read.notes.push("A picture is left out: its address is not a web address.");
        continue;
      }
      if (!read.images.includes(address)) read.images.push(address);
      const text = altText(alts.get(at + 1) ?? "");
      if (text !== "") read.image_alts[address] ??= text;
    }
  }
  if (read.images.length > MAX_PICTURES) read.notes.push(`Only the first ${MAX_PICTURES} pictures are taken.`);
  read.images = read.images.slice(0, MAX_PICTURES);
  read.notes = [...new Set(read.notes)];
  return read;
}

/**
 * Pictures by product key for a file with variant rows, where each row can have a picture of the product; by position,
 * those without one last.
 */
export function picturesByKey(
  rows: readonly (readonly string[])[],
  variants: { key: number; position: number },
  { images, image_alt }: Mapping,
): Map<string, PictureCell[]> {
  const found = new Map<string, (PictureCell & { position: number })[]>();
  if (images === undefined) return new Map();
  for (const row of rows) {
    const addresses = row[images] ?? "";
    if (addresses === "") continue;
    const key = row[variants.key] ?? "";
    const position = Number(row[variants.position] || Number.POSITIVE_INFINITY);
    const list = found.get(key) ?? [];
    list.push({ addresses, alt: image_alt === undefined ? "" : (row[image_alt] ?? ""), position });
    found.set(key, list);
  }
  const inOrder = (a: { position: number }, b: { position: number }) =>
    a.position === b.position ? 0 : a.position - b.position;
  return new Map([...found].map(([key, list]) => [key, list.toSorted(inOrder)]));
}
