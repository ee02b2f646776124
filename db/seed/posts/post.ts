import type { PackName } from "../pictures/scenes.ts";

/** What a cover shows: packs on the left, the icon of the subject large on the right. */
export type Cover = {
  colour: string;
  icon: string;
  packs: readonly (readonly [PackName, icon: string, colour: string])[];
};

/**
 * A post of the demo shop. In `content`, "[[key|words]]" links the words to a product of these goods, or to a search for
 * the words where the shop has none.
 */
export type DemoPost = { title: string; excerpt: string; cover: Cover; content: string };
