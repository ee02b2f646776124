import { formatDate } from "#app/lib/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/class-names.ts";
import type { BuyerShipment } from "../queries/shipments.server.ts";
import { shipmentBadge } from "../rules/shipments.ts";
import { ShipmentFacts, ShipmentGoods } from "./shipment-facts.tsx";

/** The shipments of an order for its buyer, with the code that he gives when he collects the goods. */
export default function ShipmentList({
  shipments,
  className,
}: {
  shipments: readonly BuyerShipment[];
  className?: string;
}) {
  return (
    <section aria-label="Shipments" className={cx("text-left", className)}>
      <h3 className="font-bold">{shipments.length === 1 ? "Shipment" : "Shipments"}</h3>
      <ul className="mt-2 grid gap-3">
        {shipments.map((shipment) => {
          const { id, number, status, code, sent_at, delivered_at } = shipment;
          const { label, tone } = shipmentBadge(status);
          return (
            <li key={id} className="grid gap-2 rounded-xl border border-line p-4">
              <p className="flex flex-wrap items-center gap-2">
                {shipments.length > 1 ? <span className="font-semibold">Part {number}</span> : null}
                <Badge tone={tone}>{label}</Badge>
                <span className="text-sm text-muted">
                  {delivered_at
                    ? `Delivered ${formatDate(delivered_at)}`
                    : sent_at
                      ? `Sent ${formatDate(sent_at)}`
                      : "Not sent yet"}
                </span>
              </p>
              {code ? (
                <p className="rounded-xl bg-leaf/60 px-4 py-2.5">
                  <span className="block text-sm">Collection code: give it only when you have the goods.</span>
                  <span className="font-mono text-3xl font-bold tracking-widest">{code}</span>
                </p>
              ) : null}
              <ShipmentGoods lines={shipment.lines} />
              <ShipmentFacts shipment={shipment} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
