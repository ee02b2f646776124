import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { checkLines } from "#app/features/cart/components/cart-api.ts";
import { addReorder, linesToReorder, type OrderedLine } from "#app/features/cart/components/reorder.ts";
import { replaceLines, useCart } from "#app/features/cart/store.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type ReorderButtonProps = { orderId: string; className?: string };

/** Adds an order's lines to the cart with current terms and opens the cart, which shows the differences. */
export function ReorderButton({ orderId, className }: ReorderButtonProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const number = orderNumber(orderId);

  async function reorder() {
    if (busy) return;
    setBusy(true);
    try {
      const response = await fetch(`/profile/orders/${orderId}`, { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`The order answered ${response.status}.`);
      const { items: ordered } = (await response.json()) as { items: OrderedLine[] };
      const lines = linesToReorder(ordered);
      const checked = lines.length > 0 ? (await checkLines(lines)).lines : [];
      const { items, ...result } = addReorder(useCart.getState().items, ordered, checked);
      replaceLines(items);
      await navigate("/cart", { state: { reorder: { order: number, ...result } } });
    } catch {
      toast.error("Nothing added", "We could not read this order just now. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  // The cart is in the browser: without JavaScript the lines cannot be added.
  if (!useHydrated()) return null;
  return (
    <Button
      variant="soft"
      size="sm"
      className={className}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={() => void reorder()}
    >
      <RotateCcw aria-hidden className="size-4" />
      {busy ? "Adding..." : "Reorder"}
      <span className="sr-only"> the products of order {number}</span>
    </Button>
  );
}
