import type { ComponentProps } from "react";
import { EditableCell } from "#app/features/products/components/admin/editable-cell.tsx";
import type { PriceLine } from "#app/features/products/queries/admin-products.server.ts";
import { isLargeChange, readNewPrice } from "#app/features/products/rules/price-move.ts";
import { formatNaira, nairaText } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import { percentChange } from "../../rules/labels.ts";

type LineProps = {
  line: PriceLine;
  text: string;
  withCosts: boolean;
} & Pick<ComponentProps<typeof EditableCell>, "onText" | "onPaste" | "onKeyDown">;

/** A product of the price grid: what tells it apart, its prices now, and the field of the new one. */
export function PriceGridLine({ line, text, withCosts, ...field }: LineProps) {
  const { id, name, unit, sku, distributor, price_kobo, discount_price_kobo, cost_kobo, days } = line;
  const kobo = readNewPrice(text);
  const isUnread = text !== "" && kobo === null;
  const isBelowCost = withCosts && kobo !== null && cost_kobo !== null && kobo < cost_kobo;
  const isLarge = kobo !== null && isLargeChange(price_kobo, kobo);
  const details = [unit, sku && `SKU ${sku}`, distributor, agoWords(days)].filter(Boolean).join(" · ");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_10rem_9rem_9rem]">
      <span className="min-w-0 break-words">
        <label htmlFor={`price-${id}`} className="font-semibold">
          {name}
        </label>
        <span className="block text-sm text-muted">
          {details}{" "}
          <Link
            to={`/admin/products/${id}`}
            aria-label={`Open ${name}`}
            className="inline-block py-1 font-semibold text-forest underline underline-offset-3"
          >
            Open
          </Link>
        </span>
      </span>
      <span className="text-right tabular-nums max-sm:col-start-1 max-sm:text-left">
        {formatNaira(price_kobo)}
        {discount_price_kobo === null ? null : (
          <span className="block text-sm font-semibold text-amber-ink">
            buyers pay {formatNaira(discount_price_kobo)}
          </span>
        )}
      </span>
      <span className="text-right text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:text-left">
        {withCosts && cost_kobo !== null ? `cost ${formatNaira(cost_kobo)}` : ""}
      </span>
      <span className="max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1">
        <EditableCell
          id={`price-${id}`}
          name={`price.${id}`}
          intent="price"
          text={text}
          isInvalid={isUnread || isBelowCost || isLarge}
          aria-describedby={text === "" ? undefined : `price-${id}-note`}
          placeholder={nairaText(price_kobo)}
          {...field}
        />
        <span id={`price-${id}-note`} className="block text-right text-sm">
          {isUnread ? <b className="text-clay-deep">not a price</b> : null}
          {kobo !== null && kobo !== price_kobo ? (
            <span className={isLarge ? "font-semibold text-clay-deep" : "text-muted"}>
              {percentChange(price_kobo, kobo)}
            </span>
          ) : null}
          {isBelowCost ? <b className="block text-clay-deep">below cost</b> : null}
        </span>
      </span>
    </li>
  );
}

function agoWords(days: number | null): string {
  if (days === null) return "";
  return days < 1 ? "changed today" : `unchanged for ${days} ${days === 1 ? "day" : "days"}`;
}
