import { capitalised } from "#app/lib/capitalised.ts";
import type { Goods, PackSize } from "./goods/goods.ts";
import { DYE } from "./pictures/tones.ts";
import type { Random } from "./random.ts";

/** A variant of a group: its option values, and its pack and picture if they depend on the options. */
export type DemoVariant = {
  values: Record<string, string>;
  pack: PackSize | null;
  colour: number | null;
};
export type VariantPlan = { name: string; options: string[]; mixedPriceBreaks: boolean; variants: DemoVariant[] };

/** The values of an option are given here, or are the colours of the pictures, their packs or kinds. */
type Option = {
  name: string;
  values: readonly string[] | "colours" | "packs" | "kinds";
  least?: number;
  most?: number;
};
/** `chance`: the share of such products that are groups. Names omit the options. */
type Rule = { chance: number; name: string; options: readonly Option[]; mixedPriceBreaks?: boolean };

export const MAX_VARIANTS = 24;

/** An option of which a group has `least` to `most` consecutive values. */
const runOf = (name: string, least: number, most: number, values: string): Option => ({
  name,
  values: values.split(", "),
  least,
  most,
});
const COLOUR: Option = { name: "Colour", values: "colours" };
const CLOTHES = runOf("Size", 3, 6, "S, M, L, XL, XXL, 3XL");
const LADIES_SHOES = runOf("Size", 3, 8, "36, 37, 38, 39, 40, 41, 42, 43");
const MENS_SHOES = runOf("Size", 3, 8, "39, 40, 41, 42, 43, 44, 45, 46");
const CHILDREN = runOf("Size", 3, 6, "2 years, 4 years, 6 years, 8 years, 10 years, 12 years");
const BABIES = runOf("Size", 2, 4, "0-3 months, 3-6 months, 6-12 months, 12-24 months");
const KIDS_SHOES = runOf("Size", 3, 6, "24, 26, 28, 30, 32, 34");
const WAIST = runOf("Size", 3, 6, "30, 32, 34, 36, 38, 40");
const SHADES = runOf(
  "Colour",
  4,
  24,
  "Nude, Wine, Coral, Berry, Ruby, Plum, Mocha, Toffee, Peach, Rosewood, Cherry, Terracotta, Cinnamon, Fuchsia, Mauve, Brick, Honey, Chestnut, Rust, Blush, Sangria, Cocoa, Copper, Mulberry",
);
const PHONES = runOf("Model", 2, 7, "5.8 inch, 6.1 inch, 6.4 inch, 6.5 inch, 6.6 inch, 6.7 inch, 6.8 inch");
const HAIR = runOf(
  "Colour",
  2,
  7,
  "1 Jet black, 1B Off black, 2 Dark brown, 4 Brown, 27 Honey, 33 Auburn, 99J Burgundy",
);
const LENGTH = runOf("Length", 2, 4, "10 inch, 12 inch, 14 inch, 16 inch, 18 inch, 24 inch");
const SIZE_BY_PACK: Option = { name: "Size", values: "packs" };
const WEIGHT_BY_PACK: Option = { name: "Weight", values: "packs" };
const FLAVOUR: Option = { name: "Flavour", values: "kinds", least: 2, most: 6 };
const SCENT: Option = { name: "Scent", values: "kinds", least: 2, most: 6 };

const apart = (chance: number, name: string, ...options: Option[]): Rule => ({ chance, name, options });
/** Its variants count together for price steps. */
const together = (...parts: Parameters<typeof apart>): Rule => ({ ...apart(...parts), mixedPriceBreaks: true });
const apparel = (name: string, size: Option) => together(0.9, name, size, COLOUR);

/** Product types with variants, by key. */
const RULES: Readonly<Record<string, Rule>> = {
  "ankara-gowns": apparel("{brand} {kind} gown", CLOTHES),
  "tops-blouses": apparel("{brand} ladies' {kind} blouse", CLOTHES),
  "ladies-shoes": apparel("{brand} ladies' {kind}", LADIES_SHOES),
  lingerie: apparel("{brand} women's {kind}", CLOTHES),
  "ladies-native": apparel("{brand} women's {kind}", CLOTHES),
  "t-shirts": apparel("{brand} men's {kind} t-shirts", CLOTHES),
  shirts: apparel("{brand} men's {kind} shirt", CLOTHES),
  "jeans-trousers": apparel("{brand} men's {kind}", WAIST),
  "senator-wear": apparel("{brand} men's {kind}", CLOTHES),
  "mens-shoes": apparel("{brand} men's {kind}", MENS_SHOES),
  sneakers: apparel("{brand} {kind} sneakers", MENS_SHOES),
  "underwear-socks": apparel("{brand} men's {kind}", CLOTHES),
  "baby-clothes": apparel("{brand} baby {kind}", BABIES),
  "kids-clothes": apparel("{brand} children's {kind}", CHILDREN),
  "kids-shoes": apparel("{brand} children's {kind}", KIDS_SHOES),
  "scarves-hijab": together(0.9, "{brand} {kind}", COLOUR),
  handbags: together(0.9, "{brand} ladies' {kind}", COLOUR),
  "caps-belts": together(0.9, "{brand} {kind}", COLOUR),
  "phone-cases": together(0.9, "{brand} phone {kind}", PHONES, COLOUR),
  chargers: apart(0.9, "{brand} {kind} charger, {size}", COLOUR),
  cables: apart(0.9, "{brand} {kind} cable", { ...SIZE_BY_PACK, name: "Length" }, COLOUR),
  "power-banks": apart(0.9, "{brand} {kind} power bank", { ...SIZE_BY_PACK, name: "Capacity" }, COLOUR),
  earphones: apart(0.9, "{brand} {kind}", COLOUR),
  "memory-cards": apart(0.9, "{brand} {kind} memory card", { ...SIZE_BY_PACK, name: "Capacity" }),
  "body-lotion": apart(0.9, "{brand} body lotion", SCENT, SIZE_BY_PACK),
  "shea-butter": apart(0.9, "{brand} {kind} shea butter", WEIGHT_BY_PACK),
  "bath-soap": apart(0.9, "{brand} bath soap, {size}", SCENT),
  "shower-gel": apart(0.9, "{brand} {kind}", SIZE_BY_PACK),
  "hair-cream": apart(0.9, "{brand} {kind}", WEIGHT_BY_PACK),
  wigs: apart(0.9, "{brand} {kind}", LENGTH, HAIR),
  "make-up": together(0.9, "{brand} {kind}", SHADES),
  perfume: apart(0.9, "{brand} {kind}", SIZE_BY_PACK),
  "native-fabric": together(0.7, "{brand} men's {kind} material, {size}", COLOUR),
  lace: together(0.7, "{brand} {kind} lace, {size}", COLOUR),
  "school-bags": apart(0.6, "{brand} school {kind}", COLOUR),
  diapers: apart(0.7, "{brand} baby diapers, {size}", { ...FLAVOUR, name: "Size" }),
  "parboiled-rice": apart(0.6, "{brand} {kind} parboiled rice", WEIGHT_BY_PACK),
  "local-rice": apart(0.6, "{brand} {kind} local rice", WEIGHT_BY_PACK),
  "brown-beans": apart(0.6, "{brand} {kind} brown beans", WEIGHT_BY_PACK),
  garri: apart(0.6, "{brand} {kind} garri", WEIGHT_BY_PACK),
  "soft-drinks": apart(0.6, "{brand} drink, {size}", FLAVOUR),
  "plantain-chips": apart(0.6, "{brand} chips, {size}", FLAVOUR),
  seasoning: apart(0.6, "{brand} seasoning, {size}", FLAVOUR),
  detergent: apart(0.6, "{brand} {kind} detergent", WEIGHT_BY_PACK),
};

/**
 * The approximate average number of products per draw of this type: draws are weighted by it to preserve the shares of
 * products.
 */
export function variantsPerCard(goods: Goods): number {
  const rule = RULES[goods.key];
  return rule ? 1 + rule.chance * (rule.options.length === 1 ? 1.5 : 4.6) : 1;
}

/** The variants of a type that is drawn as a group, at most `room`; null if it is drawn as one product. */
export function planVariants(random: Random, goods: Goods, room: number): VariantPlan | null {
  const rule = RULES[goods.key];
  if (!rule || !random.chance(rule.chance)) return null;
  const axes = rule.options.map((option) => axisOf(random, goods, option));
  const combinations = axes.reduce<DemoVariant[]>(
    (made, axis) => made.flatMap((one) => axis.map((value) => join(one, value))),
    [{ values: {}, pack: null, colour: null }],
  );
  const most = Math.min(MAX_VARIANTS, room);
  // A few combinations do not exist, as in real shops; a single option is complete.
  const variants = combinations
    .filter((_, at) => rule.options.length === 1 || at === 0 || !random.chance(0.06))
    .slice(0, most);
  if (variants.length < 2) return null;
  const options = rule.options.map(({ name }) => name);
  return { name: rule.name, options, mixedPriceBreaks: rule.mixedPriceBreaks ?? false, variants };
}

function join(one: DemoVariant, other: DemoVariant): DemoVariant {
  return {
    values: { ...one.values, ...other.values },
    pack: one.pack ?? other.pack,
    colour: one.colour ?? other.colour,
  };
}

/** Consecutive values of an option, each with its dependent data. */
function axisOf(random: Random, goods: Goods, { name, values, least = 2, most = MAX_VARIANTS }: Option): DemoVariant[] {
  const plain = { pack: null, colour: null };
  if (values === "packs") {
    const packs = [...new Map(goods.packs.filter((pack) => !pack[4]).map((pack) => [valueOf(pack), pack])).values()];
    const chosen = packs.slice(0, random.int(2, packs.length));
    return chosen.map((pack) => ({ ...plain, pack, values: { [name]: valueOf(pack) } }));
  }
  if (values === "colours") {
    const all = goods.colours.map((hex, colour) => ({ ...plain, colour, values: { [name]: colourName(hex) } }));
    return all.slice(0, random.int(Math.min(2, all.length), all.length));
  }
  const source = values === "kinds" ? goods.kinds.map(capitalised) : values;
  // The minimum of three draws: short runs are more common than long ones.
  const size = Math.min(...[1, 2, 3].map(() => random.int(least, Math.min(most, source.length))));
  const start = random.int(0, source.length - size);
  return source.slice(start, start + size).map((value) => ({ ...plain, values: { [name]: value } }));
}

/** The size in a pack's name or unit: "400 ml", and "5 kg" of a "5 kg bag". */
function valueOf([unit, , , size]: PackSize): string {
  return size ?? unit.replace(/ bag$/, "");
}

const COLOUR_NAMES = new Map(Object.entries(DYE).map(([name, hex]) => [hex as string, capitalised(name)]));

function colourName(hex: string): string {
  return COLOUR_NAMES.get(hex) ?? "Mixed";
}
