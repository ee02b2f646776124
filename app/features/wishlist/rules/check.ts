import { compareLine, mergeChanges, type CheckedLine, type LineChange } from "#app/features/cart/rules/check.ts";
import { PLAIN_TERMS, type WholesaleTerms } from "#app/features/pricing/rules.ts";
import type { WishlistItem } from "../rules.ts";

/** Latest server state of a wishlist item: changes since it was shown, stock and sale unit. */
export type WishlistFacts = { changes: LineChange[]; min_order: number; stock: number | null } & Pick<
  WholesaleTerms,
  "pieces" | "price_steps"
>;

/**
 * Updates names, prices and pictures, and returns notices by item id. Earlier notices are kept; minimum quantities are
 * handled by the cart. Items that were not checked are unchanged.
 */
export function applyWishlistCheck(
  items: WishlistItem[],
  checked: CheckedLine[],
  known: Record<string, WishlistFacts> = {},
): { items: WishlistItem[]; facts: Record<string, WishlistFacts> } {
  const answers = new Map(checked.map((line) => [line.id, line.product]));
  const facts = { ...known };
  const current = items.map((item) => {
    const product = answers.get(item.id);
    if (product === undefined) return item;
    const { changes } = compareLine({ ...item, quantity: 1 }, product);
    const now = changes.filter(({ type }) => type === "price_changed" || type === "not_sold");
    const merged = mergeChanges(known[item.id]?.changes ?? [], now);
    const { min_order, stock, pieces, price_steps } = product ?? { ...PLAIN_TERMS, min_order: 1, stock: null };
    facts[item.id] = { changes: merged, min_order, stock, pieces, price_steps };
    if (!product) return item;
    const { name, price_kobo, image, slug } = product;
    return { id: item.id, name, price_kobo, image, slug };
  });
  return { items: current, facts };
}
