import { Suspense, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { FieldErrors, FormResult } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { Refusal, useAnswer } from "#app/ui/admin/answer.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { Field, FieldError, fieldProps, Input } from "#app/ui/input.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import type { OrderToSend } from "../../queries/shipments.server.ts";
import { orderNumber } from "../../rules.ts";
import type { SentOrder } from "../../rules/shipments.ts";
import { unitWords } from "../../rules/unit-words.ts";
import { TravelFields } from "./travel-fields.tsx";

const SentList = lazyOr(
  () => import("./sent-list.tsx"),
  () => <p role="status">Goods sent. The messages for the buyers could not be loaded.</p>,
);

export type ShipAnswer = FormResult<{ title: string; text: string; left: FieldErrors; sent: SentOrder[] }>;

type Props = {
  orders: readonly OrderToSend[];
  notifyByDefault: boolean;
  /** The result of a form that was sent without JavaScript. */
  answer: ShipAnswer | undefined;
  closeHref: string;
};

/** Sends what is left of one or many orders, whole or in parts, and then offers a message for each buyer. */
export function ShipForm({ orders, notifyByDefault, closeHref, ...props }: Props) {
  const fetcher = useFetcher<ShipAnswer>();
  const { search } = useLocation();
  const [isUploading, setUploading] = useState(false);
  const answer = fetcher.data ?? props.answer;
  useAnswer(fetcher.data, "Nothing was sent");
  const errors = answer?.ok === false ? (answer.errors ?? {}) : {};
  const isBusy = fetcher.state !== "idle" || isUploading;
  const ready = orders.filter(({ reason }) => reason === null);
  if (answer?.ok && answer.sent.length > 0)
    return (
      <Suspense fallback={<p role="status">Goods sent.</p>}>
        <SentList sent={answer.sent} left={answer.left} orders={orders} closeHref={closeHref} />
      </Suspense>
    );
  return (
    <fetcher.Form method="post" action={`/admin/orders/ship${search}`} className="grid gap-5">
      {answer?.ok ? <p role="status">{answer.text}</p> : <Refusal answer={answer} />}
      {orders.map((order) =>
        order.reason ? (
          <p key={order.id} className="rounded-xl bg-amber-soft px-4 py-2.5 text-amber-ink">
            Order <span className="font-mono font-semibold">{orderNumber(order.id)}</span>: nothing is sent,{" "}
            {order.reason}.
          </p>
        ) : (
          <OrderFields key={order.id} order={order} errors={errors} />
        ),
      )}
      {ready.length > 0 ? (
        <>
          <section aria-labelledby="travel" className="grid gap-3">
            <h3 id="travel" className="font-display text-lg font-bold">
              How the goods travel
            </h3>
            <TravelFields id="ship" errors={errors} onBusy={setUploading} />
          </section>
          <label className="flex min-h-11 items-start gap-2.5 rounded-xl border border-line p-3 font-semibold">
            <input
              type="checkbox"
              name="notify"
              value="1"
              defaultChecked={notifyByDefault}
              className="mt-0.5 size-5 accent-forest"
            />
            <span>
              Tell the {ready.length === 1 ? "customer" : "customers"} by mail or SMS
              <span className="block text-sm font-normal text-muted">
                A message for WhatsApp is ready after sending in any case.
              </span>
            </span>
          </label>
        </>
      ) : null}
      <DialogActions>
        <Link to={closeHref} className={buttonClass("ghost")}>
          Cancel
        </Link>
        {ready.length > 0 ? (
          <>
            <Button type="submit" name="status" value="preparing" variant="outline" aria-disabled={isBusy}>
              Save, not sent yet
            </Button>
            <Button type="submit" name="status" value="sent" aria-disabled={isBusy}>
              {isUploading ? "Uploading..." : fetcher.state === "idle" ? "Send goods" : "Sending..."}
            </Button>
          </>
        ) : null}
      </DialogActions>
    </fetcher.Form>
  );
}

/** What is left of one order, each line with its quantity, and its waybill. */
function OrderFields({ order, errors }: { order: OrderToSend; errors: FieldErrors }) {
  const { id, lines, seen } = order;
  const waybill = `waybill-${id}`;
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">
        Order <span className="font-mono">{orderNumber(id)}</span>, {order.customer_name}
      </legend>
      <input type="hidden" name="order" value={`${id}:${seen}`} />
      <p className="text-sm break-words text-muted">
        {order.shipping_address}
        {order.delivery_text ? <span className="block">{order.delivery_text}</span> : null}
      </p>
      <ul className="grid divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <input type="hidden" name="item" value={`${id}:${line.id}`} />
            <label htmlFor={`quantity-${line.id}`} className="min-w-0 flex-1 basis-40 break-words">
              <span className="font-medium">{line.product_name}</span>
              <span className="block text-sm text-muted">
                {[unitWords(line), `${formatCount(line.left)} left to send`].filter(Boolean).join(", ")}
              </span>
            </label>
            <Input
              {...fieldProps(`quantity-${line.id}`, { error: errors[`quantity-${line.id}`] })}
              name={`quantity-${line.id}`}
              inputMode="numeric"
              defaultValue={line.left}
              className="w-24! text-right"
            />
            <FieldError id={`quantity-${line.id}-error`}>{errors[`quantity-${line.id}`]}</FieldError>
          </li>
        ))}
      </ul>
      <FieldError>{errors[id] ?? errors[`lines-${id}`]}</FieldError>
      <Field id={waybill} label="Waybill number" error={errors[waybill]}>
        <Input {...fieldProps(waybill, { error: errors[waybill] })} name={waybill} autoComplete="off" />
      </Field>
    </fieldset>
  );
}
