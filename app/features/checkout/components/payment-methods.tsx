import { CreditCard, Landmark, ShieldCheck } from "lucide-react";
import type { Channel } from "#app/features/payments/rules/transfer.ts";

const METHODS = [
  { channel: "transfer", icon: Landmark, name: "Bank transfer", what: "From your bank app; about a minute." },
  {
    channel: "popup",
    icon: CreditCard,
    name: "Card or USSD",
    what: "In the payment window: your card, or a code to dial.",
  },
] as const;

type Props = {
  /** A demo without real money. */
  sandbox: boolean;
  disabled: boolean;
  chosen: Channel;
  onChoose: (channel: Channel) => void;
};

/** The ways to pay, each with a line about what happens. Their radio buttons are also fields of a form (`channel`). */
export function PaymentMethods({ sandbox, disabled, chosen, onChoose }: Props) {
  return (
    <fieldset className="mt-4 min-w-0 text-sm" disabled={disabled}>
      <legend className="font-semibold">You pay by</legend>
      <div className="mt-1.5 grid gap-2">
        {METHODS.map(({ channel, icon: Icon, name, what }) => (
          <label
            key={channel}
            className="relative flex min-h-13 flex-wrap items-center gap-x-3 rounded-xl border border-line px-3 py-2 has-checked:border-forest has-checked:bg-leaf has-focus-visible:outline-3 has-focus-visible:outline-forest"
          >
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={chosen === channel}
              onChange={() => onChoose(channel)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              className="size-5 shrink-0 rounded-full border-2 border-edge bg-white peer-checked:border-6 peer-checked:border-forest"
            />
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
              <span className="block font-semibold">{name}</span>
              <span className="block leading-5 text-muted">{what}</span>
            </span>
            <Icon aria-hidden className="size-5 shrink-0 text-forest" />
          </label>
        ))}
      </div>
      <p className="mt-2.5 flex items-start gap-2 text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-forest" />
        {sandbox
          ? "Demo shop: payments are simulated and no money moves."
          : "Securely through Paystack, after the next button."}
      </p>
    </fieldset>
  );
}
