import { useState } from "react";
import { useNavigate } from "react-router";
import { nearestQuantity, quantityRange } from "#app/features/catalog/rules/pricing.ts";
import { putInCart, type Buyable } from "./buying.ts";

/** The chosen quantity of a product page and what its buttons do. */
export function usePurchase(product: Buyable) {
  const navigate = useNavigate();
  const [wanted, setQuantity] = useState(product.min_order);
  const quantity = nearestQuantity(wanted, product);
  return {
    answer: quantityRange(product),
    quantity,
    setQuantity,
    addToCart: () => void putInCart(product, quantity),
    buyNow: () => {
      putInCart(product, quantity);
      void navigate("/cart");
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
