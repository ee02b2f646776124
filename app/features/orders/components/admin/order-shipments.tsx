import { MessageCircle, Pencil } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import type { StaffShipment } from "../../queries/shipments.server.ts";
import { MOST_TRIES, nextStatuses, shipmentBadge, shipmentMessage } from "../../rules/shipments.ts";
import { ShipmentFacts, ShipmentGoods } from "../shipment-facts.tsx";
import { EditShipment } from "./edit-shipment.tsx";
import { MoveShipment, stepVerb, type ShipmentStep } from "./move-shipment.tsx";

/** The shipments of an order: goods, way, next status, and the collection code that the buyer gives. */
export default function OrderShipments({
  details: { order, shipments, arrival, is_in_parts },
  notifyByDefault,
}: {
  details: AdminOrderDetails;
  notifyByDefault: boolean;
}) {
  return (
    <section aria-labelledby="shipments" className="grid gap-2">
      <h3 id="shipments" className="font-display text-lg font-bold">
        Shipments
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shipments.map((shipment) => (
          <Shipment
            key={shipment.id}
            order={order}
            shipment={shipment}
            arrival={arrival}
            isPart={is_in_parts}
            notifyByDefault={notifyByDefault}
          />
        ))}
      </ul>
    </section>
  );
}

type Props = {
  order: AdminOrderDetails["order"];
  shipment: AdminOrderDetails["shipments"][number];
  arrival: string | null;
  isPart: boolean;
  notifyByDefault: boolean;
};

function Shipment({ order, shipment, arrival, isPart, notifyByDefault }: Props) {
  const { number, status, has_code, unsent } = shipment;
  const may = useRights();
  // Before this part is live a press would be lost.
  const isLive = useHydrated();
  const [open, setOpen] = useState<"edit" | ShipmentStep | null>(null);
  const close = () => setOpen(null);
  const isOpen = order.order_status !== "cancelled" && may("orders.status");
  // Without the buyer's code only those who may cancel say that he has the goods.
  const next = nextStatuses(shipment)
    .filter((one) => one !== "delivered" || !has_code || may("orders.cancel"))
    .filter((one) => one !== "sent" || unsent === null);
  const steps = status === "preparing" ? [...next, "removed" as const] : next;
  const travels = status === "sent" || status === "arrived";
  const message = whatsappHref(
    order.customer_phone,
    shipmentMessage({ ...shipment, order_id: order.id, is_part: isPart, delivery_kind: order.delivery_kind }, arrival),
  );
  const { label, tone } = shipmentBadge(status);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line p-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">Shipment {number}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted">{timesOf(shipment)}</span>
      </p>
      <ShipmentGoods lines={shipment.lines} />
      <ShipmentFacts shipment={shipment} />
      {isOpen && unsent ? (
        <p className="text-sm font-medium text-amber-ink">Not to be sent: {unsent}. Please remove the shipment.</p>
      ) : null}
      {travels && has_code ? <CollectionCode order={order.id} shipment={shipment} isOpen={isOpen} /> : null}
      {open === "edit" ? <EditShipment order={order.id} shipment={shipment} onDone={close} /> : null}
      {open && open !== "edit" ? (
        <MoveShipment
          key={open}
          order={order}
          shipment={shipment}
          step={open}
          notifyByDefault={notifyByDefault}
          onDone={close}
        />
      ) : null}
      {open ? null : (
        <div className="flex flex-wrap gap-2 print:hidden">
          {message && travels ? (
            <a href={message} target="_blank" rel="noreferrer" className={buttonClass("soft", "sm")}>
              <MessageCircle aria-hidden className="size-4" />
              WhatsApp message
            </a>
          ) : null}
          {isOpen
            ? steps.map((step) => (
                <Button key={step} variant="outline" size="sm" disabled={!isLive} onClick={() => setOpen(step)}>
                  {stepVerb(step, has_code)}
                  <span className="sr-only"> (shipment {number})</span>
                </Button>
              ))
            : null}
          {isOpen ? (
            <Button variant="ghost" size="sm" disabled={!isLive} onClick={() => setOpen("edit")}>
              <Pencil aria-hidden className="size-4" />
              Edit<span className="sr-only"> shipment {number}</span>
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}

function timesOf({ sent_at, delivered_at }: StaffShipment): string {
  const sent = sent_at ? `Sent ${formatDateTime(sent_at)}` : "Not sent yet";
  return delivered_at ? `${sent}, delivered ${formatDateTime(delivered_at)}` : sent;
}

/** Gives the buyer of a locked shipment another code. */
function NewCode({ order, id, version }: { order: string; id: string; version: number }) {
  const fetcher = useFetcher<Answer>();
  useAnswer(fetcher.data, "Error");
  return (
    <fetcher.Form method="post" action={`/admin/orders/${order}`} aria-busy={fetcher.state !== "idle"}>
      <input type="hidden" name="intent" value="shipment-code" />
      <input type="hidden" name="shipment" value={id} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" variant="outline" size="sm">
        Give the buyer a new code
      </Button>
    </fetcher.Form>
  );
}

type CodeProps = { order: string; shipment: StaffShipment; isOpen: boolean };

/** Takes the buyer's code; after five wrong ones a new one for the buyer. */
function CollectionCode({ order, shipment: { id, number, version, code_tries }, isOpen }: CodeProps) {
  const fetcher = useFetcher<Answer>();
  const may = useRights();
  useAnswer(fetcher.data, "Code is wrong");
  if (!isOpen) return null;
  if (code_tries >= MOST_TRIES)
    return (
      <div className="grid gap-2 rounded-xl bg-clay-soft px-4 py-2.5 text-clay-deep">
        <p>Five wrong codes were entered, so this code no longer counts.</p>
        {may("orders.cancel") ? (
          <NewCode order={order} id={id} version={version} />
        ) : (
          <p>A manager can give the buyer a new one.</p>
        )}
      </div>
    );
  const error = fetcher.data?.ok === false ? fetcher.data.errors["code"] : undefined;
  const field = `code-${number}`;
  return (
    <fetcher.Form method="post" action={`/admin/orders/${order}`} className="print:hidden">
      <input type="hidden" name="intent" value="shipment-collect" />
      <input type="hidden" name="shipment" value={id} />
      <Field id={field} label="Collection code of the buyer" error={error}>
        <span className="flex gap-2">
          <Input
            {...fieldProps(field, { error })}
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
            className="w-28!"
          />
          <Button type="submit" variant="outline" aria-disabled={fetcher.state !== "idle"}>
            Hand over
          </Button>
        </span>
      </Field>
    </fetcher.Form>
  );
}
