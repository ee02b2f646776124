import { useState } from "react";
import { Form, useFetcher, useNavigate } from "react-router";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Select } from "#app/ui/select.tsx";
import { ORDER_STATUSES, orderNumber, orderStatusBadge, type OrderStatus, type StatusBadgeStyle } from "../../rules.ts";
import { TRANSITIONS } from "../../rules/transitions.ts";
import { statusMessage, type OrderContact } from "../../rules/updates.ts";
import { NotifyFields } from "./notify-fields.tsx";

type Props = {
  order: OrderContact & { id: string; order_status: OrderStatus };
  /** Default of the notify checkbox. */
  notifyByDefault: boolean;
  mayCancel: boolean;
  /** Address of the order with the form of a change that moves goods: cancelling, or leaving `cancelled`. */
  formHref: (task: "cancel" | OrderStatus) => string;
};

const COLOURS: Record<StatusBadgeStyle["tone"], string> = {
  good: "bg-leaf! text-forest!",
  low: "bg-amber-soft! text-amber-ink!",
  out: "bg-clay-soft! text-clay-deep!",
  info: "bg-sky-soft! text-sky-ink!",
  neutral: "bg-sand-deep! text-ink!",
};

/** Order status as a coloured dropdown. A new choice asks whether to notify the customer before it is saved. */
export function StatusSelect({ order, notifyByDefault, mayCancel, formHref }: Props) {
  const { id, order_status } = order;
  const navigate = useNavigate();
  const fetcher = useFetcher<Answer>();
  const [wanted, setWanted] = useState<OrderStatus | null>(null);
  useAnswer(fetcher.data, "Error updating status", () => setWanted(null));
  const isBusy = fetcher.state !== "idle";
  const action = `/admin/orders/${id}`;

  function choose(status: OrderStatus) {
    const transition = TRANSITIONS[order_status][status];
    if (transition?.goods === "stay") setWanted(status);
    else if (transition)
      void navigate(formHref(status === "cancelled" ? "cancel" : status), { preventScrollReset: true });
  }

  const isClosed = (status: OrderStatus) => !mayCancel && TRANSITIONS[order_status][status]?.right === "orders.cancel";

  return (
    <>
      <Form method="post" action={action} className="flex items-center gap-1.5">
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={order_status} />
        <Select
          name="status"
          aria-label={`Status of order ${orderNumber(id)}`}
          data-row-status
          key={order_status}
          value={wanted ?? order_status}
          disabled={isBusy}
          onChange={({ target }) => choose(target.value as OrderStatus)}
          wrapperClassName="w-36"
          className={cx(
            "border-transparent! py-0 pl-3 text-sm font-semibold",
            COLOURS[orderStatusBadge(order_status).tone],
          )}
        >
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status} disabled={isClosed(status)}>
              {orderStatusBadge(status).label}
            </option>
          ))}
        </Select>
        <noscript>
          <Button type="submit" variant="soft" size="sm">
            Set
          </Button>
        </noscript>
      </Form>
      <Dialog
        open={wanted !== null}
        onClose={() => setWanted(null)}
        title={wanted ? `Order ${orderNumber(id)}: ${orderStatusBadge(wanted).label}` : ""}
        description={`It is ${orderStatusBadge(order_status).label} now.`}
      >
        {wanted ? (
          <fetcher.Form method="post" action={action} className="grid gap-4">
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="seen" value={order_status} />
            <input type="hidden" name="status" value={wanted} />
            <NotifyFields contact={order} message={statusMessage(id, wanted)} notifyByDefault={notifyByDefault} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="ghost" onClick={() => setWanted(null)}>
                Keep {orderStatusBadge(order_status).label}
              </Button>
              <Button type="submit" aria-disabled={isBusy}>
                {isBusy ? "Saving..." : `Set to ${orderStatusBadge(wanted).label}`}
              </Button>
            </div>
          </fetcher.Form>
        ) : null}
      </Dialog>
    </>
  );
}
