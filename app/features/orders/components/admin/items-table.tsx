import { Fragment } from "react";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import { unitWords } from "../../rules/unit-words.ts";

const HIDDEN = "pl-3 text-right max-sm:hidden";

/** Items of an order with unit prices paid, for staff who may see them, and restocked quantities. */
export function ItemsTable({ details: { items, money } }: { details: AdminOrderDetails }) {
  const columns: Record<string, string> = money
    ? { Product: "", "Unit price": HIDDEN, Quantity: HIDDEN, Subtotal: "pl-3 text-right" }
    : { Product: "", Quantity: "pl-3 text-right" };
  return (
    <section aria-labelledby="items" className="grid gap-2">
      <h3 id="items" className="font-display text-lg font-bold">
        Items
      </h3>
      <table className="w-full border-collapse text-left text-[0.9375rem]">
        <TableHead className="border-b border-line text-sm text-muted" cell="py-1.5 font-semibold" columns={columns} />
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={item.id} className="align-top">
              <td className="py-2">
                <span className="font-medium wrap-anywhere">{item.product_name}</span>
                {item.money ? (
                  <span className="block text-sm sm:hidden">
                    {formatCount(item.quantity)} × {formatNaira(item.money.product_price_kobo)}
                  </span>
                ) : null}
                <span className="block text-sm text-muted">
                  {unitWords(item)}
                  {item.product_id ? null : " (no longer in the shop)"}
                  {item.restocked > 0 ? ` (${formatCount(item.restocked)} back to stock)` : null}
                </span>
              </td>
              {item.money ? (
                <>
                  <Amount className="max-sm:hidden">{formatNaira(item.money.product_price_kobo)}</Amount>
                  <Amount className="max-sm:hidden">{formatCount(item.quantity)}</Amount>
                  <Amount>{formatNaira(item.money.subtotal_kobo)}</Amount>
                </>
              ) : (
                <Amount>{formatCount(item.quantity)}</Amount>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {money ? <OrderSums items={items} money={money} /> : null}
    </section>
  );
}

type SumsProps = { items: AdminOrderDetails["items"]; money: NonNullable<AdminOrderDetails["money"]> };

/** Goods, shipping and discount, where they differ from the total, and the total. */
function OrderSums({ items, money: { total_amount_kobo, shipping_kobo, discount_kobo } }: SumsProps) {
  const goods = items.reduce((sum, { money }) => sum + (money?.subtotal_kobo ?? 0), 0);
  const isPlain = shipping_kobo === 0 && discount_kobo === 0;
  const sums: [string, number][] = [
    ["Goods", isPlain ? 0 : goods],
    ["Shipping", shipping_kobo],
    ["Discount", -discount_kobo],
  ];
  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t border-line pt-2">
      {sums.map(([label, kobo]) =>
        kobo === 0 ? null : (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="price text-right">{formatNaira(kobo)}</dd>
          </Fragment>
        ),
      )}
      <dt className="font-semibold">Total</dt>
      <dd className="price text-right font-semibold">{formatNaira(total_amount_kobo)}</dd>
    </dl>
  );
}

function Amount({ className, children }: { className?: string; children: string }) {
  return <td className={cx("price py-2 pl-3 text-right", className)}>{children}</td>;
}
