import type { Measure, NetContent } from "./net-content.ts";

/** `stated` is the net weight or volume of a piece among the attributes; `weight_grams` the gross weight of the unit. */
export type Contained = {
  name: string;
  unit: string;
  pieces: number;
  weight_grams: number | null;
  stated?: string | null;
};

/** Names of the attributes that state the net content of a piece. */
export const NET_ATTRIBUTES = ["net weight", "net content", "net contents", "net volume"] as const;

const UNITS = new Map(
  Object.entries({
    "kg|kgs|kilo|kilos|kilogram|kilograms": ["kilo", 1],
    "g|gm|gms|gram|grams": ["kilo", 0.001],
    "l|ltr|ltrs|litre|litres|liter|liters": ["litre", 1],
    cl: ["litre", 0.01],
    ml: ["litre", 0.001],
    "m|mtr|mtrs|metre|metres|meter|meters": ["metre", 1],
    "yard|yards|yd|yds": ["metre", 0.9144],
  } as const).flatMap(([names, unit]) => names.split("|").map((name) => [name, unit] as const)),
);
/** Fast, because a listing index reads all names; what stands before is tested for the few matches. */
const SIZE = new RegExp(String.raw`(\d+(?:[.,]\d+)*)( ?)(${[...UNITS.keys()].join("|")})(?![a-z\d/])`, "g");
const NOT_A_SIZE = /(?:[\p{L}\d.,]|\d\s?(?:-|–|to)\s?|up to\s)$/u;
const COUNT = /(\d+)\s?[x×]\s?$/;
/** Goods whose size is not their content ("flask, 1 L", "A4 80 g", "cable, 2 m"), if the size follows. */
const NOT_CONTENT = new Set(
  `bottle bottles cup cups mug mugs flask flasks bowl bowls bucket buckets basin basins cooler coolers jug jugs kettle
   kettles pot pots pan pans tank tanks bin bins drum drums keg kegs jerrycan jerrycans dispenser dispensers sprayer
   sprayers blender blenders cooker cookers fryer fryers scale scales backpack backpacks cylinder cylinders cable cables
   cord cords charger chargers light lights paper a4`.split(/\s+/),
);
const LAST_WORD = /([a-z\d]+)[\s,(]*$/;
/** Characters before a size that decide whether it is one. */
const BEFORE = 16;
/** Plausible gross kilos of a unit for each kilo or litre that it contains. */
const GROSS: Partial<Record<Measure, readonly [least: number, most: number]>> = { kilo: [0.9, 3.5], litre: [0.5, 8] };

/**
 * The net content of a sold unit, read from its unit ("50 kg bag", "carton of 10 x 1 kg"), else from the attribute or the
 * name of a piece ("…, 400 g") times the pieces. Null when none is stated, several are, or the gross weight denies it.
 */
export function netContent({ name, unit, pieces, weight_grams, stated }: Contained): NetContent | null {
  const ofUnit = onlySize(unit, 1);
  const content = ofUnit ?? multiplied(onlySize(stated ?? "", pieces) ?? onlySize(name, pieces), pieces);
  if (!content) return null;
  const total = { amount: content.amount * content.count, measure: content.measure };
  const [least, most] = GROSS[total.measure] ?? [0, Infinity];
  const gross = weight_grams === null ? null : weight_grams / 1000 / total.amount;
  return total.amount > 0 && (gross === null || (gross >= least && gross <= most)) ? total : null;
}

type Size = NetContent & { count: number };

function multiplied(size: Size | null, pieces: number): Size | null {
  return size && { ...size, count: size.count * Math.max(1, pieces) };
}

/** The only size in a text; a count before it ("6 x 1 L") is left out if it is that of the `pieces`. */
function onlySize(text: string, pieces: number): Size | null {
  if (text === "") return null;
  const lower = text.toLowerCase();
  const sizes: Size[] = [];
  for (const { 0: whole, 1: number = "", 3: name = "", index } of lower.matchAll(SIZE)) {
    const before = lower.slice(Math.max(0, index - BEFORE), index);
    const [measure, factor] = UNITS.get(name) ?? [];
    const isGeneration = /^[2-5]g$/.test(whole);
    if (!measure || isGeneration || NOT_A_SIZE.test(before)) continue;
    if (NOT_CONTENT.has(LAST_WORD.exec(before)?.[1] ?? "")) continue;
    const count = Number(COUNT.exec(before)?.[1] ?? 1);
    sizes.push({ amount: amountOf(number) * factor, measure, count: count === pieces ? 1 : count });
  }
  const [first] = sizes;
  return first && sizes.every(({ amount, measure }) => amount === first.amount && measure === first.measure)
    ? first
    : null;
}

/** "1.5", "1,5" and "1,000". */
function amountOf(number: string): number {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number);
  return Number(isGrouped ? number.replaceAll(",", "") : number.replace(",", "."));
}
