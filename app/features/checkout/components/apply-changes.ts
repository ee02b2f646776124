import { lineMessages } from "#app/features/cart/components/cart-messages.ts";
import type { CheckedCart } from "#app/features/cart/queries.server.ts";
import { applyCheck, type LineChanges } from "#app/features/cart/rules/check.ts";
import { replaceLines, useCart } from "#app/features/cart/store.ts";

/** Updates the stored cart; returns the changes, and a message for each changed line. */
export function applyChanges(cart: CheckedCart): { messages: string[]; changes: LineChanges } {
  const { items, changes } = applyCheck(useCart.getState().items, cart.lines);
  replaceLines(items);
  const messages = items.flatMap((item) => {
    const changed = changes[item.id];
    return changed ? lineMessages(item, changed).map(({ text }) => `${item.name}: ${text}`) : [];
  });
  return { messages, changes };
}
