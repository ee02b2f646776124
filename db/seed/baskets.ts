import { lineTotal, unitPrice } from "#app/features/pricing/rules.ts";
import { products } from "#db/schema/tables.ts";
import type { Random } from "./random.ts";

/** The columns of a product that an order line needs. */
export const GOODS = {
  id: products.id,
  name: products.name,
  price_kobo: products.effective_price_kobo,
  price_steps: products.price_steps,
  unit: products.unit,
  pieces: products.pieces,
  min_order: products.min_order,
  order_multiple: products.order_multiple,
};

export type DemoGoods = Pick<
  typeof products.$inferSelect,
  "id" | "name" | "price_kobo" | "price_steps" | "unit" | "pieces" | "min_order" | "order_multiple"
>;

/** The line of an order of about `times` minimum orders, in whole packs. */
export function orderLine(random: Random, goods: DemoGoods, order_id: string, times: number) {
  const quantity = Math.ceil((goods.min_order * times) / goods.order_multiple) * goods.order_multiple;
  return {
    order_id,
    product_id: goods.id,
    product_name: goods.name,
    unit: goods.unit,
    pieces: goods.pieces,
    product_price_kobo: unitPrice(goods, quantity),
    quantity,
    subtotal_kobo: lineTotal(goods, quantity),
  };
}
