import { CATALOGUE } from "../goods/catalogue.ts";
import type { Goods } from "../goods/goods.ts";
import type { Picture, Scene } from "./scenes.ts";

/** What further pictures the colour ways of a type of goods have besides the front: not all for each keeps the first start short. */
const FURTHER: readonly (readonly Scene[])[] = [["stack", "goods"], ["label"]];

/** The pictures of one type of goods in its colour way `colour`, the front first. */
export function picturesOf(goods: Goods, colour: number): Picture[] {
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

/** Where the shop serves the demo's pictures, and no others. */
export const PICTURES = "/files/demo/";

/** Where the shop serves a demo picture. */
export function pictureAddress(name: string): string {
  return `${PICTURES}${name}.webp`;
}

/** Every picture of the demo goods. */
export function picturePlan(): Picture[] {
  return CATALOGUE.flatMap(({ goods }) =>
    goods.flatMap((one) => one.colours.flatMap((_, colour) => picturesOf(one, colour))),
  );
}
