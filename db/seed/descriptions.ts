import type { Goods, PackSize } from "./goods/goods.ts";
import type { Random } from "./random.ts";

const PACK_SENTENCES = [
  "Gross weight is about {kg} kg per {unit}.",
  "One {unit} weighs about {kg} kg, so plan your transport by that.",
  "Sold by the {unit}, {kg} kg gross.",
  "Each {unit} leaves the store sealed and labelled, at about {kg} kg.",
  "Count on {kg} kg for every {unit} when you book a van.",
];

const SUPPLY_SENTENCES = [
  "{distributor} supplies it from its own store and replaces what arrives damaged.",
  "{distributor} checks every order before it is loaded.",
  "Larger quantities are set aside by {distributor} on request.",
];

const CARE: Record<string, readonly string[]> = {
  "grocery-gourmet-food": [
    "Keep dry, off the floor and out of the sun.",
    "Best within twelve months of the date on the pack.",
    "Store on pallets in a cool room.",
  ],
  household: [
    "Store dry, and stack no higher than six.",
    "Keep out of reach of children.",
    "Check the count on delivery; shortages are made good.",
  ],
  "women-clothing-fashion": [
    "Wash dark colours apart.",
    "Keep folded in the bag until it goes on display.",
    "Iron warm, on the wrong side.",
  ],
  "men-clothing-fashion": [
    "Wash at 30 degrees, inside out.",
    "Keep in a dry store, away from light.",
    "Iron while slightly damp.",
  ],
  "beauty-health-hair": [
    "Keep below 30 degrees and away from direct sun.",
    "For external use only.",
    "Use within twelve months of opening.",
  ],
  "mobile-accessories": [
    "Keep dry.",
    "Test on arrival; faults are exchanged within fourteen days.",
    "Store in the box until sold.",
  ],
  "babies-kids-teens": [
    "Keep in the sealed pack until use.",
    "Store clean and dry.",
    "Please keep the batch label for questions.",
  ],
  "computer-accessories": [
    "Keep dry and free of dust.",
    "Test on arrival; faults are exchanged within fourteen days.",
    "Pallets are wrapped against humidity.",
  ],
  "jewelry-watches": [
    "Keep each piece in its own bag.",
    "Clean with a soft, dry cloth.",
    "Count on delivery: the parcel is sealed and insured.",
  ],
  automotive: ["Fitting by a trained hand is advised.", "Store upright and cool.", "Keep the carton for any claim."],
};

/** A product's description in two to four sentences: what it is, its use, packaging and storage. */
export function describe(
  random: Random,
  top: string,
  goods: Goods,
  pack: PackSize,
  fill: (text: string) => string,
  isVariant: boolean,
): string {
  const sentences = [random.pick(fitting(goods.about, isVariant))];
  if (random.chance(0.8)) sentences.push(random.pick(fitting(goods.use, isVariant)));
  if (random.chance(0.75) || sentences.length === 1) sentences.push(random.pick(PACK_SENTENCES));
  if (sentences.length < 4 && random.chance(0.55)) sentences.push(random.pick(CARE[top] ?? []));
  if (sentences.length < 4 && random.chance(0.25)) sentences.push(random.pick(SUPPLY_SENTENCES));
  return withArticles(fill(sentences.join(" ")).replaceAll("{kg}", String(pack[2])));
}

/** A variant has one size and one colour, so sentences about several do not apply. */
function fitting(texts: readonly string[], isVariant: boolean): readonly string[] {
  const fit = texts.filter((text) => !/sizes?\b|colours?\b|shades?\b|prints?\b|patterns/i.test(text));
  return isVariant && fit.length > 0 ? fit : texts;
}

/** "a unscented" -> "an unscented", "a LED" -> "an LED". */
function withArticles(text: string): string {
  return text.replaceAll(/\b([Aa]) (?=[aeioAEIO]|un(?!i)|(?:LED|HDMI|SSD|FM)\b)/g, "$1n ");
}
