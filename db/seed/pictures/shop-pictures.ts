import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CATEGORY_PICTURES } from "#app/features/products/links.ts";

/** The pictures of every shop, with or without demo products: one for each known category, a default, a placeholder. */
export const SHOP_PICTURES = [...[...CATEGORY_PICTURES, "default"].map((slug) => `category-${slug}`), "placeholder"];

/**
 * Renders the missing pictures of every shop to `<filesDir>/demo/`. Loads the renderer only if one is missing: its
 * drawings and icons take 20 MB.
 */
export async function ensureShopPictures(filesDir: string): Promise<void> {
  const present = new Set(await readdir(join(filesDir, "demo")).catch(() => []));
  if (SHOP_PICTURES.every((name) => present.has(`${name}.webp`))) return;
  const { renderCategoryPictures } = await import("./render.ts");
  await renderCategoryPictures(filesDir);
}
