import type { LinePrice } from "#app/features/pricing/rules.ts";
import { savedKobo, stepInForce } from "#app/features/pricing/rules/price-steps.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { isBlocked } from "./cart-messages.ts";

type SavingProps = {
  item: CartItem;
  changes: LineChange[] | undefined;
  price: LinePrice;
  /** The line before is a variant of the same product, which names the step. */
  isNextVariant?: boolean;
};

/** Saving of a line by its price step, and the quantity where the step starts, once for the variants of a product. */
export function LineSaving({ item, changes, price, isNextVariant = false }: SavingProps) {
  const from = stepInForce(item, price.counted);
  const saved = savedKobo(item, price.unit_kobo, item.quantity);
  if (from === null || saved <= 0 || isBlocked(item, changes)) return null;
  const together = price.counted > item.quantity ? ", counted with its variants" : "";
  const step = isNextVariant ? "You save" : `Price from ${formatCount(from)} on${together}: you save`;
  return (
    <span className="block text-[0.8125rem] leading-5 font-medium text-forest">
      {step} {formatNaira(saved)}
    </span>
  );
}
