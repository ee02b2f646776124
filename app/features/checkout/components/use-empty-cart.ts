import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { followCheckouts } from "../store.ts";

/**
 * Leaves the checkout when there is nothing to pay: for the order if another tab has placed it, which `placedElsewhere`
 * shows if there is one, else for the cart.
 */
export function useEmptyCart(isEmpty: boolean, placedElsewhere: (checkout_id: string) => Promise<boolean>): void {
  const navigate = useNavigate();
  const started = useRef<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    followCheckouts((id) => void (started.current = id), leaving.signal);
    return () => leaving.abort();
  }, []);
  const leave = useEffectEvent(async () => {
    if (started.current !== null && (await placedElsewhere(started.current))) return;
    toast.error("Empty Cart", "Please add items to your cart before checking out.");
    await navigate("/cart", { replace: true });
  });
  useEffect(() => {
    if (isEmpty) void leave();
  }, [isEmpty]);
}
