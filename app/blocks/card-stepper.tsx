import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { removeFromCart, setQuantity, useCart } from "#app/features/cart/store.ts";
import { quantityRange, type QuantityRange } from "#app/features/pricing/rules.ts";
import { chosenUnit, multipleText, packHint } from "#app/features/pricing/rules/packs.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { toast } from "#app/ui/toast.ts";

export type CardActionProps = {
  product: TileProduct;
  range: QuantityRange;
  inCart: number;
  /** Whether this card's button added the product to the cart. */
  takesFocus: boolean;
  onAdd: () => void;
};

/** The quantity stepper on the card of a product in the cart. Loaded when the first card needs it. */
export default function CardStepper({ product, range, inCart, takesFocus }: CardActionProps) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button has been replaced: the focus moves to its replacement.
  useEffect(() => {
    if (!takesFocus) return;
    const [more] = box.current?.querySelectorAll<HTMLElement>("button:last-of-type:enabled") ?? [];
    (more ?? box.current?.querySelector("input"))?.focus();
  }, [takesFocus]);
  const wanted = useCart(({ items }) => items.find(({ id }) => id === product.id)?.count_in ?? 1);
  if (!range.buyable) return null;
  const { size } = chosenUnit(product, inCart, wanted);
  const counted = quantityRange(product, size);
  const { min, max, step } = counted.buyable ? counted : range;
  const packed = packHint(product, inCart, size);

  function remove() {
    const card = box.current?.closest("article");
    const restore = flushSync(() => removeFromCart(product.id));
    card?.querySelector<HTMLElement>("button[data-tap]:enabled")?.focus();
    toast.success("Item removed", product.name, { label: "Undo", run: restore });
  }

  return (
    <div ref={box}>
      <QuantityStepper
        value={inCart / size}
        min={min / size}
        max={max / size}
        step={step / size}
        whyOff={size === 1 ? (input) => multipleText(product, input) : undefined}
        label={`Quantity of ${product.name}`}
        onChange={(count) => setQuantity(product.id, count * size)}
        remove={{ label: `Remove ${product.name} from cart`, run: remove }}
        className="w-full justify-between"
      />
      {packed === null ? null : <p className="mt-1 text-center text-xs text-muted">{packed}</p>}
    </div>
  );
}
