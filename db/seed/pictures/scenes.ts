import { iconOf } from "./icons.ts";
import { oval, type Pack, rect } from "./pack.ts";
import { BAGS } from "./packs-bags.ts";
import { BOXES } from "./packs-boxes.ts";
import { VESSELS } from "./packs-vessels.ts";
import { DYE, type Tones, tonesOf } from "./tones.ts";

const PACKS = { ...BAGS, ...VESSELS, ...BOXES };

export type PackName = keyof typeof PACKS;
export const PACK_NAMES = Object.keys(PACKS) as PackName[];

/** `front`: one pack. `stack`: three packs. `label`: a close-up of the label. `goods`: the content beside its pack. */
export type Scene = "front" | "stack" | "label" | "goods";

/** A picture of a product: everything that determines its content. */
export type ProductPicture = { name: string; pack: PackName; icon: string; colour: string; scene: Scene };

/** The picture as an SVG of 640 x 640 px. */
export function pictureSvg(picture: Omit<ProductPicture, "name">): string {
  const tones = tonesOf(picture.colour);
  const pack: Pack = PACKS[picture.pack];
  const drawn = pack.draw(tones, iconOf(picture.icon));
  return svg(SCENES[picture.scene](tones, drawn, pack.focus, picture.icon));
}

const SCENES: Record<Scene, (t: Tones, drawn: string, focus: readonly [number, number], icon: string) => string> = {
  front: (t, drawn) => rect(0, 0, 640, 640, 0, t.ground) + shadow(t, 320, 548, 212) + drawn,
  stack: (t, drawn) =>
    rect(0, 0, 640, 640, 0, t.ground2) +
    rect(0, 452, 640, 188, 0, t.ground) +
    shadow(t, 196, 480, 128) +
    placed(drawn, 196, 480, 0.62) +
    shadow(t, 444, 480, 128) +
    placed(drawn, 444, 480, 0.62) +
    shadow(t, 320, 580, 160) +
    placed(drawn, 320, 580, 0.74),
  label: (t, drawn, [x, y]) =>
    rect(0, 0, 640, 640, 0, t.ground2) +
    `<g transform="translate(320 320) scale(1.72) translate(${-x} ${-y})">${drawn}</g>`,
  goods: (t, drawn, _focus, icon) =>
    rect(0, 0, 640, 640, 0, t.ground) +
    `<circle cx="290" cy="296" r="226" fill="${t.ground2}"/>` +
    `<circle cx="290" cy="296" r="226" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="6"/>` +
    iconOf(icon)(290, 296, 268) +
    shadow(t, 504, 584, 92) +
    placed(drawn, 504, 584, 0.42),
};

/** A pack with its icon and colour: "tin tomato clay". */
export type Stand = `${PackName} ${string} ${keyof typeof DYE}`;

/** Draws a pack with its base center at x, y, without ground or shadow. */
export function drawStand(stand: Stand, x: number, y: number, scale: number): string {
  const [pack, icon, colour] = stand.split(" ") as [PackName, string, keyof typeof DYE];
  return placed(PACKS[pack].draw(tonesOf(DYE[colour]), iconOf(icon)), x, y, scale);
}

/** Places a drawing of the 640 canvas so that its base center (320, 548) is at x, y. */
function placed(drawn: string, x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-320 -548)">${drawn}</g>`;
}

/** The soft shadow ellipse below a pack. */
export function shadow(t: Tones, x: number, y: number, width: number): string {
  return oval(x, y, width, width * 0.13, t.shadow, `fill-opacity=".16"`);
}

/** Wraps drawings of the 640 canvas into a document. */
export function svg(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">${body}</svg>`;
}
