import { unitPrice, type Priced } from "#app/features/pricing/rules.ts";
import { formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { oldPrice } from "../rules.ts";

type PriceTagProps = {
  product: Priced;
  size?: "card" | "page";
  /** Other variants have higher prices. */
  isFrom?: boolean;
};

/** Current price with the former one struck through. Long amounts have a smaller font to fit a card at 360 px. */
export function PriceTag({ product, size = "card", isFrom = false }: PriceTagProps) {
  const price = formatNaira(unitPrice(product, 1));
  const old = oldPrice(product);
  return (
    <p className="tile-prices">
      {isFrom ? <span className="text-sm text-muted">from</span> : null}
      <span className={cx("price font-bold", size === "page" ? "text-2xl sm:text-4xl" : cardText(price.length))}>
        {price}
      </span>
      {old === null ? null : (
        <s className={cx("price", size === "page" ? "text-lg text-muted" : "tile-old-price")}>
          <span className="sr-only">Old price </span>
          {formatNaira(old)}
        </s>
      )}
    </p>
  );
}

/** "₦9,999,999.00" is the longest amount that fits a card at 360 px in the default size. */
function cardText(length: number): string {
  if (length <= 13) return "tile-price";
  return length <= 16 ? "text-sm sm:text-base" : "text-xs sm:text-sm";
}
