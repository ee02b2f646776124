import type { Cover } from "../posts/post.ts";
import { iconOf } from "./icons.ts";
import { oval, rect } from "./pack.ts";
import { drawStand, shadow } from "./scenes.ts";
import { DYE, tonesOf } from "./tones.ts";

/** The size of share pictures. */
const WIDTH = 1200;
const HEIGHT = 630;
const STANDS = [
  [214, 540, 0.66],
  [452, 566, 0.8],
] as const;

/** A post's cover as an SVG of 1200 x 630 px. */
export function coverSvg({ colour, icon, packs }: Cover): string {
  const t = tonesOf(DYE[colour]);
  const standing = packs.map((stand, i) => {
    const [x, y, scale] = STANDS[i] ?? STANDS[0];
    return shadow(t, x, y, 220 * scale) + drawStand(stand, x, y, scale);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${
    rect(0, 0, WIDTH, HEIGHT, 0, t.ground) +
    rect(0, 470, WIDTH, 160, 0, t.ground2) +
    oval(872, 300, 236, 236, t.ground2) +
    `<circle cx="872" cy="300" r="236" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="8"/>` +
    iconOf(icon)(872, 300, 270) +
    standing.join("")
  }</svg>`;
}
