import { TOP_CATEGORIES } from "../categories.ts";
import { automotive } from "./automotive.ts";
import { babies } from "./babies.ts";
import { beauty } from "./beauty.ts";
import { computer } from "./computer.ts";
import type { Goods } from "./goods.ts";
import { groceryPantry } from "./grocery-pantry.ts";
import { groceryShelf } from "./grocery-shelf.ts";
import { groceryStaples } from "./grocery-staples.ts";
import { household } from "./household.ts";
import { jewelry } from "./jewelry.ts";
import { men } from "./men.ts";
import { mobile } from "./mobile.ts";
import { women } from "./women.ts";

const GOODS: Record<string, readonly Goods[]> = {
  "grocery-gourmet-food": [...groceryStaples, ...groceryPantry, ...groceryShelf],
  household,
  "women-clothing-fashion": women,
  "beauty-health-hair": beauty,
  "mobile-accessories": mobile,
  "men-clothing-fashion": men,
  "babies-kids-teens": babies,
  "computer-accessories": computer,
  "jewelry-watches": jewelry,
  automotive,
};

/** The product types of each top category, in the order of the categories. */
export const CATALOGUE = TOP_CATEGORIES.map((top) => ({
  slug: top.slug,
  share: top.share,
  goods: GOODS[top.slug] ?? [],
}));
