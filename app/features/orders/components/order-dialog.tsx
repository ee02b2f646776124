import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { OrderDetails } from "../queries.server.ts";
import { orderNumber } from "../rules.ts";
import { OrderChanges } from "./order-changes.tsx";
import { OrderDetailsView, OrderDetailsSkeleton } from "./order-details.tsx";

type Props = {
  /** Id of the open order, or null. */
  id: string | null;
  /** Its details once loaded. */
  order: OrderDetails | null;
  /** Number of its products, if the list has it. */
  lines?: number;
  /** Address of the list without the dialog, for closing before hydration. */
  closeHref: string;
  /** Recent changes; a live region behind an open dialog is not announced. */
  changeMessages: readonly string[];
  /** Further actions beside the receipt link. */
  actions?: ReactNode;
  onClose: () => void;
};

/** Dialog with the details of an order. Before hydration the details are rendered above the list instead. */
export function OrderDialog({ id, order, lines, closeHref, changeMessages, actions, onClose }: Props) {
  const isHydrated = useHydrated();
  const title = id ? `Order #${orderNumber(id)}` : "Order";
  const details =
    order && order.id === id ? (
      <OrderDetailsView order={order} actions={actions} />
    ) : (
      <OrderDetailsSkeleton lines={lines} />
    );
  if (isHydrated) {
    return (
      <Dialog open={id !== null} onClose={onClose} title={title} className="sm:max-w-3xl!">
        <OrderChanges messages={changeMessages} />
        {details}
      </Dialog>
    );
  }
  if (!id || !order) return null;
  return (
    <section aria-labelledby="open-order" className="card mb-6 p-5 sm:p-6">
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id="open-order" className="pt-2 font-display text-xl leading-7 font-bold">
          {title}
        </h2>
        <Link to={closeHref} aria-label="Close" className={buttonClass("ghost", "icon", "-mt-0.5 -mr-2")}>
          <X aria-hidden className="size-5" />
        </Link>
      </div>
      {details}
    </section>
  );
}
