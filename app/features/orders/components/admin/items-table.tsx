import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";

const HIDDEN = "pl-3 text-right max-sm:hidden";

/** The unit sold with its size: "carton of 12", "bag", or an empty string. */
export function unitWords({ unit, pieces }: { unit: string; pieces: number }): string {
  if (pieces <= 1 || unit.includes(String(pieces))) return unit;
  return unit ? `${unit} (${pieces} pieces)` : `${pieces} pieces`;
}

/** Items of an order with unit prices paid and restocked quantities. */
export function ItemsTable({ details: { items, order } }: { details: AdminOrderDetails }) {
  const goods = items.reduce((sum, { subtotal_kobo }) => sum + subtotal_kobo, 0);
  return (
    <section aria-labelledby="items" className="grid gap-2">
      <h3 id="items" className="font-display text-lg font-bold">
        Items
      </h3>
      <table className="w-full border-collapse text-left text-[0.9375rem]">
        <TableHead
          className="border-b border-line text-sm text-muted"
          cell="py-1.5 font-semibold"
          columns={{ Product: "", "Unit price": HIDDEN, Quantity: HIDDEN, Subtotal: "pl-3 text-right" }}
        />
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={item.id} className="align-top">
              <td className="py-2">
                <span className="font-medium break-words">{item.product_name}</span>
                <span className="block text-sm sm:hidden">
                  {formatCount(item.quantity)} × {formatNaira(item.product_price_kobo)}
                </span>
                <span className="block text-sm text-muted">
                  {unitWords(item)}
                  {item.product_id ? null : " (no longer in the shop)"}
                  {item.restocked > 0 ? ` (${formatCount(item.restocked)} back to stock)` : null}
                </span>
              </td>
              <Amount className="max-sm:hidden">{formatNaira(item.product_price_kobo)}</Amount>
              <Amount className="max-sm:hidden">{formatCount(item.quantity)}</Amount>
              <Amount>{formatNaira(item.subtotal_kobo)}</Amount>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t border-line pt-2">
        {order.discount_kobo > 0 || order.shipping_kobo > 0 ? (
          <>
            <dt className="text-muted">Goods</dt>
            <dd className="price text-right">{formatNaira(goods)}</dd>
          </>
        ) : null}
        {order.shipping_kobo > 0 ? (
          <>
            <dt className="text-muted">Shipping</dt>
            <dd className="price text-right">{formatNaira(order.shipping_kobo)}</dd>
          </>
        ) : null}
        {order.discount_kobo > 0 ? (
          <>
            <dt className="text-muted">Discount</dt>
            <dd className="price text-right">{formatNaira(-order.discount_kobo)}</dd>
          </>
        ) : null}
        <dt className="font-semibold">Total</dt>
        <dd className="price text-right font-semibold">{formatNaira(order.total_amount_kobo)}</dd>
      </dl>
    </section>
  );
}

function Amount({ className, children }: { className?: string; children: string }) {
  return <td className={cx("price py-2 pl-3 text-right", className)}>{children}</td>;
}
