import { useEffect, useRef } from "react";
import { setQuantity } from "#app/features/cart/store.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import type { CardActionProps } from "./card-purchase.tsx";

/** On a card whose product is in the cart: its quantity there. Loaded when the first card needs it. */
export default function CardStepper({ product, range, inCart, takesFocus }: CardActionProps) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the focus goes to what took its place.
  useEffect(() => {
    if (!takesFocus) return;
    const [more] = box.current?.querySelectorAll<HTMLElement>("button:last-of-type:enabled") ?? [];
    (more ?? box.current?.querySelector("input"))?.focus();
  }, [takesFocus]);
  if (!range.buyable) return null;
  return (
    <div ref={box}>
      <QuantityStepper
        value={inCart}
        min={range.min}
        max={range.max}
        label={`Quantity of ${product.name}`}
        onChange={(wanted) => setQuantity(product.id, wanted)}
        className="w-full justify-between"
      />
    </div>
  );
}
