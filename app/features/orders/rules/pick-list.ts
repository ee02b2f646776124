/** Goods to fetch from the shelves: how many of each over all orders, and for which. */
export type PickLine = {
  product_name: string;
  unit: string;
  pieces: number;
  quantity: number;
  orders: { id: string; quantity: number }[];
};

type Line = { product_name: string; unit: string; pieces: number; quantity: number };

/** The goods of several orders added up by product and unit, by name. The quantities add up to those of the orders. */
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
