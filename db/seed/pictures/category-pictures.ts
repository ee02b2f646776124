import { iconOf } from "./icons.ts";
import { oval, rect } from "./pack.ts";
import { drawStand, shadow, type Stand, svg } from "./scenes.ts";
import { DYE, tonesOf } from "./tones.ts";

type Group = readonly [colour: keyof typeof DYE, left: Stand, right: Stand, middle: Stand];

const GROUPS: Record<string, Group> = {
  "grocery-gourmet-food": ["gold", "jerrycan olive lime", "tin tomato clay", "sack cooked-rice gold"],
  "women-clothing-fashion": ["magenta", "roll thread amber", "tote handbag plum", "garments dress rose"],
  "men-clothing-fashion": ["forest", "garments necktie blue", "shoebox mans-shoe cocoa", "bale t-shirt forest"],
  "beauty-health-hair": ["blush", "pump shower teal", "tube tooth rose", "jar lotion-bottle blush"],
  "mobile-accessories": ["indigo", "devicebox headphone plum", "devicebox battery teal", "blister electric-plug navy"],
  "babies-kids-teens": ["sky", "softpack baby sky", "tote backpack red", "devicebox teddy-bear amber"],
  "jewelry-watches": ["plum", "case ring navy", "case gem-stone plum", "tray watch lilac"],
  "computer-accessories": ["slate", "devicebox keyboard graphite", "tote laptop navy", "carton printer blue"],
  automotive: ["red", "jerrycan oil-drum graphite", "battery high-voltage red", "tyre wheel red"],
  household: ["teal", "bottle broom lime", "softpack roll-of-paper rose", "tub bubbles teal"],
  default: ["forest", "tote shopping-bags forest", "jar honey-pot amber", "carton package gold"],
};

/** The `SHOP_PICTURES`; `svg` draws one. */
export function categoryPictures(): { name: string; svg: () => string }[] {
  const groups = Object.entries(GROUPS).map(([slug, group]) => ({
    name: `category-${slug}`,
    svg: () => groupSvg(group),
  }));
  return [...groups, { name: "placeholder", svg: placeholderSvg }];
}

function groupSvg([colour, left, right, middle]: Group): string {
  const t = tonesOf(DYE[colour]);
  return svg(
    rect(0, 0, 640, 640, 0, t.ground) +
      oval(320, 330, 250, 250, t.ground2) +
      shadow(t, 176, 492, 130) +
      drawStand(left, 176, 492, 0.66) +
      shadow(t, 464, 492, 130) +
      drawStand(right, 464, 492, 0.66) +
      shadow(t, 320, 566, 166) +
      drawStand(middle, 320, 566, 0.78),
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
