import { BRANDS } from "./brands.ts";
import { describe } from "./descriptions.ts";
import { type Distributor, distributorCount, makeDistributors } from "./distributors.ts";
import { CATALOGUE } from "./goods/catalogue.ts";
import type { Goods, PackSize } from "./goods/goods.ts";
import { pictureAddress, picturesOf } from "./pictures/plan.ts";
import { discountOf, minOrderOf, stockOf, tradePrice } from "./prices.ts";
import { type Random, randomFrom, weighted } from "./random.ts";

/** A product of the demo shop as the table takes it; `category` is the slug of its sub-category. */
export type DemoProduct = {
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
};

type Kind = { top: string; goods: Goods };

const TWO_YEARS = 2 * 365 * 24 * 3600 * 1000;
const NAME_LIMIT = 90;
/** The newest products walk through all categories in turn, so that whoever looks first sees the width of the shop. */
const SHOWCASE = 720;

const KINDS: readonly Kind[] = CATALOGUE.flatMap(({ slug, goods }) => goods.map((one) => ({ top: slug, goods: one })));
const SHARE = new Map(
  CATALOGUE.flatMap(({ share, goods }) => {
    const sum = goods.reduce((total, one) => total + one.share, 0);
    return goods.map((one) => [one.key, (share * one.share) / sum] as const);
  }),
);

/**
 * The products of a demo shop, newest first, one by one. The same `count` and `now` give the same shop; another `now`
 * moves the dates only.
 */
export function* demoProducts(count: number, now: Date): Generator<DemoProduct> {
  const random = randomFrom(20_260);
  const supplier = suppliers(random, count);
  const anyKind = weighted(KINDS, (kind) => SHARE.get(kind.goods.key) ?? 0);
  const flags = flagger(random, count);
  const taken = { names: new Set<string>(), slugs: new Set<string>() };

  for (let rank = 0; rank < count; rank++) {
    const kind = rank < SHOWCASE ? showcase(rank) : anyKind(random);
    const named = nameOne(random, kind, supplier, taken);
    const price = tradePrice(random, named.pack[1]);
    const stock = stockOf(random, price);
    const flag = flags(rank, kind, stock);
    const min_order = minOrderOf(random, price);
    yield {
      id: random.uuid(),
      name: named.name,
      slug: slugOf(named.name, named.pack[0], named.distributor, taken.slugs),
      description: describe(random, kind.top, kind.goods, named.pack, named.fill),
      category: kind.goods.sub,
      price_kobo: price * 100,
      discount_price_kobo: discountOf(random, price, flag === "featured" ? 0.6 : 0.3),
      min_order,
      // What a visitor meets first can be bought.
      stock_quantity: rank < SHOWCASE || flag ? Math.max(stock, min_order) : stock,
      unit: named.pack[0],
      images: imagesOf(random, kind.goods, named.colour),
      distributor: named.distributor,
      featured: flag === "featured",
      best_seller: flag === "best_seller",
      new_arrival: flag === "new_arrival",
      created_at: new Date(now.getTime() - Math.round(((rank + random.next()) / count) * TWO_YEARS)).toISOString(),
    };
  }
}

function showcase(rank: number): Kind {
  const top = CATALOGUE[rank % CATALOGUE.length];
  const goods = top?.goods[Math.floor(rank / CATALOGUE.length) % top.goods.length];
  if (!top || !goods) throw new Error("a top category without goods");
  return { top: top.slug, goods };
}

/** Draws a supplier of a sub-category; a few of them are large, most are middling. */
function suppliers(random: Random, count: number): (sub: string) => Distributor {
  const bySub = new Map<string, Distributor[]>();
  for (const distributor of makeDistributors(random, distributorCount(count))) {
    for (const sub of distributor.subs) bySub.set(sub, [...(bySub.get(sub) ?? []), distributor]);
  }
  return (sub) => {
    const list = bySub.get(sub) ?? [];
    const chosen = list[Math.floor(random.next() ** 1.2 * list.length)];
    if (!chosen) throw new Error(`nobody supplies ${sub}`);
    return chosen;
  };
}

/** Draws brand, kind, size and supplier until no other product has this name, unit and supplier. */
function nameOne(random: Random, kind: Kind, supplier: (sub: string) => Distributor, taken: { names: Set<string> }) {
  const { goods, top } = kind;
  const brands = BRANDS[top] ?? [];
  for (let attempt = 0; attempt < 500; attempt++) {
    const at = random.int(0, brands.length - 1);
    const said = random.pick(goods.kinds);
    const pack = random.pick(packsOf(goods, said));
    const distributor = supplier(goods.sub).name;
    const words: Record<string, string> = {
      brand: brands[at] ?? "",
      kind: said,
      origin: random.pick(goods.origins),
      unit: pack[0],
      size: pack[3] ?? "",
      distributor,
    };
    const fill = (text: string) =>
      text.replaceAll(/\{(brand|kind|origin|unit|size|distributor)\}/g, (_, key: string) => words[key] ?? "");
    const name = lengthen(random, fill(random.pick(goods.names)));
    const key = `${name}|${pack[0]}|${distributor}`;
    if (taken.names.has(key)) continue;
    taken.names.add(key);
    return { name, pack, distributor, fill, colour: (at + goods.key.length) % goods.colours.length };
  }
  throw new Error(`no free name left for ${goods.key}`);
}

/** The packs that goods of one kind come in. */
export function packsOf(goods: Goods, kind: string): readonly PackSize[] {
  const fits = (pack: PackSize) => pack[4]?.split("|").some((part) => kind.includes(part)) ?? false;
  const special = goods.packs.filter(fits);
  return special.length > 0 ? special : goods.packs.filter((pack) => !pack[4]);
}

/** A few products carry a long name, as they do in a real shop. */
function lengthen(random: Random, name: string): string {
  if (!random.chance(0.015)) return name;
  const long = `${name}, ${random.pick(["sealed and labelled, ready for retail display", "export quality, checked piece by piece", "for resellers and bulk buyers"])}`;
  return long.length <= NAME_LIMIT ? long : name;
}

function slugOf(name: string, unit: string, distributor: string, taken: Set<string>): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f']/g, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  const base = plain(name);
  const longer = [() => base, () => plain(`${name} ${unit}`), () => plain(`${name} ${unit} ${distributor}`)];
  let free = "";
  for (const candidate of longer) {
    free = candidate();
    if (!taken.has(free)) break;
  }
  if (taken.has(free)) free = `${base}-${taken.size}`;
  taken.add(free);
  return free;
}

function imagesOf(random: Random, goods: Goods, colour: number): string[] {
  const pictures = picturesOf(goods, colour);
  const shown = random.chance(0.12) ? 1 : random.int(2, 4);
  return pictures.slice(0, shown).map((picture) => pictureAddress(picture.name));
}

/**
 * The flag of each product: the newest are new arrivals; featured ones and best sellers go round the categories, among
 * the goods that stand first in each.
 */
function flagger(random: Random, count: number) {
  const rounds = [
    { flag: "featured" as const, every: 100, due: 0, at: 0, among: 4 },
    { flag: "best_seller" as const, every: 67, due: 11, at: 1, among: 7 },
  ];
  const newest = Math.max(12, Math.round(count * 0.015));
  return (rank: number, kind: Kind, stock: number) => {
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
