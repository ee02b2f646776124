import { create } from "zustand";

/** Holds of this browser's own payment, in sold units by product id. */
const useHolds = create<Readonly<Record<string, number>>>(() => ({}));
let lapse: ReturnType<typeof setTimeout> | undefined;

/** Sets the holds of the shopper's own payment until a time in ms since the epoch. */
export function setOwnHolds(lines: readonly { id: string; quantity: number }[], until: number): void {
  clearTimeout(lapse);
  const left = until - Date.now();
  useHolds.setState(Object.fromEntries(left > 0 ? lines.map(({ id, quantity }) => [id, quantity]) : []), true);
  if (left > 0 && lines.length > 0) lapse = setTimeout(() => useHolds.setState({}, true), left);
}

/** Sold units of a product held by the shopper's own payment: not in stock, but available to this shopper. */
export function useOwnHold(productId: string): number {
  return useHolds((held) => held[productId] ?? 0);
}
