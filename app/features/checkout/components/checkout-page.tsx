import { Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { isBlocked } from "#app/features/cart/components/cart-messages.ts";
import { totalOf } from "#app/features/cart/rules.ts";
import { inLineOrder } from "#app/features/cart/rules/families.ts";
import { useCartItems } from "#app/features/cart/store.ts";
import { useDelivery } from "#app/features/delivery/components/use-delivery.ts";
import { payHref } from "#app/features/payments/links.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { toast } from "#app/ui/toast.ts";
import { contactErrors, type Contact, type ContactErrors } from "../schema.ts";
import { storeChannel, writeContactDraft } from "../store.ts";
import { CartChanges } from "./cart-changes.tsx";
import { CheckoutSummary } from "./checkout-summary.tsx";
import { firstValues, trimmed, withPlace } from "./contact-values.ts";
import { focusPayButton, PayBar } from "./pay-bar.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { ShippingForm } from "./shipping-form.tsx";
import { SignInHint } from "./sign-in-hint.tsx";
import { useChannel } from "./use-channel.ts";
import { useEarlierPayment } from "./use-earlier-payment.ts";
import { useEmptyCart } from "./use-empty-cart.ts";
import { usePayment } from "./use-payment.ts";
import { WaitingPanel } from "./waiting-panel.tsx";

const loadChoice = () => import("#app/features/delivery/components/delivery-choice.tsx");
const NoChoice = () => <p>The ways of delivery could not be loaded. Please reload the page.</p>;
const DeliveryChoice = lazyOr(loadChoice, NoChoice);

type Props = {
  inlineUrl: string | null;
  sandbox: boolean;
  /** Contact data from the customer's profile; null for a guest. */
  known: Contact | null;
  /** The local government area of the profile's address. */
  knownArea: string | null;
  /** Whether the owner has entered delivery rates: then a way of delivery is chosen. */
  hasRates: boolean;
};

/** Shipping form, summary and payment. Shows a skeleton until the browser's cart is read. */
export function CheckoutPage({ inlineUrl, sandbox, known, knownArea, ...loaded }: Props) {
  const ready = useStoreReady();
  const items = inLineOrder(useCartItems());
  const [values, setValues] = useState(() => (loaded.hasRates ? withPlace(firstValues(known)) : firstValues(known)));
  const [errors, setErrors] = useState<ContactErrors>({});
  const { channel, setChannel } = useChannel(inlineUrl);
  const wrongField = useRef<string | null>(null);
  const wasBusy = useRef(false);
  const changesPanel = useRef<HTMLDivElement>(null);
  const payment = usePayment(inlineUrl, { onFieldErrors: showErrors, onQuote: (quote) => delivery.take(quote) });
  const { phase, waiting, resume } = payment;
  const idle = phase === "form";
  const buyable = items.filter((item) => !isBlocked(item, payment.changes[item.id]));
  const delivery = useDelivery(loaded.hasRates, values.state, buyable, knownArea);
  const { hasRates } = delivery;
  const total_kobo = totalOf(buyable) + (delivery.option?.kobo ?? 0);
  const hasChanged = payment.changeMessages.length > 0;
  const isChecked = useEarlierPayment(resume);

  useEmptyCart(ready && isChecked && items.length === 0 && idle, payment.placedElsewhere);

  useEffect(() => {
    if (!known) writeContactDraft(values);
  }, [known, values]);

  // When the form is enabled again, for example after the payment popup was closed, the focus moves to the first
  // invalid field, to what has changed, else to the pay button.
  useEffect(() => {
    if (!idle) return void (wasBusy.current = true);
    if (wrongField.current !== null) document.getElementById(`checkout-${wrongField.current}`)?.focus();
    else if (wasBusy.current && hasChanged) showChanges();
    else if (wasBusy.current) focusPayButton();
    wrongField.current = null;
    wasBusy.current = false;
  }, [idle, errors, hasChanged]);

  function showChanges() {
    changesPanel.current?.focus({ preventScroll: true });
    changesPanel.current?.scrollIntoView({ block: "center" });
  }

  function showErrors(found: ContactErrors) {
    setErrors(found);
    const [first] = Object.keys(found) as (keyof Contact)[];
    if (!first) return;
    wrongField.current = first;
    const isMissing = Object.values(found).includes("required");
    if (isMissing) toast.error("Missing information", "Please fill out all required fields.");
    else toast.error("Please check the form", found[first]);
  }

  function submit(event: FormEvent, mode: Channel | "page" = channel) {
    event.preventDefault();
    const found = contactErrors(values);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    storeChannel(channel);
    void payment.pay({ contact: trimmed(values), items: buyable, delivery: delivery.chosen }, mode);
  }

  /** An invalid form is shown for correction first. */
  function retry() {
    const found = contactErrors(values);
    showErrors(found);
    if (Object.keys(found).length > 0) payment.backToForm();
    else void payment.pay({ contact: trimmed(values), items: buyable, delivery: delivery.chosen }, channel);
  }

  if (!ready || phase === "placed" || (items.length === 0 && idle)) return <CheckoutSkeleton />;
  if (phase === "waiting" && waiting) {
    const { attempt, answer } = waiting;
    return (
      <WaitingPanel
        key={attempt.reference}
        reference={attempt.reference}
        accountHref={attempt.pay_token ? payHref(attempt.pay_token) : null}
        answer={answer}
        onDone={(state) => void payment.done(attempt, state)}
        onRetry={retry}
      />
    );
  }
  const isOff = !idle || buyable.length === 0 || (hasRates && values.state !== "" && !delivery.option);
  const payLabel = LABELS[phase] ?? `Pay ${formatNaira(total_kobo)}`;
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_24rem]"
    >
      <section aria-labelledby="shipping" className="card p-5 sm:p-6">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="shipping" className="font-display text-xl font-bold">
            Shipping information
          </h2>
          {known ? null : <SignInHint />}
        </div>
        <ShippingForm
          values={values}
          errors={errors}
          disabled={!idle}
          onChange={(field, value) => {
            setValues((all) => ({ ...all, [field]: value }));
            setErrors((all) => ({ ...all, [field]: undefined }));
          }}
        />
        <Suspense>{hasRates ? <DeliveryChoice delivery={delivery} form={values} disabled={!idle} /> : null}</Suspense>
      </section>
      <CheckoutSummary items={items} changes={payment.changes} idle={idle} delivery={hasRates ? delivery : null}>
        {hasChanged ? <CartChanges ref={changesPanel} messages={payment.changeMessages} /> : null}
        <PaymentMethods sandbox={sandbox} disabled={!idle} chosen={channel} onChoose={setChannel} />
        <Button type="submit" size="lg" className="mt-5 w-full max-lg:hidden" disabled={isOff} aria-busy={!idle}>
          {payLabel}
        </Button>
        {payment.slow === null ? null : (
          <p className="mt-3 text-sm text-muted">
            The payment window does not open?{" "}
            <button
              type="button"
              className="font-semibold text-forest underline"
              onClick={(event) => (payment.slow ? window.location.assign(payment.slow) : submit(event, "page"))}
            >
              Pay on the provider&rsquo;s page instead
            </button>
          </p>
        )}
      </CheckoutSummary>
      <PayBar
        total_kobo={total_kobo}
        disabled={isOff}
        busy={!idle}
        label={payLabel}
        onChanges={hasChanged && idle ? showChanges : null}
      />
    </form>
  );
}

const LABELS: Partial<Record<string, string>> = {
  starting: "Preparing your payment…",
  paying: "Waiting for your payment…",
  checking: "Confirming your payment…",
};

function CheckoutSkeleton() {
  return (
    <NeedsScript text="Checkout needs JavaScript: your cart and the payment window live in your browser. Please switch it on and load this page again.">
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]" role="status" aria-label="Loading your cart">
        <Skeleton className="h-96 rounded-2xl" />
        <Skeleton className="h-72 rounded-2xl" />
      </div>
    </NeedsScript>
  );
}
