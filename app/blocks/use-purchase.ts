import { useNavigate } from "react-router";
import { useCountedInCart } from "#app/features/cart/store.ts";
import { nearestQuantity, quantityRange, subtotal, unitPrice } from "#app/features/pricing/rules.ts";
import { buyableUnits } from "#app/features/pricing/rules/packs.ts";
import { useEntryState } from "#app/ui/use-entry-state.ts";
import { putInCart, type Buyable } from "./buying.ts";

/**
 * The chosen quantity of a product page in sold units, its price including the quantity in the cart, and the button
 * handlers. `unit` is the stepper's unit.
 */
export function usePurchase(product: Buyable) {
  const navigate = useNavigate();
  const [wanted, setQuantity] = useEntryState(`quantity of ${product.id}`, product.min_order);
  const [size, setSize] = useEntryState(`unit of ${product.id}`, 1);
  const units = buyableUnits(product);
  const unit = units.find((one) => one.size === size) ?? { name: "", size: 1 };
  const quantity = nearestQuantity(wanted, product, unit.size);
  const inCart = useCountedInCart(product);
  const unit_kobo = unitPrice(product, quantity + inCart);
  return {
    answer: quantityRange(product, unit.size),
    units,
    unit,
    countIn: (next: number) => {
      setQuantity(nearestQuantity(quantity, product, next));
      setSize(next);
    },
    quantity,
    setQuantity,
    inCart,
    counted: quantity + inCart,
    unit_kobo,
    total_kobo: subtotal(unit_kobo, quantity),
    addToCart: () => void putInCart(product, quantity, unit.size),
    buyNow: () => {
      putInCart(product, quantity, unit.size);
      void navigate("/cart");
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
