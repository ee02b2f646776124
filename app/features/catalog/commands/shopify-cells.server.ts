import { parseNaira } from "#app/lib/money.ts";
import { altText } from "../rules.ts";
import type { ShopifyRow } from "./shopify-columns.server.ts";

const MAX_ADDRESS = 2_000;

/** A money cell in kobo, or what is wrong with it. */
export function readPrice(label: string, cell: string): number | string {
  if (!cell) return `${label} is empty`;
  if (/^\D{0,4}-/.test(cell)) return `${label} "${cell}" is negative`;
  // "9,99" is 9.99 in some countries; read as a thousands separator it would be a hundredfold price.
  if (cell.includes(",") && !/^\D*\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell)) {
    return `${label} "${cell}" is not clear: write decimals with a point`;
  }
  return parseNaira(cell) ?? `${label} "${cell}" is not an amount of money`;
}

/** A stock cell as a whole number, which Shopify lets be negative, or what is wrong with it. */
export function readQuantity(cell: string): number | string {
  return /^-?\d{1,10}$/.test(cell) ? Number(cell) : `Variant Inventory Qty "${cell}" is not a whole number`;
}

/** The https addresses of all rows, each once, in Image Position order; those without a position come last. */
export function readPictures(rows: ShopifyRow[], notes: string[]): string[] {
  const pictures = rows.flatMap(({ cells }) => {
    const position = /^\d+$/.test(cells.image_position) ? Number(cells.image_position) : Number.POSITIVE_INFINITY;
    return addresses(cells.image).map((address) => ({ address: address.trim(), position }));
  });
  const ordered = pictures
    .filter(({ address }) => address !== "")
    .toSorted((a, b) => (a.position === b.position ? 0 : a.position - b.position));
  const images: string[] = [];
  for (const { address } of ordered) {
    if (!isHttps(address))
      notes.push(`a picture is left out, its address does not start with https: ${address.slice(0, 80)}`);
    else if (!images.includes(address)) images.push(address);
  }
  return images;
}

/** What the pictures of all rows show, by their address; of several in one cell it is the first. */
export function readPictureTexts(rows: ShopifyRow[]): Record<string, string> {
  const told = rows.map(({ cells }) => [addresses(cells.image)[0]?.trim() ?? "", altText(cells.image_alt)]);
  return Object.fromEntries(told.filter(([address, text]) => address && text)) as Record<string, string>;
}

/** A cell may hold one address or a JSON list of them. */
function addresses(cell: string): string[] {
  if (!cell.startsWith("[")) return [cell];
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [cell];
  } catch {
    return [cell];
  }
}

function isHttps(address: string): boolean {
  return address.length <= MAX_ADDRESS && !/\s/.test(address) && URL.parse(address)?.protocol === "https:";
}
