import { formatDate } from "#app/lib/dates.ts";
import { formatCount } from "#app/lib/money.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import type { Slip } from "../../queries/slips.server.ts";
import { orderNumber, orderStatusBadge } from "../../rules.ts";
import { deliveryFacts } from "../../rules/delivery.ts";
import type { PickLine } from "../../rules/pick-list.ts";
import { unitWords } from "../../rules/unit-words.ts";

export type Paper = "a4" | "a5";

/** CSS classes of the paper sizes; app.css defines an @page for each. */
const PAPER: Record<Paper, string> = { a4: "paper-a4", a5: "paper-a5" };

/** Packing slip of one order on its own page: shipping address and items without prices. */
export function PackingSlip({ slip, shop, paper }: { slip: Slip; shop: string; paper: Paper }) {
  const pieces = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      aria-labelledby={`slip-${slip.id}`}
      className={`${PAPER[paper]} card break-after-page p-6 print:border-0 print:p-0 print:shadow-none`}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line pb-3">
        <div>
          <p className="font-display text-xl font-bold">{shop}</p>
          <h2 id={`slip-${slip.id}`} className="font-semibold">
            Packing slip {orderNumber(slip.id)}
          </h2>
          <p className="text-sm text-muted">
            {formatDate(slip.created_at)}, {orderStatusBadge(slip.order_status).label.toLowerCase()}
            {slip.is_rest ? ", without what was sent already" : ""}
          </p>
        </div>
        <address className="max-w-72 text-[0.9375rem] break-words not-italic">
          <b>{slip.customer_name}</b>
          <br />
          {slip.shipping_address}
          <br />
          {slip.customer_phone}
          {slip.substitute_phone ? (
            <>
              <br />
              or {slip.substitute_phone}
            </>
          ) : null}
          {deliveryFacts(slip).map(([name, text]) => (
            <span key={name} className="block">
              {name === "Delivery" ? text : `${name} ${text}`}
            </span>
          ))}
        </address>
      </header>
      <table className="mt-3 w-full border-collapse text-left text-[0.9375rem]">
        <TableHead
          className="text-sm text-muted"
          cell="py-1.5 font-semibold"
          columns={{ Product: "", Unit: "pl-3", Quantity: "pl-3 text-right" }}
        />
        <tbody className="divide-y divide-line">
          {slip.lines.map((line, index) => (
            <tr key={index} className="break-inside-avoid">
              <td className="py-2 wrap-anywhere">
                <span aria-hidden className="mr-3 inline-block size-4 rounded border border-ink align-[-2px]" />
                {line.product_name}
              </td>
              <td className="py-2 pl-3 text-muted">{unitWords(line)}</td>
              <td className="py-2 pl-3 text-right font-semibold tabular-nums">{formatCount(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 border-t border-line pt-2 text-right text-sm text-muted">
        {slip.lines.length} {slip.lines.length === 1 ? "line" : "lines"}, {formatCount(pieces)} in all. Packed by:
        ____________________
      </p>
    </article>
  );
}

/** Pick list: total quantities over all selected orders. */
export function PickListPage({ lines, orders, paper }: { lines: readonly PickLine[]; orders: number; paper: Paper }) {
  return (
    <article
      aria-labelledby="pick-list"
      className={`${PAPER[paper]} card break-after-page p-6 print:border-0 print:p-0 print:shadow-none`}
    >
      <h2 id="pick-list" className="font-display text-xl font-bold">
        Pick list
      </h2>
      <p className="text-sm text-muted">
        For {formatCount(orders)} {orders === 1 ? "order" : "orders"}
      </p>
      <table className="mt-3 w-full border-collapse text-left text-[0.9375rem]">
        <TableHead
          className="border-b border-line text-sm text-muted"
          cell="py-1.5 font-semibold"
          columns={{ Product: "", Quantity: "pl-3 text-right", "For orders": "pl-3" }}
        />
        <tbody className="divide-y divide-line">
          {lines.map((line, index) => (
            <tr key={index} className="break-inside-avoid align-top">
              <td className="py-2 wrap-anywhere">
                {line.product_name}
                <span className="block text-sm text-muted">{unitWords(line)}</span>
              </td>
              <td className="py-2 pl-3 text-right font-semibold tabular-nums">{formatCount(line.quantity)}</td>
              <td className="py-2 pl-3 font-mono text-sm text-muted">
                {line.orders.map(({ id, quantity }) => `${orderNumber(id)} × ${formatCount(quantity)}`).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
