import { z } from "zod";
import type { LargerUnit, PriceStep } from "#app/features/pricing/rules.ts";
import { fieldErrors, type FormValues } from "#app/lib/forms.ts";
import { formatCount, MAX_PRICE_KOBO, NAIRA_PROBLEM, nairaText, parseNaira, readCount } from "#app/lib/money.ts";
import { isPictureAddress } from "#app/lib/pictures.ts";
import { altText } from "./rules.ts";
import { gtinProblem } from "./rules/facts.ts";
import { MAX_PICTURES, TEXT_LIMITS } from "./rules/limits.ts";
import { multipleProblem, stepsProblem, unitsProblem } from "./rules/term-problems.ts";

/** Reads a trimmed text; what it returns after `refuse` is ignored. */
type Read<T> = (text: string, refuse: (message: string) => never) => T;

/** Codec between the text of a field and its value. Reading may refuse a text; any stored value is written. */
const field = <T>(read: Read<T>, write: (value: T) => string) =>
  z.codec(z.string(), z.custom<T>(), {
    // `continue`: an unreadable field does not keep the product's rules from being checked.
    decode: (text, { issues }) =>
      read(text.trim(), (message) => {
        issues.push({ code: "custom", input: text, message, continue: true });
        return z.NEVER;
      }),
    encode: write,
  });

const orNull = <T>(read: Read<T>, write: (value: T) => string) =>
  field<T | null>(
    (text, refuse) => (text === "" ? null : read(text, refuse)),
    (value) => (value === null ? "" : write(value)),
  );

const atMost =
  (most: number): Read<string> =>
  (text, refuse) =>
    text.length > most ? refuse(`At most ${formatCount(most)} characters.`) : text;

const readPrice: Read<number> = (text, refuse) => {
  const kobo = parseNaira(text);
  return kobo === null || kobo > MAX_PRICE_KOBO ? refuse(NAIRA_PROBLEM) : kobo;
};
const readPositive: Read<number> = (text, refuse) => readCount(text) || refuse("A whole number above 0.");

/** A text of at most `most` characters. */
export const textField = (most: number) => field(atMost(most), String);
const code = (most: number) => orNull(atMost(most), String);
const amount = orNull(readPrice, nairaText);
const size = orNull(readPositive, String);
/** A whole number from 1, which is also what an empty field means. */
const countFromOne = field((text, refuse) => (text === "" ? 1 : readPositive(text, refuse)), String);
const flag = field(
  (text) => text === "1",
  (on) => (on ? "1" : ""),
);

/** A stock in sold units. */
export const stockField = field((text, refuse) => readCount(text) ?? refuse("A whole number from 0."), String);

/** Codec of a list with one line per item, such as "24 = 9500"; `read` returns null for a line to refuse. */
function lines<Item>(
  read: (left: string, right: string) => Item | null,
  write: (item: Item) => readonly [string | number, string | number],
  { refusal, most = Infinity, tooMany = "" }: { refusal: string; most?: number; tooMany?: string },
) {
  return field<Item[]>(
    (text, refuse) => {
      const rows = [...text.split("\n").entries()].filter(([, row]) => row.trim() !== "");
      if (rows.length > most) return refuse(tooMany);
      return rows.map(([at, row]) => {
        const [, left = "", right = ""] = /^(.*?)\s*[=:]\s*(.*)$/.exec(row.trim()) ?? [];
        return read(left, right) ?? refuse(`Line ${at + 1} is ${refusal}`);
      });
    },
    (items) => items.map((item) => write(item).join(" = ")).join("\n"),
  );
}

const PICTURES = z.array(
  z.object({
    address: z.string().max(2_000).refine(isPictureAddress),
    alt: z.string().catch("").transform(altText),
  }),
);

const readPictures: Read<z.output<typeof PICTURES>> = (text, refuse) => {
  try {
    const pictures = PICTURES.parse(JSON.parse(text || "[]"));
    return pictures.length > MAX_PICTURES ? refuse(`At most ${MAX_PICTURES} pictures.`) : pictures;
  } catch {
    return refuse("The pictures could not be read. Add them again.");
  }
};

/**
 * The fields of a product: decoding reads the texts of a form or of a file's cells, encoding writes stored values as
 * texts. Amounts in naira as text and in kobo as values. Stock has its own commands.
 */
export const productFields = z.object({
  name: field(
    (text, refuse) =>
      text === "" ? refuse("A product needs a name.") : atMost(TEXT_LIMITS.name)(text.replaceAll(/\s+/g, " "), refuse),
    String,
  ),
  category_id: code(Infinity),
  description: textField(TEXT_LIMITS.description),
  price: field(
    (text, refuse) => (text === "" ? refuse("A product needs a price.") : readPrice(text, refuse)),
    nairaText,
  ),
  discount_price: amount,
  cost: amount,
  min_order: countFromOne,
  order_multiple: countFromOne,
  unit: textField(TEXT_LIMITS.unit),
  pieces: countFromOne,
  price_steps: lines<PriceStep>(
    (left, right) => {
      const [from, unit_kobo] = [readCount(left.replace(/\+$/, "")), parseNaira(right)];
      return from && unit_kobo !== null ? { from, unit_kobo } : null;
    },
    ({ from, unit_kobo }) => [from, nairaText(unit_kobo)],
    { refusal: "no step. Write it as 24 = 9500." },
  ),
  larger_units: lines<LargerUnit>(
    (unit, right) => {
      const pieces = readCount(right);
      return unit !== "" && pieces ? { unit, pieces } : null;
    },
    ({ unit, pieces }) => [unit, pieces],
    { refusal: "no unit. Write it as pallet = 960." },
  ),
  images: field(readPictures, (pictures) => JSON.stringify(pictures)),
  distributor: textField(TEXT_LIMITS.distributor),
  brand: textField(TEXT_LIMITS.brand),
  sku: code(TEXT_LIMITS.sku),
  barcode: field<string | null>(
    (text, refuse) => {
      const digits = text.replaceAll(/[\s-]/g, "");
      const problem = digits === "" ? null : gtinProblem(digits);
      return problem === null ? digits || null : refuse(problem);
    },
    (digits) => digits ?? "",
  ),
  weight_grams: size,
  length_mm: size,
  width_mm: size,
  height_mm: size,
  country_of_origin: orNull(
    (text, refuse) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : refuse("Two letters, such as NG or CN.")),
    String,
  ),
  nafdac_number: code(TEXT_LIMITS.nafdac_number),
  best_before: orNull((text, refuse) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
    return isDay ? text : refuse("A day, such as 2027-06-30.");
  }, String),
  attributes: lines(
    (name, value) => (name && value && name.length <= 60 && value.length <= 300 ? { name, value } : null),
    ({ name, value }) => [name, value],
    { refusal: "no fact. Write it as Material = cotton.", most: 30, tooMany: "At most 30 facts." },
  ),
  featured: flag,
  best_seller: flag,
  new_arrival: flag,
});

type Values = z.output<typeof productFields>;
type FieldName = keyof Values;

/** The rules between fields, with the field that shows the message; checked when all `needs` are readable. */
const RULES: { at: FieldName; needs: FieldName[]; problem: (values: Values) => string | null }[] = [
  {
    at: "discount_price",
    needs: ["price", "discount_price"],
    problem: ({ price, discount_price }) =>
      (discount_price ?? 0) > price ? "The discount price is above the price." : null,
  },
  { at: "order_multiple", needs: ["min_order", "order_multiple"], problem: multipleProblem },
  { at: "price_steps", needs: ["price_steps", "price", "discount_price", "min_order"], problem: stepsProblem },
  { at: "larger_units", needs: ["larger_units", "pieces"], problem: unitsProblem },
];

function checkRules(values: Values, { issues, addIssue }: z.RefinementCtx<Values>): void {
  const unreadable = new Set(issues.map(({ path }) => path?.[0]));
  for (const { at, needs, problem } of RULES) {
    const message = needs.some((name) => unreadable.has(name)) ? null : problem(values);
    if (message) addIssue({ code: "custom", path: [at], message });
  }
}

/** The columns of the values. */
function toColumns<V extends Values>({ price, discount_price, cost, images, ...others }: V) {
  const alts = images.filter(({ alt }) => alt !== "").map(({ address, alt }) => [address, alt]);
  return {
    ...others,
    price_kobo: price,
    discount_price_kobo: discount_price,
    cost_kobo: cost,
    images: [...new Set(images.map(({ address }) => address))],
    image_alts: Object.fromEntries(alts) as Record<string, string>,
  };
}

/** The columns of a product that its form edits; amounts in kobo. */
export type ProductColumns = ReturnType<typeof toColumns<Values>>;

/** Some columns of a product as texts of its form; pictures use their alt texts of `now`, unless these are columns. */
export function productTexts(
  columns: Partial<ProductColumns>,
  now: Pick<ProductColumns, "image_alts"> = { image_alts: {} },
): FormValues {
  const { price_kobo, discount_price_kobo, cost_kobo, images, image_alts = now.image_alts, ...others } = columns;
  const texts = z.encode(productFields.partial(), {
    ...others,
    price: price_kobo,
    discount_price: discount_price_kobo,
    cost: cost_kobo,
    images: images?.map((address) => ({ address, alt: image_alts[address] ?? "" })),
  });
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

const BLANK: FormValues = Object.fromEntries(Object.keys(productFields.shape).map((name) => [name, ""]));

/** Values of an empty form. */
export const NEW_PRODUCT: FormValues = {
  ...BLANK,
  min_order: "1",
  order_multiple: "1",
  pieces: "1",
  images: "[]",
  new_arrival: "1",
};

const product = productFields.superRefine(checkRules);
const newProduct = productFields.extend({ stock_quantity: stockField }).superRefine(checkRules);

/** Reads the product form, with one message per field; a missing field is an empty one. */
export function readProduct(form: FormValues) {
  return answerOf(z.safeDecode(product, { ...BLANK, ...form } as z.input<typeof product>));
}

/** Reads the form of a new product, which has the stock too. */
export function readNewProduct(form: FormValues) {
  return answerOf(z.safeDecode(newProduct, { ...BLANK, stock_quantity: "", ...form } as z.input<typeof newProduct>));
}

function answerOf<V extends Values>(read: z.ZodSafeParseResult<V>) {
  return read.success
    ? { ok: true as const, columns: toColumns(read.data) }
    : { ok: false as const, errors: fieldErrors(read.error) };
}
