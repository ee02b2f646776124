import type { Page } from "playwright-core";

/** Product cards of the page. */
export const cards = (page: Page) => page.getByRole("main").getByRole("article");
/** Their names, with plain spaces. */
export const names = async (page: Page) =>
  (await cards(page).getByRole("heading").allInnerTexts()).map((name) => name.replaceAll("\u00a0", " "));
/** The filter form, in the sidebar or in the sheet. */
export const filters = (page: Page) => page.getByRole("search", { name: "Filter products" });

/** Current prices of the cards, in naira. */
export async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page).allInnerTexts();
  return texts.map((text) => Number(/₦([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", "")));
}
