import type { Stand } from "../pictures/scenes.ts";
import type { DYE } from "../pictures/tones.ts";

/** The content of a cover: packs on the left, a large icon on the right. */
export type Cover = {
  colour: keyof typeof DYE;
  icon: string;
  packs: readonly [Stand, Stand];
};

/**
 * A post of the demo shop. In `content`, "[[key|words]]" links the words to a product of this key, or to a search for
 * the words if the shop has none.
 */
export type DemoPost = { title: string; excerpt: string; cover: Cover; content: string };
