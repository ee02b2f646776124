/** The fields that a run may change, with the types that their JSON is read as. */
export const RUN_FIELDS = {
  name: "text",
  description: "text",
  category_id: "uuid",
  price_kobo: "bigint",
  discount_price_kobo: "bigint",
  price_steps: "jsonb",
  cost_kobo: "bigint",
  min_order: "integer",
  order_multiple: "integer",
  unit: "text",
  pieces: "integer",
  stock_quantity: "integer",
  distributor: "text",
  brand: "text",
  sku: "text",
  barcode: "text",
  weight_grams: "integer",
  images: "jsonb",
  slug: "text",
  group_id: "uuid",
  option_values: "jsonb",
  featured: "boolean",
  best_seller: "boolean",
  new_arrival: "boolean",
} as const;

export type RunField = keyof typeof RUN_FIELDS;
