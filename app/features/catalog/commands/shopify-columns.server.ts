import { type RowShape, WrongFileError } from "./csv-records.server.ts";

/** The columns that are read, by the names that Shopify's exports have had for them. */
const NAMES = {
  handle: ["handle", "url handle"],
  title: ["title"],
  body: ["body (html)", "body html", "description"],
  vendor: ["vendor"],
  type: ["type", "product type"],
  published: ["published", "published on online store"],
  status: ["status"],
  option1_name: ["option1 name"],
  option1_value: ["option1 value"],
  option2_name: ["option2 name"],
  option2_value: ["option2 value"],
  option3_name: ["option3 name"],
  option3_value: ["option3 value"],
  price: ["variant price", "price"],
  compare_at: ["variant compare at price", "compare-at price"],
  quantity: ["variant inventory qty", "inventory quantity"],
  image: ["image src", "product image url"],
  image_position: ["image position"],
  image_alt: ["image alt text"],
  sku: ["variant sku", "sku"],
  barcode: ["variant barcode", "barcode"],
  grams: ["variant grams", "weight value (grams)"],
  variant_image: ["variant image", "variant image url"],
  brand: ["brand", "brand (product.metafields.custom.brand)"],
  gift_card: ["gift card"],
} as const;

export type ShopifyField = keyof typeof NAMES;

/** One row by meaning; cells are trimmed, a column that the file does not have is "". */
export type ShopifyRow = { line: number; lastLine: number; cells: Record<ShopifyField, string> };

/** What is wrong with a row, by its line in the file. */
export type Problem = { line: number; reason: string };

export type ShopifyColumns = RowShape & {
  /** False when the file says nothing about stock, as exports of shops with several locations do. */
  hasQuantity: boolean;
  /** The fields of one record, or the reason why it cannot be one row of this file. */
  pick: (cells: string[]) => Record<ShopifyField, string> | string;
};

const FIELDS = Object.keys(NAMES) as ShopifyField[];

/** Reads the header of a Shopify product export. Throws WrongFileError when it is something else. */
export function readColumns(header: string[]): ShopifyColumns {
  const seen = header.map((cell) => cell.trim().toLowerCase());
  const place = Object.fromEntries(
    FIELDS.map((field) => [field, seen.findIndex((name) => (NAMES[field] as readonly string[]).includes(name))]),
  ) as Record<ShopifyField, number>;
  refuse(header, place);
  const { price } = place;
  return {
    columns: header.length,
    hasQuantity: place.quantity !== -1,
    isComplete: (cells) => /^\d+(\.\d+)?$/.test(cells[price]?.trim() ?? ""),
    pick: (cells) => {
      // Spreadsheets drop empty cells at the end of a row; a row that ends at its price may be cut inside the number.
      if (cells.length < Math.min(price + 2, header.length)) {
        return `the row has only ${cells.length} of ${header.length} cells`;
      }
      return Object.fromEntries(FIELDS.map((field) => [field, cells[place[field]]?.trim() ?? ""])) as Record<
        ShopifyField,
        string
      >;
    },
  };
}

function refuse(header: string[], place: Record<ShopifyField, number>): void {
  if (place.handle === -1) {
    const first = header.join(",");
    const separator = [[";", "semicolons"] as const, ["\t", "tabs"] as const].find(([sign]) =>
      first.split(sign).some((name) => /^"?(url )?handle"?$/i.test(name.trim())),
    );
    throw new WrongFileError(
      separator
        ? `The columns of this file are separated by ${separator[1]}. Save it again as "CSV UTF-8 (comma delimited)".`
        : "The first line has no Handle column: this is not a Shopify product export.",
    );
  }
  const missing = [place.title === -1 && "Title", place.price === -1 && "Variant Price"].filter(
    (name) => name !== false,
  );
  if (missing.length > 0) {
    throw new WrongFileError(
      `This is not a Shopify product export: the first line has no column ${missing.join(" and no ")}.`,
    );
  }
}
