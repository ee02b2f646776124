import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Form, useFetcher, useNavigate, useRevalidator } from "react-router";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";
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
  const { revalidate } = useRevalidator();
  const fetcher = useFetcher<Answer>();
  const [wanted, setWanted] = useState<OrderStatus | null>(null);
  const [earlier, setEarlier] = useState<Answer>();
  const keys = useKeyedChoice(choose);
  useAnswer(fetcher.data, "Error updating status", () => setWanted(null));
  const isBusy = fetcher.state !== "idle";
  const action = `/admin/orders/${id}`;
  const label = orderStatusBadge(order_status).label;
  const maySend = wanted !== null && TRANSITIONS[order_status][wanted]?.goods === "stay";

  // A refusal does not reload the page's data, and its reason is mostly that another admin changed the order.
  useEffect(() => {
    if (fetcher.data?.ok === false) void revalidate();
  }, [fetcher.data, revalidate]);

  function choose(status: OrderStatus) {
    const transition = TRANSITIONS[order_status][status];
    setEarlier(fetcher.data);
    if (transition?.goods === "stay") setWanted(status);
    else if (transition)
      void navigate(formHref(status === "cancelled" ? "cancel" : status), { preventScrollReset: true });
  }

  const isClosed = (status: OrderStatus) => !mayCancel && TRANSITIONS[order_status][status]?.right === "orders.cancel";

  return (
    <>
      <Form method="post" action={action} className="relative flex items-center gap-1.5">
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={order_status} />
        <Select
          name="status"
          aria-label={`Status of order ${orderNumber(id)}`}
          data-row-status
          key={order_status}
          value={keys.chosen ?? wanted ?? order_status}
          disabled={isBusy}
          {...keys.props}
          wrapperClassName="w-36"
          className={cx(
            "border-transparent! py-0 pl-3 text-sm font-semibold in-data-compact:sm:min-h-9",
            COLOURS[orderStatusBadge(order_status).tone],
          )}
        >
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status} disabled={isClosed(status)}>
              {orderStatusBadge(status).label}
            </option>
          ))}
        </Select>
        {keys.chosen && keys.chosen !== order_status ? (
          <span
            role="status"
            className="absolute top-full left-0 z-10 rounded-lg bg-ink px-2 py-0.5 text-xs text-white"
          >
            Enter to set
          </span>
        ) : null}
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
        description={`It is ${label} now.`}
      >
        {wanted ? (
          <fetcher.Form method="post" action={action} className="grid gap-4">
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="seen" value={order_status} />
            <input type="hidden" name="status" value={wanted} />
            {fetcher.data === earlier ? null : <Refusal answer={fetcher.data} />}
            <NotifyFields contact={order} message={statusMessage(id, wanted)} notifyByDefault={notifyByDefault} />
            <DialogActions>
              <Button variant="outline" onClick={() => setWanted(null)}>
                Keep {label}
              </Button>
              {maySend ? (
                <Button type="submit" aria-disabled={isBusy} data-focus>
                  {isBusy ? "Saving..." : `Set to ${orderStatusBadge(wanted).label}`}
                </Button>
              ) : null}
            </DialogActions>
          </fetcher.Form>
        ) : null}
      </Dialog>
    </>
  );
}

/**
 * Handlers of a status select. In a closed select browsers report each arrow press and letter as a choice: those are
 * only shown as `chosen` until Enter, or leaving the field discards them. A choice in the open list counts at once.
 */
function useKeyedChoice(choose: (status: OrderStatus) => void) {
  const [chosen, setChosen] = useState<OrderStatus | null>(null);
  const isStepping = useRef(false);
  return {
    chosen,
    props: {
      onPointerDown: () => (isStepping.current = false),
      onKeyDown: (event: KeyboardEvent) => {
        const { key, altKey } = event;
        if (chosen && (key === "Enter" || key === "Escape")) {
          event.preventDefault();
          event.stopPropagation();
          setChosen(null);
          if (key === "Enter") choose(chosen);
        } else if (key !== "Tab" && key !== "Shift")
          isStepping.current = !altKey && ![" ", "Enter", "F4"].includes(key);
      },
      onChange: ({ target }: { target: HTMLSelectElement }) => {
        const status = target.value as OrderStatus;
        if (isStepping.current) return setChosen(status);
        setChosen(null);
        choose(status);
      },
      onBlur: () => setChosen(null),
    },
  };
}
