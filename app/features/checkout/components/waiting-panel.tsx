import { Clock } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { verifyPayment } from "./checkout-api.ts";

/** Pauses between two looks, in ms: quick at first, because most transfers arrive within a minute. */
const PAUSES = [3_000, 3_000, 5_000, 5_000, 10_000, 15_000, 30_000];

type Props = { reference: string; onPaid: () => void; onRetry?: () => void };

/** A payment that may still be on its way: it asks again by itself and lets the shopper go. */
export function WaitingPanel({ reference, onPaid, onRetry }: Props) {
  const paid = useEffectEvent(onPaid);
  useEffect(() => {
    let looks = 0;
    let timer = setTimeout(() => void look(), PAUSES[0]);
    async function look() {
      const answer = await verifyPayment(reference);
      if (answer?.success) return paid();
      looks += 1;
      timer = setTimeout(() => void look(), PAUSES[Math.min(looks, PAUSES.length - 1)]);
    }
    return () => clearTimeout(timer);
  }, [reference]);

  return (
    <section role="status" className="card mx-auto max-w-xl p-6 text-center sm:p-8">
      <Clock aria-hidden className="mx-auto size-10 text-amber-ink" />
      <h2 className="mt-4 font-display text-2xl font-bold">We are waiting for your payment</h2>
      <p className="mt-3 text-muted">
        Bank transfers can take a few minutes. You can stay here or close this page: as soon as the money arrives, your
        order is placed and we confirm it by email. Please do not pay again.
      </p>
      <p className="mt-3 text-sm text-muted">
        Payment reference <span className="font-semibold text-ink">{reference}</span>
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        {onRetry ? (
          <Button variant="outline" onClick={onRetry}>
            I did not pay: try again
          </Button>
        ) : null}
        <Link to="/products" className={buttonClass("primary", "md", onRetry ? "" : "sm:col-span-2")}>
          Continue Shopping
        </Link>
      </div>
    </section>
  );
}
