import { create } from "zustand";

/** Units of a product that this browser's own payment holds, and all that its shopper can buy; Infinity if unknown. */
export type OwnHold = { quantity: number; available: number };

/** Holds of this browser's own payment, in sold units by product id. */
const useHolds = create<Readonly<Record<string, OwnHold>>>(() => ({}));
let lapse: ReturnType<typeof setTimeout> | undefined;

/** Sets the holds of the shopper's own payment until a time in ms since the epoch. */
export function setOwnHolds(lines: readonly ({ id: string } & OwnHold)[], until: number): void {
  clearTimeout(lapse);
  const left = until - Date.now();
  const holds = left > 0 ? lines.map(({ id, quantity, available }) => [id, { quantity, available }] as const) : [];
  useHolds.setState(Object.fromEntries(holds), true);
  if (left > 0 && lines.length > 0) lapse = setTimeout(() => useHolds.setState({}, true), left);
}

/** The product with the stock that its shopper can buy. Its page is the same for everyone and knows no holds. */
export function useOwnStock<Sold extends { id: string; stock_quantity: number }>(sold: Sold): Sold {
  const hold = useHolds((held) => held[sold.id]);
  return { ...sold, stock_quantity: ownStock(sold.stock_quantity, hold) };
}

/**
 * What one's own hold leaves to buy of a stock that a page shows. The page may be older than the hold, whose units it
 * then contains: `available` counts them once.
 */
export function ownStock(shown: number, hold: OwnHold | undefined): number {
  return hold ? Math.min(shown + hold.quantity, hold.available) : shown;
}
