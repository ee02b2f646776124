import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Refusal, type Answer } from "#app/ui/admin/answer.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import { orderStatusBadge, type OrderStatus } from "../../rules.ts";
import { statusMessage } from "../../rules/updates.ts";
import { NotifyFields } from "./notify-fields.tsx";

type Props = {
  details: AdminOrderDetails;
  /** The status that the cancelled order gets. */
  status: OrderStatus;
  /** Sum of the order's refunds in kobo. */
  paidBackKobo: number;
  notifyByDefault: boolean;
  /** Address of the order without this form. */
  closeHref: string;
  /** Of the order, which shows the answer: the form is gone once a reload has the new status. */
  fetcher: FetcherWithComponents<Answer>;
};

/** Sets a cancelled order to another status: shows what is taken from stock again, and what was paid back. */
export default function ReopenForm({ details, status, paidBackKobo, notifyByDefault, closeHref, fetcher }: Props) {
  const { order, items } = details;
  const [earlier] = useState(fetcher.data);
  const refused = fetcher.data !== earlier && fetcher.data?.ok === false ? fetcher.data : undefined;
  const isBusy = fetcher.state !== "idle";
  const { label } = orderStatusBadge(status);
  const lines = items.filter(({ restocked }) => restocked > 0);
  return (
    <fetcher.Form
      method="post"
      action={`/admin/orders/${order.id}`}
      aria-labelledby="reopen"
      className="grid gap-4 rounded-2xl border border-line bg-sand p-4"
    >
      <h3 id="reopen" className="font-display text-lg font-bold">
        Set this cancelled order to {label}
      </h3>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="seen" value={order.order_status} />
      <input type="hidden" name="status" value={status} />
      <Refusal answer={refused} />
      {paidBackKobo > 0 ? (
        <p className="rounded-xl bg-amber-soft px-4 py-2.5 font-medium text-amber-ink">
          {formatNaira(paidBackKobo)} of {formatNaira(details.money?.total_amount_kobo ?? 0)} was paid back to the
          buyer. It stays paid back.
        </p>
      ) : null}
      {lines.length > 0 ? (
        <section className="grid gap-2">
          <h4 className="text-sm font-semibold">These goods are taken from stock again</h4>
          <ul className="grid gap-2 text-[0.9375rem]">
            {lines.map((item) => (
              <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
                <span className="min-w-0 break-words">
                  {item.product_name}
                  {item.product_id ? null : <span className="text-sm text-muted"> (no longer in the shop)</span>}
                </span>
                <span className="text-right tabular-nums">
                  {formatCount(item.restocked)}
                  {item.unit ? ` × ${item.unit}` : null}
                </span>
                <FieldError>{refused?.errors[`line.${item.id}`]}</FieldError>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="text-sm text-muted">Nothing of this order went back to stock, so nothing is taken from it.</p>
      )}
      <NotifyFields
        contact={order}
        message={refused?.values["message"] ?? statusMessage(order.id, status)}
        notifyByDefault={notifyByDefault}
      />
      <DialogActions>
        <Link to={closeHref} replace preventScrollReset className={buttonClass("outline")}>
          Keep it cancelled
        </Link>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving..." : `Set to ${label}`}
        </Button>
      </DialogActions>
    </fetcher.Form>
  );
}
