import { DYE } from "../goods/goods.ts";
import { iconOf } from "./icons.ts";
import { oval, rect } from "./pack.ts";
import { drawPack, type PackName, placed, shadow, svg } from "./scenes.ts";
import { tonesOf } from "./tones.ts";

type Part = readonly [pack: PackName, icon: string, colour: string];
type Group = { colour: string; left: Part; right: Part; middle: Part };

const GROUPS: Record<string, Group> = {
  "grocery-gourmet-food": {
    colour: DYE.gold,
    left: ["jerrycan", "olive", DYE.lime],
    right: ["tin", "tomato", DYE.clay],
    middle: ["sack", "cooked-rice", DYE.gold],
  },
  "women-clothing-fashion": {
    colour: DYE.magenta,
    left: ["roll", "thread", DYE.amber],
    right: ["tote", "handbag", DYE.plum],
    middle: ["garments", "dress", DYE.rose],
  },
  "men-clothing-fashion": {
    colour: DYE.forest,
    left: ["garments", "necktie", DYE.blue],
    right: ["shoebox", "mans-shoe", DYE.cocoa],
    middle: ["bale", "t-shirt", DYE.forest],
  },
  "beauty-health-hair": {
    colour: DYE.blush,
    left: ["pump", "shower", DYE.teal],
    right: ["tube", "tooth", DYE.rose],
    middle: ["jar", "lotion-bottle", DYE.blush],
  },
  "mobile-accessories": {
    colour: DYE.indigo,
    left: ["devicebox", "headphone", DYE.plum],
    right: ["devicebox", "battery", DYE.teal],
    middle: ["blister", "electric-plug", DYE.navy],
  },
  "babies-kids-teens": {
    colour: DYE.sky,
    left: ["softpack", "baby", DYE.sky],
    right: ["tote", "backpack", DYE.red],
    middle: ["devicebox", "teddy-bear", DYE.amber],
  },
  "jewelry-watches": {
    colour: DYE.plum,
    left: ["case", "ring", DYE.navy],
    right: ["case", "gem-stone", DYE.plum],
    middle: ["tray", "watch", DYE.lilac],
  },
  "computer-accessories": {
    colour: DYE.slate,
    left: ["devicebox", "keyboard", DYE.graphite],
    right: ["tote", "laptop", DYE.navy],
    middle: ["carton", "printer", DYE.blue],
  },
  automotive: {
    colour: DYE.red,
    left: ["jerrycan", "oil-drum", DYE.graphite],
    right: ["battery", "high-voltage", DYE.red],
    middle: ["tyre", "wheel", DYE.red],
  },
  household: {
    colour: DYE.teal,
    left: ["bottle", "broom", DYE.lime],
    right: ["softpack", "roll-of-paper", DYE.rose],
    middle: ["tub", "bubbles", DYE.teal],
  },
  default: {
    colour: DYE.forest,
    left: ["tote", "shopping-bags", DYE.forest],
    right: ["jar", "honey-pot", DYE.amber],
    middle: ["carton", "package", DYE.gold],
  },
};

/** The `SHOP_PICTURES`; `svg` draws one. */
export function categoryPictures(): { name: string; svg: () => string }[] {
  const groups = Object.entries(GROUPS).map(([slug, group]) => ({
    name: `category-${slug}`,
    svg: () => groupSvg(group),
  }));
  return [...groups, { name: "placeholder", svg: placeholderSvg }];
}

function groupSvg(group: Group): string {
  const t = tonesOf(group.colour);
  const stand = (part: Part, x: number, y: number, scale: number) => placed(drawPack(...part), x, y, scale);
  return svg(
    rect(0, 0, 640, 640, 0, t.ground) +
      oval(320, 330, 250, 250, t.ground2) +
      shadow(t, 176, 492, 130) +
      stand(group.left, 176, 492, 0.66) +
      shadow(t, 464, 492, 130) +
      stand(group.right, 464, 492, 0.66) +
      shadow(t, 320, 566, 166) +
      stand(group.middle, 320, 566, 0.78),
  );
}

function placeholderSvg(): string {
  const t = tonesOf(DYE.sand);
  return svg(
    rect(0, 0, 640, 640, 0, "#f4efe6") +
      oval(320, 320, 190, 190, "#ebe4d6") +
      `<g opacity=".55">${iconOf("package")(320, 320, 210)}</g>` +
      rect(250, 470, 140, 12, 6, t.light),
  );
}
