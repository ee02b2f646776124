import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import type { Answer } from "#app/ui/admin/answer.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { Input, Label } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import { statusMessage } from "../../rules/updates.ts";
import { NotifyFields } from "./notify-fields.tsx";

type Props = {
  details: AdminOrderDetails;
  notifyByDefault: boolean;
  /** Address of the order without this form. */
  closeHref: string;
  /** Of the order, which shows the answer: the form is gone once a reload has the new status. */
  fetcher: FetcherWithComponents<Answer>;
};

/** Cancels an order, with the quantity to restock for each line. Does not refund. */
export default function CancelForm({ details: { order, items }, notifyByDefault, closeHref, fetcher }: Props) {
  const [earlier] = useState(fetcher.data);
  const isBusy = fetcher.state !== "idle";
  const values = fetcher.data !== earlier && fetcher.data?.ok === false ? fetcher.data.values : {};
  // Shipped goods are not returned automatically, so their default restock quantity is 0.
  const isHere = order.order_status === "processing";
  const lines = items.filter((item) => item.product_id && item.quantity > item.restocked);
  return (
    <fetcher.Form
      method="post"
      action={`/admin/orders/${order.id}`}
      aria-labelledby="cancel"
      className="grid gap-4 rounded-2xl border border-line bg-sand p-4"
    >
      <h3 id="cancel" className="font-display text-lg font-bold">
        Cancel this order
      </h3>
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="seen" value={order.order_status} />
      {lines.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">How much is returned to stock?</legend>
          {lines.map((item) => (
            <label key={item.id} className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-3 text-[0.9375rem]">
              <span className="min-w-0 break-words">
                {item.product_name}
                <span className="block text-sm text-muted">
                  of {formatCount(item.quantity - item.restocked)}
                  {item.unit ? `, each a ${item.unit}` : null}
                </span>
              </span>
              <Input
                type="number"
                name={`restock.${item.id}`}
                min={0}
                max={item.quantity - item.restocked}
                step={1}
                inputMode="numeric"
                defaultValue={values[`restock.${item.id}`] ?? (isHere ? item.quantity - item.restocked : 0)}
              />
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="text-sm text-muted">Nothing of this order can go back to stock.</p>
      )}
      <div className="grid gap-1.5">
        <Label htmlFor="cancel-reason">Reason, for the staff</Label>
        <Input id="cancel-reason" name="reason" maxLength={300} defaultValue={values["reason"] ?? ""} />
      </div>
      <NotifyFields
        contact={order}
        message={values["message"] ?? statusMessage(order.id, "cancelled")}
        notifyByDefault={notifyByDefault}
      />
      <p className="text-sm text-muted">The payment stays as it is. To return the money, make a refund.</p>
      <DialogActions>
        <Link to={closeHref} replace preventScrollReset className={buttonClass("outline")}>
          Keep the order
        </Link>
        <Button type="submit" variant="danger" aria-disabled={isBusy}>
          {isBusy ? "Cancelling..." : "Cancel the order"}
        </Button>
      </DialogActions>
    </fetcher.Form>
  );
}
