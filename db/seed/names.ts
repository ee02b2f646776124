import { variantName } from "#app/features/products/rules/variants.ts";
import { BRANDS } from "./brands.ts";
import { type SeedDistributor, distributorCount, makeDistributors } from "./distributors.ts";
import type { Goods, PackSize } from "./goods/goods.ts";
import type { Random } from "./random.ts";
import type { TakenTexts } from "./taken-texts.ts";
import type { VariantPlan } from "./variants.ts";

/** A product type with the slug of its top category. */
export type ProductKind = { top: string; goods: Goods };

const NAME_LIMIT = 90;
/** How often a name is drawn before the goods get names with a batch. */
const DRAWS = 500;
/** Names in use, and by goods the batch that is drawn from since the names of earlier ones have run out. */
export type TakenNames = { names: TakenTexts; batches?: Map<string, number> };

/** Picks a supplier of a sub-category; a few are large, most medium. */
export function supplierPicker(random: Random, count: number): (sub: string) => SeedDistributor {
  const bySub = new Map<string, SeedDistributor[]>();
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

/**
 * Picks brand, kind, size and supplier until no other product has this name, unit and supplier. Goods whose names have
 * run out, which happens above half a million products, are named after a batch too.
 */
export function nameOne(
  random: Random,
  { goods, top }: ProductKind,
  supplier: (sub: string) => SeedDistributor,
  taken: TakenNames,
  plan: VariantPlan | null,
) {
  const brands = BRANDS[top] ?? [];
  taken.batches ??= new Map();
  for (let draw = 1; ; draw += 1) {
    const batch = taken.batches.get(goods.key) ?? 1;
    if (draw % DRAWS === 0) taken.batches.set(goods.key, batch + 1);
    const at = random.int(0, brands.length - 1);
    const kindName = random.pick(goods.kinds);
    const pack = random.pick(packsOf(goods, kindName));
    const origin = random.pick(goods.origins);
    const distributor = supplier(goods.sub).name;
    const words: Record<string, string> = {
      brand: brands[at] ?? "",
      kind: kindName,
      origin,
      unit: pack[0],
      size: pack[3] ?? "",
      distributor,
    };
    const fill = (text: string) =>
      text.replaceAll(/\{(brand|kind|origin|unit|size|distributor)\}/g, (_, key: string) => words[key] ?? "");
    const drawn = plan ? fill(plan.name) : lengthen(random, fill(random.pick(goods.names)));
    const name = batch === 1 ? drawn : `${drawn}, batch ${batch}`;
    const keys = plan
      ? plan.variants.map(
          (one) => `${variantName(name, plan.options, one.values)}|${(one.pack ?? pack)[0]}|${distributor}`,
        )
      : [`${name}|${pack[0]}|${distributor}`];
    if (keys.some((key) => taken.names.has(key))) continue;
    for (const key of keys) taken.names.add(key);
    return {
      name,
      brand: brands[at] ?? "",
      origin,
      pack,
      distributor,
      fill,
      colour: (at + goods.key.length) % goods.colours.length,
    };
  }
}

/** The packs of one kind. */
export function packsOf(goods: Goods, kind: string): readonly PackSize[] {
  const fits = (pack: PackSize) => pack[4]?.split("|").some((part) => kind.includes(part)) ?? false;
  const special = goods.packs.filter(fits);
  return special.length > 0 ? special : goods.packs.filter((pack) => !pack[4]);
}

/** A few products have a long name, as in a real shop. */
function lengthen(random: Random, name: string): string {
  if (!random.chance(0.015)) return name;
  const long = `${name}, ${random.pick(["sealed and labelled, ready for retail display", "export quality, checked piece by piece", "for resellers and bulk buyers"])}`;
  return long.length <= NAME_LIMIT ? long : name;
}

/** A free slug of the name, with unit and supplier if the name is taken. */
export function slugOf(name: string, unit: string, distributor: string, taken: TakenTexts): string {
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
