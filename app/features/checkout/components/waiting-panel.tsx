import { Clock } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FIND_PAYMENT } from "#app/features/payments/links.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { PaymentAnswer } from "./checkout-api.ts";
import { paymentMessage } from "./payment-messages.ts";
import { pollPayment } from "./poll-payment.ts";

/** States that polling does not change. */
const FINAL: readonly PaymentAnswer["state"][] = ["paid", "review", "failed", "closed", "unknown"];

type Props = {
  reference: string;
  /** The page with the account number of a transfer. */
  accountHref?: string | null;
  /** The state known so far. */
  answer: PaymentAnswer;
  /** Called when the order exists or the payment is under review; both have a page. */
  onDone: (state: "paid" | "review") => void;
  /** Without it, a failed payment links back to checkout. */
  onRetry?: () => void;
};

/** Panel for a payment that may still arrive: polls, shows the state, and lets the shopper leave. */
export function WaitingPanel({ reference, accountHref, answer: known, onDone, onRetry }: Props) {
  const [answer, setAnswer] = useState(known);
  const [round, setRound] = useState(0);
  const [ended, setEnded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const receive = useEffectEvent((latest: PaymentAnswer) => {
    if (latest.state === "paid" || latest.state === "review") return onDone(latest.state);
    setAnswer(latest);
  });

  useEffect(() => {
    const stop = new AbortController();
    const isFinal = ({ state }: PaymentAnswer) => FINAL.includes(state);
    const { signal } = stop;
    const poll = { references: [reference], onAnswer: receive, isFinal, atOnce: round > 0, signal };
    void pollPayment(poll).then(() => signal.aborted || setEnded(true));
    return () => stop.abort();
  }, [reference, round]);

  // The focus may be in the provider's hidden iframe, and the page scrolled elsewhere.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, []);

  const { title, text } = paymentMessage(answer, reference, useStore());
  const isOpen = !FINAL.includes(answer.state);
  return (
    <section aria-labelledby="waiting-title" className="card mx-auto max-w-xl scroll-mt-24 p-6 text-center sm:p-8">
      <Clock aria-hidden className="mx-auto size-10 text-amber-ink" />
      <h2 id="waiting-title" ref={heading} tabIndex={-1} className="mt-4 font-display text-2xl font-bold outline-none">
        {title}
      </h2>
      <div role="status">
        <p className="mt-3 text-muted">{text}</p>
        {ended && isOpen ? (
          <p className="mt-3 font-semibold">
            We have stopped asking by ourselves. Your order is placed all the same as soon as the money arrives.
          </p>
        ) : null}
      </div>
      <p className="mt-3 text-sm text-muted">
        Payment reference <span className="font-semibold text-ink">{reference}</span>
      </p>
      <div className="mt-6 grid gap-3">
        {isOpen || !onRetry ? null : <Button onClick={onRetry}>Try again</Button>}
        {isOpen || onRetry ? null : (
          <Link to="/checkout" reloadDocument className={buttonClass()}>
            Back to checkout
          </Link>
        )}
        {ended ? (
          <Button
            variant={isOpen ? "primary" : "outline"}
            onClick={() => {
              setEnded(false);
              setRound(round + 1);
            }}
          >
            Check again
          </Button>
        ) : null}
        {isOpen && onRetry ? (
          <Button variant="outline" onClick={onRetry}>
            I did not pay: try again
          </Button>
        ) : null}
        {isOpen && accountHref ? (
          <Link to={accountHref} className={buttonClass()}>
            See the account number
          </Link>
        ) : null}
        {isOpen ? (
          <Link to={FIND_PAYMENT} className={buttonClass("outline")}>
            Find my payment
          </Link>
        ) : null}
        <Link to="/products" className={buttonClass(ended || accountHref ? "outline" : "primary")}>
          Continue Shopping
        </Link>
      </div>
    </section>
  );
}
