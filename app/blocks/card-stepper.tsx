import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { removeFromCart, setQuantity } from "#app/features/cart/store.ts";
import { multipleText } from "#app/features/catalog/rules/packs.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { toast } from "#app/ui/toast.ts";
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

  function remove() {
    const card = box.current?.closest("article");
    const restore = flushSync(() => removeFromCart(product.id));
    card?.querySelector<HTMLElement>("button[data-tap]:enabled")?.focus();
    toast.success("Item removed", product.name, { label: "Undo", run: restore });
  }

  return (
    <div ref={box}>
      <QuantityStepper
        value={inCart}
        min={range.min}
        max={range.max}
        step={range.step}
        whyOff={(typed) => multipleText(product, typed)}
        label={`Quantity of ${product.name}`}
        onChange={(wanted) => setQuantity(product.id, wanted)}
        remove={{ label: `Remove ${product.name} from cart`, run: remove }}
        className="w-full justify-between"
      />
    </div>
  );
}
