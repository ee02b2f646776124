import { CreditCard, Hash, Landmark, ShieldCheck } from "lucide-react";

const METHODS = [
  { icon: CreditCard, name: "Card" },
  { icon: Landmark, name: "Bank transfer" },
  { icon: Hash, name: "USSD" },
];

/** Available payment methods. `sandbox`: a demo without real money. */
export function PaymentMethods({ sandbox }: { sandbox: boolean }) {
  return (
    <div className="mt-4 text-sm">
      <p className="font-semibold">You pay by</p>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {METHODS.map(({ icon: Icon, name }) => (
          <li key={name} className="inline-flex items-center gap-1.5 rounded-lg bg-sand-deep px-2.5 py-1 font-medium">
            <Icon aria-hidden className="size-4 shrink-0 text-forest" />
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2.5 flex items-start gap-2 text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-forest" />
        {sandbox
          ? "Demo shop: payments are simulated and no money moves."
          : "Securely through Paystack, after the next button."}
      </p>
    </div>
  );
}
