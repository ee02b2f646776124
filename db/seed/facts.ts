import { gtinCheckDigit } from "#app/features/products/rules/facts.ts";
import type { Attribute } from "../schema/catalog.ts";
import type { Goods } from "./goods/goods.ts";
import type { Random } from "./random.ts";

/** The facts of a product besides its price. */
export type Facts = {
  brand: string;
  sku: string;
  barcode: string | null;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  country_of_origin: string;
  nafdac_number: string | null;
  best_before: string | null;
  attributes: Attribute[];
};

/** Origins outside Nigeria by their country. */
const ABROAD: Readonly<Record<string, string>> = {
  MA: "Agadir",
  TH: "Bangkok",
  CN: "Dongguan, Guangzhou, Ningbo, Qingdao, Quanzhou, Shantou, Shenzhen, Wenzhou, Xuchang, Yiwu, Zhongshan, Zhuhai",
  AE: "Dubai",
  IN: "Haryana, northern India, Punjab",
  TR: "Istanbul, Izmir, Mersin",
  ID: "Jakarta",
  TG: "Lomé",
  IT: "Milan",
  ZA: "Port Elizabeth",
  KR: "Seoul",
  CH: "St. Gallen",
  TW: "Taipei",
  JP: "Yokohama",
};
const COUNTRY_OF = new Map(
  Object.entries(ABROAD).flatMap(([country, origins]) => origins.split(", ").map((origin) => [origin, country])),
);

/** Products with a NAFDAC registration and its first digit: food, cosmetics, drugs. */
const NAFDAC: Readonly<Record<string, string>> = {
  "grocery-gourmet-food": "1",
  "baby-food-feeding": "1",
  "skin-care": "2",
  "soap-bath": "2",
  "hair-care": "2",
  "make-up-fragrance": "2",
  "oral-care-health": "4",
};
const PERISHABLE = new Set(["grocery-gourmet-food", "baby-food", "skin-care", "hair-care", "oral-care-health"]);

type Pair = readonly [name: string, values: string];
const CLOTHES: readonly Pair[] = [
  ["Material", "100 % cotton, Cotton and polyester, Viscose, Linen blend, Polyester"],
  ["Fit", "Regular, Slim, Loose"],
  ["Care", "Machine wash at 30 degrees, Hand wash, Dry-clean"],
];
const SHOES: readonly Pair[] = [
  ["Upper", "Leather, Leather look, Canvas, Mesh"],
  ["Sole", "Rubber, PVC, EVA"],
];
/** Name-value pairs by sub-category or, without, by top category. */
const PAIRS: Readonly<Record<string, readonly Pair[]>> = {
  "women-clothing-fashion": CLOTHES,
  "men-clothing-fashion": CLOTHES,
  "kids-clothing": CLOTHES,
  "womens-shoes": SHOES,
  "mens-shoes": SHOES,
  "kids-shoes": SHOES,
  "grocery-gourmet-food": [
    ["Storage", "Cool and dry, Below 25 degrees, Out of the sun"],
    ["Shelf life", "9 months, 12 months, 18 months, 24 months"],
    ["Grade", "A, Premium, Standard"],
  ],
  household: [
    ["Material", "Polypropylene, Stainless steel, Aluminium, Cotton, Paper"],
    ["Warranty", "None, 6 months, 12 months"],
  ],
  "beauty-health-hair": [
    ["Skin or hair type", "All types, Dry, Normal, Oily"],
    ["Paraben-free", "Yes, No"],
  ],
  "mobile-accessories": [
    ["Warranty", "3 months, 6 months, 12 months"],
    ["Connector", "USB-C, Micro-USB, USB-A, Bluetooth"],
    ["Output", "5 V 2 A, 5 V 3 A, 9 V 2 A, 20 W"],
  ],
  "computer-accessories": [
    ["Warranty", "6 months, 12 months, 24 months"],
    ["Works with", "Windows and macOS, Windows, Any system"],
  ],
  "babies-kids-teens": [
    ["Age", "From birth, From 6 months, From 3 years, From 6 years"],
    ["Tested to", "SON MANCAP, EN 71, ISO 8124"],
  ],
  "jewelry-watches": [
    ["Metal", "Stainless steel, Brass, Sterling silver, Gold-plated brass"],
    ["Nickel-free", "Yes, No"],
  ],
  automotive: [
    ["Warranty", "None, 6 months, 12 months, 18 months"],
    ["Fits", "Cars, Cars and vans, Trucks, Motorcycles and tricycles"],
  ],
};

type Source = { brand: string; top: string; goods: Goods; origin: string; kilos: number };

/** The facts that all variants of a product share. "Best before" is relative to `now`. */
export function sharedFacts(random: Random, { brand, top, goods, origin }: Source, now: Date) {
  const country_of_origin = COUNTRY_OF.get(origin) ?? "NG";
  const kind = NAFDAC[goods.sub] ?? NAFDAC[top];
  const series = country_of_origin === "NG" ? `0${kind}` : `A${kind}`;
  const isPerishable = PERISHABLE.has(top) || PERISHABLE.has(goods.sub) || PERISHABLE.has(goods.key);
  const lasts = random.int(120, 900) * 86_400_000;
  return {
    brand,
    country_of_origin,
    nafdac_number: kind ? `${series}-${random.int(1000, 99_999)}` : null,
    best_before: isPerishable ? new Date(now.getTime() + lasts).toISOString().slice(0, 10) : null,
    attributes: pairsOf(random, PAIRS[goods.sub] ?? PAIRS[top] ?? []),
  };
}

function pairsOf(random: Random, pairs: readonly Pair[]): Attribute[] {
  return pairs
    .filter(() => random.chance(0.85))
    .map(([name, values]) => ({ name, value: random.pick(values.split(",").map((value) => value.trim())) }));
}

/** Model number, barcode, weight and dimensions of one row; `serial` is unique in the shop. */
export function ownFacts(random: Random, { brand, kilos }: Source, serial: number) {
  // A box of about 4 litres per kilogram, a third longer than wide.
  const edge = Math.cbrt(kilos * 4_000_000) * (0.9 + random.next() * 0.2);
  const letters = brand
    .replaceAll(/[^A-Za-z]/g, "")
    .slice(0, 3)
    .toUpperCase();
  return {
    sku: `${letters}-${(serial + 46_656).toString(36).toUpperCase()}`,
    barcode: random.chance(0.9) ? ean13(serial) : null,
    weight_grams: Math.max(1, Math.round(kilos * 1000)),
    length_mm: Math.round(edge * 1.3),
    width_mm: Math.round(edge),
    height_mm: Math.round(edge / 1.3),
  };
}

/** A valid EAN-13 in the GS1 range for in-store use, so that no real product has it. */
function ean13(serial: number): string {
  const body = `2${String(serial * 7919 + 13).padStart(11, "0")}`;
  return body + gtinCheckDigit(body);
}
