import { variantName } from "#app/features/products/rules/variants.ts";
import type { StoredPriceStep } from "../schema/catalog.ts";
import { describe } from "./descriptions.ts";
import type { SeedDistributor } from "./distributors.ts";
import { type Facts, ownFacts, sharedFacts } from "./facts.ts";
import { CATALOGUE } from "./goods/catalogue.ts";
import type { Goods } from "./goods/goods.ts";
import { nameOne, slugOf, supplierPicker, type ProductKind, type TakenNames } from "./names.ts";
import { pictureAddress, picturesOf } from "./pictures/plan.ts";
import { discountOf, minOrderOf, rounded, demoStock, tradePrice } from "./prices.ts";
import { type Random, randomFrom, weighted } from "./random.ts";
import { TakenTexts } from "./taken-texts.ts";
import { costOf, stepsOf, type Terms, demoTerms } from "./terms.ts";
import { type DemoVariant, planVariants, variantsPerCard } from "./variants.ts";

/** A demo product as a table row; `category` is the slug of its sub-category. */
export type DemoProduct = Facts &
  Terms & {
    id: string;
    name: string;
    slug: string;
    description: string;
    category: string;
    price_kobo: number;
    discount_price_kobo: number | null;
    min_order: number;
    stock_quantity: number;
    unit: string;
    images: string[];
    distributor: string;
    featured: boolean;
    best_seller: boolean;
    new_arrival: boolean;
    created_at: string;
    price_steps: StoredPriceStep[];
    cost_kobo: number;
    group: DemoGroup | null;
    option_values: Record<string, string>;
  };

/** The group of a variant; all its variants have the same object. */
export type DemoGroup = { id: string; name: string; option_names: string[]; mixed_price_breaks: boolean };

type Named = ReturnType<typeof nameOne>;
type Flag = "featured" | "best_seller" | "new_arrival";

const TWO_YEARS = 2 * 365 * 24 * 3600 * 1000;
/** The newest products cycle through all categories, so that the first pages show the whole range. */
const SHOWCASE = 720;

const KINDS: readonly ProductKind[] = CATALOGUE.flatMap(({ slug, goods }) =>
  goods.map((one) => ({ top: slug, goods: one })),
);
const SHARE = new Map(
  CATALOGUE.flatMap(({ share, goods }) => {
    const sum = goods.reduce((total, one) => total + one.share, 0);
    return goods.map((one) => [one.key, (share * one.share) / sum] as const);
  }),
);

/**
 * Generates the products of a demo shop, newest first. The same `count` and `now` give the same shop; another `now`
 * only shifts the dates. A group has one variant in the showcase, and its others right after it.
 */
export function* demoProducts(count: number, now: Date): Generator<DemoProduct> {
  const random = randomFrom(20_260);
  const supplier = supplierPicker(random, count);
  const anyKind = weighted(KINDS, (kind) => (SHARE.get(kind.goods.key) ?? 0) / variantsPerCard(kind.goods));
  const flags = flagger(random, count);
  const taken = { names: new TakenTexts(), slugs: new TakenTexts() };
  const showcased = Math.min(SHOWCASE, Math.floor(count * 0.3));
  const waiting: Draft[] = [];

  for (let rank = 0; rank < count; rank++) {
    let draft = rank >= showcased || waiting.length >= count - rank ? waiting.shift() : undefined;
    if (!draft) {
      const kind = rank < showcased ? showcase(rank) : anyKind(random);
      const [first, ...others] = draftsOf(random, kind, supplier, taken, count - rank - waiting.length, now);
      if (!first) throw new Error("no product drawn");
      draft = first;
      draft.flag = flags(rank, kind, draft.stock);
      waiting.push(...others);
    }
    yield finish(random, draft, rank, rank < showcased, taken.slugs, (rank + random.next()) / count, now);
  }
}

/** The product's data before its position is known. */
type Draft = {
  kind: ProductKind;
  named: Named;
  variant: DemoVariant | null;
  group: DemoGroup | null;
  price: number;
  discount: number | null;
  min_order: number;
  steps: StoredPriceStep[];
  terms: Terms;
  shared: ReturnType<typeof sharedFacts>;
  stock: number;
  flag: Flag | null;
};

/** One product, or all variants of a group: they share name, terms and, with steps that count together, the price. */
function draftsOf(
  random: Random,
  kind: ProductKind,
  supplier: (sub: string) => SeedDistributor,
  taken: TakenNames,
  room: number,
  now: Date,
): Draft[] {
  const plan = planVariants(random, kind.goods, room);
  const named = nameOne(random, kind, supplier, taken, plan);
  const price = tradePrice(random, named.pack[1]);
  const discount = discountOf(random, price, 0.3);
  const min_order = minOrderOf(random, price);
  const terms = demoTerms(random, named.pack[0], min_order);
  const steps = stepsOf(random, (discount ?? price * 100) / 100, min_order);
  const source = { brand: named.brand, top: kind.top, goods: kind.goods, origin: named.origin, kilos: named.pack[2] };
  const shared = sharedFacts(random, source, now);
  const usual = { kind, named, price, discount, min_order, steps, terms, shared, flag: null };
  if (!plan) return [{ ...usual, variant: null, group: null, stock: demoStock(random, price) }];
  const group = {
    id: random.uuid(),
    name: named.name,
    option_names: plan.options,
    mixed_price_breaks: plan.mixedPriceBreaks,
  };
  return plan.variants.map((variant) => {
    const stock = demoStock(random, price);
    const { pack } = variant;
    if (!pack) return { ...usual, variant, group, stock };
    const packPrice = rounded((pack[1] * price) / named.pack[1]);
    const packDiscount = discountOf(random, packPrice, 0.3);
    const packMin = minOrderOf(random, packPrice);
    return {
      ...usual,
      named: { ...named, pack },
      variant,
      group,
      stock,
      price: packPrice,
      discount: packDiscount,
      min_order: packMin,
      terms: demoTerms(random, pack[0], packMin),
      steps: stepsOf(random, (packDiscount ?? packPrice * 100) / 100, packMin),
    };
  });
}

function finish(
  random: Random,
  draft: Draft,
  rank: number,
  isShown: boolean,
  slugs: TakenTexts,
  age: number,
  now: Date,
): DemoProduct {
  const { kind, named, variant, group, price, discount, flag, min_order, stock, terms, steps, shared } = draft;
  const name = group && variant ? variantName(group.name, group.option_names, variant.values) : named.name;
  const lowest = steps.at(-1)?.unit_kobo ?? discount ?? price * 100;
  const source = { brand: named.brand, top: kind.top, goods: kind.goods, origin: named.origin, kilos: named.pack[2] };
  return {
    id: random.uuid(),
    name,
    slug: slugOf(name, named.pack[0], named.distributor, slugs),
    description: describe(random, kind.top, kind.goods, named.pack, named.fill, group !== null),
    category: kind.goods.sub,
    price_kobo: price * 100,
    discount_price_kobo: discount,
    min_order,
    // The first visible products are available.
    stock_quantity: isShown || flag ? Math.max(stock, min_order) : stock,
    unit: named.pack[0],
    images: imagesOf(random, kind.goods, variant?.colour ?? named.colour),
    distributor: named.distributor,
    featured: flag === "featured",
    best_seller: flag === "best_seller",
    new_arrival: flag === "new_arrival",
    created_at: new Date(now.getTime() - Math.round(age * TWO_YEARS)).toISOString(),
    price_steps: steps,
    cost_kobo: costOf(random, lowest),
    group,
    option_values: variant?.values ?? {},
    ...terms,
    ...shared,
    ...ownFacts(random, source, rank),
  };
}

function showcase(rank: number): ProductKind {
  const top = CATALOGUE[rank % CATALOGUE.length];
  const goods = top?.goods[Math.floor(rank / CATALOGUE.length) % top.goods.length];
  if (!top || !goods) throw new Error("a top category without goods");
  return { top: top.slug, goods };
}

function imagesOf(random: Random, goods: Goods, colour: number): string[] {
  const pictures = picturesOf(goods, colour);
  const shown = random.chance(0.12) ? 1 : random.int(2, 4);
  return pictures.slice(0, shown).map((picture) => pictureAddress(picture.name));
}

/**
 * The flag of each product: the newest are new arrivals; featured ones and best sellers rotate through the categories,
 * among the first products in each.
 */
function flagger(random: Random, count: number) {
  const rounds = [
    { flag: "featured" as const, every: 100, due: 0, at: 0, among: 4 },
    { flag: "best_seller" as const, every: 67, due: 11, at: 1, among: 7 },
  ];
  const newest = Math.max(12, Math.round(count * 0.015));
  return (rank: number, kind: ProductKind, stock: number) => {
    const round = rounds.find((one) => {
      const turn = CATALOGUE[one.at % CATALOGUE.length];
      return rank >= one.due && stock > 10 && turn?.goods.slice(0, one.among).includes(kind.goods);
    });
    if (round) {
      round.at += 1;
      round.due += round.every + random.int(-4, 4);
      return round.flag;
    }
    return rank < newest ? ("new_arrival" as const) : null;
  };
}
