/** A product to pick: its total quantity over all orders, and the orders that need it. */
export type PickLine = {
  product_name: string;
  unit: string;
  pieces: number;
  quantity: number;
  orders: { id: string; quantity: number }[];
};

type Line = { product_name: string; unit: string; pieces: number; quantity: number };

/** Sums the quantities of several orders by product and unit, sorted by name. */
export function pickList(orders: readonly { id: string; lines: readonly Line[] }[]): PickLine[] {
  const picks = new Map<string, PickLine>();
  for (const { id, lines } of orders) {
    for (const { product_name, unit, pieces, quantity } of lines) {
      const key = JSON.stringify([product_name, unit, pieces]);
      const pick = picks.get(key) ?? { product_name, unit, pieces, quantity: 0, orders: [] };
      pick.quantity += quantity;
      const known = pick.orders.find((order) => order.id === id);
      if (known) known.quantity += quantity;
      else pick.orders.push({ id, quantity });
      picks.set(key, pick);
    }
  }
  return [...picks.values()].toSorted((a, b) => a.product_name.localeCompare(b.product_name, "en"));
}
