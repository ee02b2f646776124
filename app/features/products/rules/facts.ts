import { formatDate } from "#app/lib/dates.ts";

/** Descriptive columns of a product. Weight in grams, dimensions in millimetres, `best_before` as YYYY-MM-DD. */
export type ProductFactColumns = {
  brand: string;
  sku: string | null;
  barcode: string | null;
  weight_grams: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  country_of_origin: string | null;
  nafdac_number: string | null;
  best_before: string | null;
  attributes: readonly { name: string; value: string }[];
};

export type ProductFact = { name: string; value: string };

/** Known attributes of a product in table order. */
export function productFacts(product: ProductFactColumns): ProductFact[] {
  const facts = [
    ["Brand", product.brand],
    ["SKU", product.sku],
    ["Barcode (GTIN)", product.barcode],
    ["Weight", product.weight_grams === null ? null : weightText(product.weight_grams)],
    ["Dimensions", dimensionsText(product)],
    ["Country of origin", product.country_of_origin === null ? null : countryName(product.country_of_origin)],
    ["NAFDAC number", product.nafdac_number],
    ["Best before", product.best_before === null ? null : formatDate(new Date(`${product.best_before}T12:00:00Z`))],
    ...product.attributes.map(({ name, value }) => [name, value] as const),
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** "400 g", "5.6 kg", "1,250 kg". */
export function weightText(grams: number): string {
  if (grams < 1000) return `${grams} g`;
  return `${(grams / 1000).toLocaleString("en-NG", { maximumFractionDigits: 3 })} kg`;
}

function dimensionsText({ length_mm, width_mm, height_mm }: ProductFactColumns): string | null {
  const sides = [length_mm, width_mm, height_mm].filter((side) => side !== null);
  if (sides.length === 0) return null;
  const text = sides.map((side) => (side / 10).toLocaleString("en-NG", { maximumFractionDigits: 1 })).join(" × ");
  return `${text} cm`;
}

/** English name of an ISO 3166-1 alpha-2 code, or the code if unknown. */
function countryName(code: string): string {
  return new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(code) ?? code;
}

/** Error of a barcode; null for a GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
export function gtinProblem(code: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return "A barcode (GTIN) has 8, 12, 13 or 14 digits.";
  const fits = gtinCheckDigit(code.slice(0, -1)) === Number(code.at(-1));
  return fits ? null : "The last digit of this barcode (GTIN) does not fit the others.";
}

/** Check digit of a GTIN: weights 3 and 1 alternate from the right. */
export function gtinCheckDigit(digits: string): number {
  const sum = Array.from(digits.padStart(13, "0"), Number).reduce(
    (total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}
