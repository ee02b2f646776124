import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { PaymentMethods } from "#app/features/checkout/components/payment-methods.tsx";
import { ShippingForm } from "#app/features/checkout/components/shipping-form.tsx";
import { useChannel } from "#app/features/checkout/components/use-channel.ts";
import type { Contact } from "#app/features/checkout/schema.ts";
import { storeChannel } from "#app/features/checkout/store.ts";
import { CHANNELS } from "#app/features/payments/rules/transfer.ts";
import type { FieldErrors, RefusedForm } from "#app/lib/forms.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Offer } from "../queries.server.ts";

type Props = {
  offer: Offer;
  known: Contact;
  refused: RefusedForm | null;
  /** Whether payments are simulated; null when payment is not configured. */
  sandbox: boolean | null;
};

/**
 * Shipping form of an offer with the ways to pay: by transfer on the shop's page, or on the provider's page. Works without
 * JavaScript.
 */
export function PayOfferForm({ offer, known, refused, sandbox }: Props) {
  const isOff = sandbox === null;
  const sent = refused?.values["channel"];
  const { channel, setChannel } = useChannel(null, CHANNELS.find((one) => one === sent) ?? null);
  const isSending = useNavigation().state === "submitting";
  const [values, setValues] = useState<Contact>(() => ({
    ...known,
    ...(refused?.values as Partial<Contact> | undefined),
  }));
  const [errors, setErrors] = useState<FieldErrors>(refused?.errors ?? {});

  useEffect(() => {
    setErrors(refused?.errors ?? {});
    if (!refused) return;
    toast.error("Order Failed", refused.message ?? "Please check the form.");
    const [first] = Object.keys(refused.errors);
    if (first) document.getElementById(`checkout-${first}`)?.focus();
  }, [refused]);

  return (
    <Form
      method="post"
      noValidate
      onSubmit={() => storeChannel(channel)}
      className="mt-5 border-t border-line pt-5"
      aria-label="Pay this offer"
    >
      <input type="hidden" name="offer" value={offer.id} />
      <h4 className="mb-3 font-display text-lg font-bold">Shipping information</h4>
      {refused?.message ? <RefusalNotice>{refused.message}</RefusalNotice> : null}
      <ShippingForm
        values={values}
        errors={errors}
        disabled={isSending}
        onChange={(field, value) => {
          setValues((all) => ({ ...all, [field]: value }));
          setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== field)));
        }}
      />
      {isOff ? null : <PaymentMethods sandbox={sandbox} disabled={isSending} chosen={channel} onChoose={setChannel} />}
      <Button type="submit" size="lg" className="mt-5 w-full" disabled={isSending || isOff} aria-busy={isSending}>
        {isSending ? "Preparing your payment…" : `Pay ${formatNaira(offer.total_kobo)}`}
      </Button>
      <p className="mt-2 text-sm text-muted">
        {isOff ? "Payment system is not properly configured." : "You accept the offer by paying it."}
      </p>
    </Form>
  );
}

/** Message why an offer was not paid. */
export function RefusalNotice({ children }: { children: string }) {
  return (
    <p role="alert" className="mb-4 rounded-xl bg-clay-soft px-4 py-3 font-semibold text-clay-deep">
      {children}
    </p>
  );
}
