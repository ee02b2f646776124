import { useEffect, useState } from "react";
import type { PriceLine } from "#app/features/products/queries/admin-products.server.ts";
import { readNewPrice } from "#app/features/products/rules/price-move.ts";
import { discardTyped, readTyped, storeTyped, type TypedPrices } from "../../store.ts";

/** The typed prices of a filter over all its pages, which survive a reload; those that became the price are dropped. */
export function useTypedPrices(filter: string, lines: readonly PriceLine[]) {
  const [typed, setTyped] = useState<TypedPrices>({});

  useEffect(() => {
    const stored = readTyped(filter);
    const reached = lines.filter(({ id, price_kobo }) => readNewPrice(stored[id] ?? "") === price_kobo);
    setTyped(
      reached.length === 0
        ? (now) => ({ ...now, ...stored })
        : storeTyped(filter, stored, Object.fromEntries(reached.map(({ id }) => [id, ""]))),
    );
  }, [filter, lines]);

  return {
    typed,
    type: (changes: TypedPrices) => setTyped(storeTyped(filter, typed, changes)),
    discard: () => {
      discardTyped(filter);
      setTyped({});
    },
  };
}
