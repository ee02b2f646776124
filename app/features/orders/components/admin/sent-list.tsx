import { MessageCircle } from "lucide-react";
import { whatsappHref } from "#app/features/settings/rules.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import type { OrderToSend } from "../../queries/shipments.server.ts";
import { orderNumber } from "../../rules.ts";
import type { SentOrder } from "../../rules/shipments.ts";

type SentProps = { sent: readonly SentOrder[]; left: FieldErrors; orders: readonly OrderToSend[]; closeHref: string };

/** The orders that were sent, each with its message for WhatsApp, and those that were not. */
export default function SentList({ sent, left, orders, closeHref }: SentProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="font-medium">
        Goods sent. Each buyer sees the shipment in his order; a message for WhatsApp is ready.
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sent.map(({ id, number, message, customer_name, customer_phone }) => {
          const href = whatsappHref(customer_phone, message);
          return (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-xl border border-line p-4">
              <p className="font-semibold break-words">
                <Link to={`/admin/orders/${id}`} className="font-mono text-forest underline underline-offset-3">
                  {orderNumber(id)}
                </Link>{" "}
                {customer_name}, shipment {number}
              </p>
              <p className="text-sm break-words whitespace-pre-line text-muted">{message}</p>
              {href ? (
                <a
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass("soft", "sm", "justify-self-start")}
                >
                  <MessageCircle aria-hidden className="size-4" />
                  WhatsApp message<span className="sr-only"> to {customer_name}</span>
                </a>
              ) : null}
            </li>
          );
        })}
      </ul>
      {orders.map(({ id, customer_name }) =>
        left[id] ? (
          <p key={id} role="alert" className="rounded-xl break-words bg-clay-soft px-4 py-2.5 text-clay-deep">
            <span className="font-mono font-semibold">{orderNumber(id)}</span> {customer_name}: {left[id]}
          </p>
        ) : null,
      )}
      <DialogActions>
        <Link to={closeHref} className={buttonClass("primary")}>
          {orders.length === 1 ? "Done" : "Back to the list"}
        </Link>
      </DialogActions>
    </div>
  );
}
