import { useEffect, useRef, useState } from "react";
import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { cartPrices, type CartItem } from "../rules.ts";
import { inLineOrder } from "../rules/families.ts";
import { questionText } from "../rules/question.ts";
import { clearCart, removeFromCart, useCartItems } from "../store.ts";
import { CartLines } from "./cart-lines.tsx";
import { changedItems, isBlocked, lineMessages } from "./cart-messages.ts";
import { nearestNudge, summarise } from "./cart-summary.ts";
import { EmptyCart } from "./empty-cart.tsx";
import { CheckoutBar, OrderSummary } from "./order-summary.tsx";
import { useCartCheck } from "./use-cart-check.ts";

/** The cart of this browser. Rendered only in the browser: the cart is in local storage. */
export default function CartContents({ ownCheckout }: { ownCheckout: () => Promise<string | null> }) {
  const items = inLineOrder(useCartItems());
  const { changes, failed, announcement, clearChanges } = useCartCheck(ownCheckout);
  const [clearing, setClearing] = useState(false);
  const { remove, clear } = useRemoval(items);
  const summary = summarise(items, changes);
  const buyable = items.filter((item) => !isBlocked(item, changes[item.id]));
  const nudge = nearestNudge(buyable, cartPrices(buyable));
  const changed = items.filter((item) => lineMessages(item, changes[item.id]).length > 0);
  const dismissible = changed.some((item) => !isBlocked(item, changes[item.id]));

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pb-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8 xl:pb-0">
            <div className="min-w-0">
              {changed.length > 0 ? (
                <ChangedBanner count={changed.length} onRead={dismissible ? () => clearChanges() : null} />
              ) : null}
              <CartLines items={items} changes={changes} nudge={nudge} onRemove={remove} onTouched={clearChanges} />
              <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
                <Button variant="ghost" size="sm" className="-ml-3.5 text-clay-deep!" onClick={() => setClearing(true)}>
                  Clear Cart
                </Button>
                <WhatsAppLink text={questionText(items, window.location.origin)} />
              </div>
            </div>
            <div className="xl:sticky xl:top-24">
              <OrderSummary summary={summary} failed={failed} lines={buyable} />
            </div>
          </div>
          <CheckoutBar summary={summary} />
        </>
      )}
      <Dialog
        open={clearing}
        onClose={() => setClearing(false)}
        title="Clear your cart?"
        description={`${items.length === 1 ? "1 product" : `${items.length} products`} will be removed.`}
      >
        <DialogActions>
          <Button variant="outline" onClick={() => setClearing(false)} data-focus>
            Keep them
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setClearing(false);
              clear();
            }}
          >
            Clear Cart
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Number of changed lines; `onRead` dismisses changes, except of lines that are not available. */
function ChangedBanner({ count, onRead }: { count: number; onRead: (() => void) | null }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-3 rounded-2xl bg-amber-soft px-4 py-2 text-amber-ink">
      <p className="min-w-0 py-2 font-medium">{changedItems(count)}</p>
      {onRead ? (
        <Button variant="ghost" size="sm" className="-mr-2 text-amber-ink! hover:bg-white/60!" onClick={onRead}>
          Got it
        </Button>
      ) : null}
    </div>
  );
}

/** Removes lines and moves the focus to a neighbour or the heading, for keyboard users. */
function useRemoval(items: CartItem[]) {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    document.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  }, [items]);
  const remove = (item: CartItem) => {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    next.current = neighbour ? `[data-remove="${neighbour.id}"]` : "h1";
    const restore = removeFromCart(item.id);
    const undo = () => {
      next.current = `[data-remove="${item.id}"]`;
      restore();
    };
    toast.success("Item removed", item.name, { label: "Undo", run: undo });
  };
  const clear = () => {
    next.current = "h1";
    clearCart();
    toast.success("Cart cleared");
  };
  return { remove, clear };
}
