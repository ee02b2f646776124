import type { Ref } from "react";
import { Link } from "#app/ui/link.tsx";

/** What has changed in the cart since it was shown, above the button that pays. It takes the focus. */
export function CartChanges({ messages, ref }: { messages: readonly string[]; ref: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="mt-4 rounded-xl bg-amber-soft p-3 text-sm text-amber-ink outline-none"
    >
      <p className="font-semibold">Your cart has changed</p>
      <p>Please look at the changes before you pay.</p>
      <ul className="mt-1 list-disc pl-5">
        {messages.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Link to="/cart" className="mt-2 inline-block font-semibold underline">
        Review your cart
      </Link>
    </div>
  );
}
