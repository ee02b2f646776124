import type { ReactNode } from "react";
import { agreedText, packText } from "#app/features/pricing/rules/packs.ts";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatNaira } from "#app/lib/money.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import type { OrderDetails } from "../queries.server.ts";
import { savedBy } from "../rules.ts";

type OrderLinesProps = {
  items: OrderDetails["items"];
  /** Headings of the unit price and line total columns. */
  price: string;
  sum: string;
  className: string;
  /** Table footer. */
  children?: ReactNode;
};

/**
 * Table of an order's items with prices paid. Narrow screens show price and quantity below the name; print does not.
 */
export function OrderLines({ items, price, sum, className, children }: OrderLinesProps) {
  const wide = "px-3 text-right max-sm:hidden print:table-cell";
  return (
    <table className={`w-full border-y border-line text-sm ${className}`}>
      <TableHead
        className="border-b border-line text-left text-muted"
        cell="py-2 font-medium"
        columns={{ Product: "pr-3", [price]: wide, Quantity: wide, [sum]: "pl-3 text-right" }}
      />
      <tbody className="divide-y divide-line">
        {items.map((item, index) => (
          <tr key={index} className="break-inside-avoid align-top">
            <td className="py-2.5 pr-3 [overflow-wrap:anywhere]">
              <span className="font-semibold">
                <ProductName name={item.product_name} />
              </span>
              <span className="block text-muted sm:hidden print:hidden">
                {agreedText(item.quantity, item.product_price_kobo, item)}
              </span>
            </td>
            <td className={`price py-2.5 ${wide}`}>{formatNaira(item.product_price_kobo)}</td>
            <td className={`py-2.5 tabular-nums ${wide}`}>{packText({ ...item, larger_units: [] }, item.quantity)}</td>
            <td className="price py-2.5 pl-3 text-right font-semibold">{formatNaira(item.subtotal_kobo)}</td>
          </tr>
        ))}
      </tbody>
      {children}
    </table>
  );
}

/** What the quantities of an order saved; nothing for an order without price steps. */
export function OrderSaving({ items }: Pick<OrderLinesProps, "items">) {
  const saved = savedBy(items);
  return saved > 0 ? (
    <p className="mt-2 text-right text-sm font-semibold text-forest">You saved {formatNaira(saved)} by quantity</p>
  ) : null;
}
