import { PICTURES } from "../demo-state.ts";
import { CATALOGUE } from "../goods/catalogue.ts";
import type { Goods } from "../goods/goods.ts";
import type { ProductPicture, Scene } from "./scenes.ts";

/** Additional pictures per colour besides the front: a selection, to keep the first start short. */
const FURTHER: readonly (readonly Scene[])[] = [["stack", "goods"], ["label"]];

/** The pictures of a product type in the colour `colour`, the front first. */
export function picturesOf(goods: Goods, colour: number): ProductPicture[] {
  const dye = goods.colours[colour];
  if (!dye) throw new Error(`${goods.key} has no colour ${colour}`);
  const scenes: Scene[] = ["front", ...(FURTHER[Math.min(colour, 1)] ?? [])];
  return scenes.map((scene) => ({
    name: `${goods.key}-${colour + 1}${scene === "front" ? "" : `-${scene}`}`,
    pack: goods.pack,
    icon: goods.icon,
    colour: dye,
    scene,
  }));
}

/** The address of a demo picture. */
export function pictureAddress(name: string): string {
  return `${PICTURES}${name}.webp`;
}

/** Every picture of the demo products. */
export function picturePlan(): ProductPicture[] {
  return CATALOGUE.flatMap(({ goods }) =>
    goods.flatMap((one) => one.colours.flatMap((_, colour) => picturesOf(one, colour))),
  );
}
