import type { LargerUnit, PriceStep } from "#app/features/pricing/rules.ts";
import { termsErrors } from "#app/features/pricing/rules/wholesale-terms.ts";
import type { FieldErrors, FormValues } from "#app/lib/forms.ts";
import { formatCount, nairaText, readAmount } from "#app/lib/money.ts";
import type { StoredProduct } from "../queries.server.ts";
import { altText } from "../rules.ts";
import { gtinProblem } from "./facts.ts";

const EMPTY = {
  name: "",
  category_id: null,
  description: "",
  price_kobo: 0,
  discount_price_kobo: null,
  cost_kobo: null,
  min_order: 1,
  order_multiple: 1,
  unit: "",
  pieces: 1,
  price_steps: [],
  larger_units: [],
  images: [],
  image_alts: {},
  distributor: "",
  brand: "",
  sku: null,
  barcode: null,
  weight_grams: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  country_of_origin: null,
  nafdac_number: null,
  best_before: null,
  attributes: [],
  featured: false,
  best_seller: false,
  new_arrival: true,
};

/** Product fields edited in the form; amounts in kobo. Stock has separate commands. */
export type ProductFormFields = Pick<StoredProduct, keyof typeof EMPTY>;

/** Values of an empty form. */
export const NEW_PRODUCT: FormValues = { ...productValues(EMPTY), price: "" };

/** Some columns of a product as form values; pictures use their current alt texts. */
export function productTexts(
  columns: Partial<ProductFormFields>,
  now: Pick<ProductFormFields, "image_alts">,
): FormValues {
  const values = productValues({ ...EMPTY, ...now, ...columns });
  const names = Object.keys(columns).map((column) => column.replace(/_kobo$/, ""));
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name] ?? ""]] : [])));
}

/** A product as form values: amounts in naira, lists with one line per entry ("24 = 9500"). */
export function productValues(product: ProductFormFields): FormValues {
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  const naira = (kobo: number | null) => (kobo === null ? "" : nairaText(kobo));
  const flag = (on: boolean) => (on ? "1" : "");
  const lines = (pairs: [string | number, string | number][]) =>
    pairs.map(([left, right]) => `${left} = ${right}`).join("\n");
  return {
    name: product.name,
    category_id: text(product.category_id),
    description: product.description,
    price: naira(product.price_kobo),
    discount_price: naira(product.discount_price_kobo),
    cost: naira(product.cost_kobo),
    min_order: text(product.min_order),
    order_multiple: text(product.order_multiple),
    unit: product.unit,
    pieces: text(product.pieces),
    price_steps: lines(product.price_steps.map(({ from, unit_kobo }) => [from, nairaText(unit_kobo)])),
    larger_units: lines(product.larger_units.map(({ unit, pieces }) => [unit, pieces])),
    images: JSON.stringify(product.images.map((address) => ({ address, alt: product.image_alts[address] ?? "" }))),
    distributor: product.distributor,
    brand: product.brand,
    sku: text(product.sku),
    barcode: text(product.barcode),
    weight_grams: text(product.weight_grams),
    length_mm: text(product.length_mm),
    width_mm: text(product.width_mm),
    height_mm: text(product.height_mm),
    country_of_origin: text(product.country_of_origin),
    nafdac_number: text(product.nafdac_number),
    best_before: text(product.best_before),
    attributes: lines(product.attributes.map(({ name, value }) => [name, value])),
    featured: flag(product.featured),
    best_seller: flag(product.best_seller),
    new_arrival: flag(product.new_arrival),
  };
}

export type ReadProduct = { ok: true; fields: ProductFormFields } | { ok: false; errors: FieldErrors };

const LIMITS = {
  name: 200,
  description: 20_000,
  unit: 60,
  distributor: 120,
  brand: 80,
  sku: 80,
  nafdac_number: 40,
} as const;
const MAX_KOBO = 1_000_000_000_000;
const MAX_PICTURES = 12;

/** Parses the product form with an error message per field, including violations of database constraints. */
export function readProductForm(values: FormValues): ReadProduct {
  const errors: FieldErrors = {};
  const text = (name: string) => (values[name] ?? "").trim();
  const orNull = (name: string) => text(name) || null;
  for (const [name, most] of Object.entries(LIMITS)) {
    if (text(name).length > most) errors[name] = `At most ${formatCount(most)} characters.`;
  }
  if (text("name") === "") errors["name"] = "A product needs a name.";
  const amount = (name: string) => readKobo(text(name), name, errors);
  const count = (name: string) => readWhole(text(name), name, errors);
  const fields: ProductFormFields = {
    name: text("name").replaceAll(/\s+/g, " "),
    category_id: orNull("category_id"),
    description: text("description"),
    price_kobo: amount("price") ?? 0,
    discount_price_kobo: amount("discount_price"),
    cost_kobo: amount("cost"),
    min_order: count("min_order") ?? 1,
    order_multiple: count("order_multiple") ?? 1,
    unit: text("unit"),
    pieces: count("pieces") ?? 1,
    price_steps: readSteps(text("price_steps"), errors),
    larger_units: readUnits(text("larger_units"), errors),
    ...readImages(text("images"), errors),
    distributor: text("distributor"),
    brand: text("brand"),
    sku: orNull("sku"),
    barcode: text("barcode").replaceAll(/[\s-]/g, "") || null,
    weight_grams: count("weight_grams"),
    length_mm: count("length_mm"),
    width_mm: count("width_mm"),
    height_mm: count("height_mm"),
    country_of_origin: text("country_of_origin").toUpperCase() || null,
    nafdac_number: orNull("nafdac_number"),
    best_before: orNull("best_before"),
    attributes: readAttributes(text("attributes"), errors),
    featured: text("featured") === "1",
    best_seller: text("best_seller") === "1",
    new_arrival: text("new_arrival") === "1",
  };
  if (text("price") === "") errors["price"] = "A product needs a price.";
  addRuleErrors(fields, errors);
  return Object.keys(errors).length === 0 ? { ok: true, fields } : { ok: false, errors };
}

function addRuleErrors(fields: ProductFormFields, errors: FieldErrors): void {
  const { price_kobo, discount_price_kobo, barcode, country_of_origin, best_before } = fields;
  if (discount_price_kobo !== null && discount_price_kobo > price_kobo)
    errors["discount_price"] ??= "The discount price is above the price.";
  for (const [name, sentence] of Object.entries(termsErrors(fields))) errors[name.split(".")[0] ?? name] ??= sentence;
  const problem = barcode === null ? null : gtinProblem(barcode);
  if (problem) errors["barcode"] ??= problem;
  if (country_of_origin !== null && !/^[A-Z]{2}$/.test(country_of_origin)) {
    errors["country_of_origin"] ??= "Two letters, such as NG or CN.";
  }
  if (best_before !== null && (!/^\d{4}-\d{2}-\d{2}$/.test(best_before) || Number.isNaN(Date.parse(best_before)))) {
    errors["best_before"] ??= "A day, such as 2027-06-30.";
  }
}

function readKobo(text: string, name: string, errors: FieldErrors): number | null {
  if (text === "") return null;
  const kobo = readAmount(text);
  if (kobo === null || kobo > MAX_KOBO) errors[name] = "An amount in naira, such as 7500 or 7500.50.";
  return kobo;
}

function readWhole(text: string, name: string, errors: FieldErrors): number | null {
  if (text === "") return null;
  const plain = text.replaceAll(",", "");
  if (/^\d{1,9}$/.test(plain) && Number(plain) > 0) return Number(plain);
  errors[name] = "A whole number above 0.";
  return null;
}

/** Lines of the form "left = right" with line numbers; empty lines are skipped. */
function pairsOf(text: string): { left: string; right: string; line: number }[] {
  return text.split("\n").flatMap((row, at) => {
    if (row.trim() === "") return [];
    const [, left = "", right = ""] = /^(.*?)\s*[=:]\s*(.*)$/.exec(row.trim()) ?? [];
    return [{ left: left.trim(), right: right.trim(), line: at + 1 }];
  });
}

function readSteps(text: string, errors: FieldErrors): PriceStep[] {
  return pairsOf(text).map(({ left, right, line }) => {
    const from = Number(left.replace(/\+$/, "").replaceAll(",", ""));
    const unit_kobo = readAmount(right);
    if (!Number.isInteger(from) || from < 1 || unit_kobo === null)
      errors["price_steps"] ??= `Line ${line} is no step. Write it as 24 = 9500.`;
    return { from, unit_kobo: unit_kobo ?? 0 };
  });
}

function readUnits(text: string, errors: FieldErrors): LargerUnit[] {
  return pairsOf(text).map(({ left, right, line }) => {
    const pieces = Number(right.replaceAll(",", ""));
    if (left === "" || !Number.isInteger(pieces) || pieces < 1)
      errors["larger_units"] ??= `Line ${line} is no unit. Write it as pallet = 960.`;
    return { unit: left, pieces };
  });
}

function readAttributes(text: string, errors: FieldErrors): ProductFormFields["attributes"] {
  const pairs = pairsOf(text);
  const wrong = pairs.find(({ left, right }) => left === "" || right === "" || left.length > 60 || right.length > 300);
  if (wrong) errors["attributes"] = `Line ${wrong.line} is no fact. Write it as Material = cotton.`;
  if (pairs.length > 30) errors["attributes"] = "At most 30 facts.";
  return pairs.map(({ left, right }) => ({ name: left, value: right }));
}

function readImages(text: string, errors: FieldErrors): Pick<ProductFormFields, "images" | "image_alts"> {
  try {
    const list = JSON.parse(text || "[]") as { address?: unknown; alt?: unknown }[];
    const pictures = list.flatMap(({ address, alt }) =>
      typeof address === "string" ? [{ address, alt: typeof alt === "string" ? altText(alt) : "" }] : [],
    );
    const images = pictures.map(({ address }) => address);
    if (images.some((address) => !/^(\/files\/|https:\/\/)\S{1,2000}$/.test(address))) throw new Error("no picture");
    if (images.length > MAX_PICTURES) errors["images"] = `At most ${MAX_PICTURES} pictures.`;
    const described = pictures.filter(({ alt }) => alt !== "");
    return {
      images: [...new Set(images)],
      image_alts: Object.fromEntries(described.map(({ address, alt }) => [address, alt])),
    };
  } catch {
    errors["images"] = "The pictures could not be read. Add them again.";
    return { images: [], image_alts: {} };
  }
}
