import { useState } from "react";
import { useFetcher } from "react-router";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { NotifyTick } from "#app/ui/admin/notify-tick.tsx";
import { Button } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import type { StaffShipment } from "../../queries/shipments.server.ts";
import type { NextStatus } from "../../rules/shipments.ts";
import { noticeChannel, type OrderContact } from "../../rules/updates.ts";

export type ShipmentStep = NextStatus | "removed";

const STEPS: Record<ShipmentStep, { verb: string; text: string; isTold?: true; isDanger?: true }> = {
  sent: { verb: "Mark as sent", text: "The goods leave now, and the buyer sees it in his order.", isTold: true },
  arrived: {
    verb: "Ready to collect",
    text: "The goods wait at the park or at your place, and the buyer sees it in his order.",
    isTold: true,
  },
  delivered: { verb: "Delivered", text: "The buyer has the goods and reads so in his order. This is final." },
  lost: {
    verb: "Lost",
    text: "The buyer reads “Lost” in his order, a collection code no longer counts, and these goods are to be sent again. This is final.",
    isDanger: true,
  },
  removed: { verb: "Remove", text: "The shipment goes, and its goods are to be sent again.", isDanger: true },
};

/** What the button for a step says; goods with a code are handed over for it, so without it is an exception. */
export function stepVerb(step: ShipmentStep, hasCode: boolean): string {
  return step === "delivered" && hasCode ? "Delivered without the code" : STEPS[step].verb;
}

type Props = {
  order: OrderContact & { id: string };
  shipment: StaffShipment;
  step: ShipmentStep;
  notifyByDefault: boolean;
  onDone: () => void;
};

/** Asks before a shipment takes its next step: the buyer reads it at once, and most steps are final. */
export function MoveShipment({ order, shipment, step, notifyByDefault, onDone }: Props) {
  const fetcher = useFetcher<Answer>();
  // Another admin's change is refused, also when this page hears of it while it asks.
  const [version] = useState(shipment.version);
  useAnswer(fetcher.data, "Error", onDone);
  const { text, isTold, isDanger } = STEPS[step];
  const verb = stepVerb(step, shipment.has_code);
  const way = noticeChannel(order);
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form
      method="post"
      action={`/admin/orders/${order.id}`}
      aria-label={`Shipment ${shipment.number}: ${verb}?`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl bg-sand p-4 print:hidden"
    >
      <input type="hidden" name="intent" value={step === "removed" ? "shipment-remove" : "shipment-move"} />
      <input type="hidden" name="shipment" value={shipment.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="status" value={step} />
      <div role="status">
        <p className="font-semibold">
          Shipment {shipment.number}: {verb}?
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {isTold && way ? (
        <NotifyTick notifyByDefault={notifyByDefault}>
          Tell the customer by {way === "mail" ? "mail" : "SMS"}
        </NotifyTick>
      ) : null}
      <DialogActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant={isDanger ? "danger" : "primary"} aria-disabled={isBusy}>
          {isBusy ? "Saving..." : verb}
        </Button>
      </DialogActions>
    </fetcher.Form>
  );
}
