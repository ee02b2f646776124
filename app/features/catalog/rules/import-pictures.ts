import { altText, imageList } from "../rules.ts";
import type { Mapping } from "./import-fields.ts";

/** One or several addresses of pictures in a cell, and what the first of them shows. */
export type PictureCell = { addresses: string; alt: string };

export type ReadPictures = { images: string[]; image_alts: Record<string, string>; notes: string[] };

const MOST = 12;
const MOST_LETTERS = 2_000;
/** A picture that the shop has stored itself, as its export writes it. */
const STORED = /^\/files\/[\w-]+(\/[\w-]+)+\.webp$/;

/** Whether a picture is the shop's own; every other one has to be fetched. */
export function isStored(address: string): boolean {
  return STORED.test(address);
}

/** The pictures of a product, each once, at most 12, with what they show by their address. */
export function readPictures(cells: readonly PictureCell[]): ReadPictures {
  const read: ReadPictures = { images: [], image_alts: {}, notes: [] };
  for (const { addresses, alt } of cells) {
    const parts = imageList(addresses).flatMap((text) => text.split(/[\s,;|]+(?=https?:|\/files\/)/i).filter(Boolean));
    for (const [at, address] of parts.entries()) {
      const isAddress =
        isStored(address) || (!/\s/.test(address) && /^https?:$/.test(URL.parse(address)?.protocol ?? ""));
      if (!isAddress || address.length > MOST_LETTERS) {
        read.notes.push("A picture is left out: what stands there is no address of the web.");
        continue;
      }
      if (!read.images.includes(address)) read.images.push(address);
      const text = at === 0 ? altText(alt) : "";
      if (text !== "") read.image_alts[address] ??= text;
    }
  }
  if (read.images.length > MOST) read.notes.push(`Only the first ${MOST} pictures are taken.`);
  read.images = read.images.slice(0, MOST);
  read.notes = [...new Set(read.notes)];
  return read;
}

/**
 * In a file whose rows are variants, every row of a product may bring one of its pictures: those of all rows by the
 * product's key, in the order of their positions, those without one last.
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
