/** Error fields of a rejected row. */
type DatabaseError = { code?: string | undefined; constraint?: string | undefined };

const BY_CONSTRAINT: Readonly<Record<string, string>> = {
  products_slug_key: "Another product has this address.",
  products_sku_key: "Another product has this SKU.",
  products_option_values_key: "Another variant of its group has these options.",
  products_option_values_check: "A variant has 1 to 3 options, with names and values of at most 40 characters.",
  product_groups_option_names_check: "A group has 1 to 3 options, each with another name of at most 40 characters.",
  products_price_kobo_check: "The price is below zero.",
  products_discount_price_kobo_check: "The discount price is above the price.",
  products_price_steps_check:
    "The price at the minimum order is not above the product’s price steps, or a step starts at the minimum: change the steps first.",
  products_min_order_check: "The minimum order is a whole number from 1.",
  products_order_multiple_check: "The minimum order is no multiple of what the product is sold in.",
  products_stock_quantity_check: "The stock is below zero.",
  products_pieces_check: "The pieces in a unit are a whole number from 1.",
  products_larger_units_check: "Its larger units do not go with the pieces of the unit that is sold.",
  products_attributes_check: "At most 30 facts, each with a name of at most 60 and a value of at most 300 characters.",
  products_barcode_check: "The barcode is no valid GTIN.",
  products_cost_kobo_check: "The cost is below zero.",
  products_sizes_check: "Weight and sizes are above zero.",
  products_country_of_origin_check: "The country of origin is two letters, such as NG.",
  products_category_id_categories_id_fk: "Its category was deleted in the meantime.",
  products_group_id_product_groups_id_fk: "Its group was deleted in the meantime.",
};

/** Message for a rejected product row; null for an error that the row did not cause. */
export function rowProblem({ code = "", constraint = "" }: DatabaseError): string | null {
  const known = BY_CONSTRAINT[constraint];
  if (known) return known;
  if (code.startsWith("22003") || code.startsWith("54")) return "A number or a text of it is too large.";
  if (code.startsWith("40")) return "Somebody else changed it at the same moment. Try it again.";
  return /^2[23]/.test(code) ? "A value of it is none that a product can have." : null;
}
