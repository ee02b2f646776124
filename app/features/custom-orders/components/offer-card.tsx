import type { ReactNode } from "react";
import { formatDate } from "#app/lib/dates.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { Offer } from "../queries.server.ts";
import { OFFER_SENTENCES } from "../rules.ts";
import { OfferBadge } from "./status-badge.tsx";

/** An offer for customer and shop: state, message, lines, total; `children` are the actions. */
export function OfferCard({ offer, children }: { offer: Offer; children?: ReactNode }) {
  const id = `offer-${offer.id}`;
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-white p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-display text-lg font-bold">
          Offer of {formatDate(offer.created_at)}
        </h3>
        <OfferBadge state={offer.state} />
      </div>
      {offer.message ? <p className="mt-2 break-words whitespace-pre-line">{offer.message}</p> : null}
      <table className="mt-3 w-full text-left text-[0.9375rem]">
        <caption className="sr-only">What the offer contains</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Goods</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {offer.lines.map((line, at) => (
            <tr key={at} className="border-t border-line align-top">
              <td className="py-2 pr-3 break-words">
                {line.name}
                <span className="block text-sm text-muted">
                  {formatCount(line.quantity)} × {formatNaira(line.unit_price_kobo)}
                  {line.unit ? ` per ${line.unit}` : ""}
                </span>
              </td>
              <td className="py-2 text-right whitespace-nowrap tabular-nums">{formatNaira(line.total_kobo)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-ink font-bold">
            <th scope="row" className="py-2 pr-3 text-left">
              Total
            </th>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">{formatNaira(offer.total_kobo)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-sm text-muted">
        {offer.state === "open" ? `Valid until ${formatDate(offer.valid_until)}.` : OFFER_SENTENCES[offer.state]}
      </p>
      {children}
    </section>
  );
}
