import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { products } from "./catalog.ts";
import { id, indexWhere, insertAndUpdateTime, kobo, reference, rowNumber, time } from "./columns.ts";
import { deliveryCheck, deliveryColumns } from "./delivery.ts";

/**
 * An order is created when its payment is verified. `access_token` opens it for a guest. A trigger writes `change_no`
 * and `updated_at`: see `orders.sql`.
 */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    user_id: reference("user_id", () => users.id, "set null"),
    order_status: text("order_status").notNull().default("processing"),
    payment_method: text("payment_method").notNull(),
    payment_reference: text("payment_reference").notNull(),
    payment_status: text("payment_status").notNull(),
    /** The items, plus shipping, minus the discount. */
    total_amount_kobo: kobo("total_amount_kobo").notNull(),
    shipping_kobo: kobo("shipping_kobo").notNull().default(0),
    discount_kobo: kobo("discount_kobo").notNull().default(0),
    /** What the provider has paid back or accepted to pay back; a failed refund does not count. */
    refunded_kobo: kobo("refunded_kobo").notNull().default(0),
    customer_name: text("customer_name").notNull(),
    customer_email: text("customer_email").notNull(),
    customer_phone: text("customer_phone").notNull(),
    /** Who may take the goods instead of the customer; empty without one. */
    substitute_phone: text("substitute_phone").notNull().default(""),
    shipping_address: text("shipping_address").notNull(),
    /** The chosen way of delivery, kept when the method is deleted; all null for an order without delivery rates. */
    ...deliveryColumns(),
    /** The last day of the first promise, once staff entered a new date as `promised_to`; null before. */
    first_promised_to: date("first_promised_to"),
    /** When the goods left and when they were received, by the status. */
    sent_at: time("sent_at"),
    delivered_at: time("delivered_at"),
    access_token: text("access_token").notNull(),
    /**
     * The identifiers for claiming a guest's order: address in lower case, number as E.164. Null for a customer's
     * order.
     */
    guest_email: text("guest_email"),
    guest_phone: text("guest_phone"),
    ...insertAndUpdateTime(),
    change_no: bigint("change_no", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    uniqueIndex("orders_payment_reference_key").on(t.payment_reference),
    uniqueIndex("orders_access_token_key").on(t.access_token),
    index("orders_user_id_idx").on(t.user_id, t.created_at.desc()),
    index("orders_changes_idx").on(t.user_id, t.change_no),
    index("orders_newest_idx").on(t.created_at, t.id),
    index("orders_status_idx").on(t.order_status, t.created_at, t.id),
    // Serves counts and sums by payment status and day with index-only scans.
    index("orders_payment_idx").on(t.payment_status, t.created_at, t.id, t.total_amount_kobo, t.refunded_kobo),
    // Cancelled orders whose money was not sent back.
    indexWhere(
      "orders_owed_idx",
      sql`order_status = 'cancelled' and payment_status = 'paid' and refunded_kobo < total_amount_kobo`,
      t.created_at,
      t.id,
    ),
    index("orders_buyer_trgm_idx").using(
      "gin",
      sql`lower(plain_letters(customer_name || ' ' || customer_email)) gin_trgm_ops`,
    ),
    index("orders_phone_trgm_idx").using("gin", sql`regexp_replace(customer_phone, '[^0-9]', '', 'g') gin_trgm_ops`),
    index("orders_customer_email_idx").on(sql`lower(customer_email)`),
    indexWhere("orders_guest_email_idx", sql`guest_email is not null`, t.guest_email),
    indexWhere("orders_guest_phone_idx", sql`guest_phone is not null`, t.guest_phone),
    check("orders_order_status_check", sql`order_status in ('processing','shipped','delivered','cancelled')`),
    check("orders_guest_check", sql`user_id is null or (guest_email is null and guest_phone is null)`),
    check(
      "orders_refunded_check",
      sql`refunded_kobo between 0 and total_amount_kobo and (payment_status <> 'refunded' or refunded_kobo = total_amount_kobo)`,
    ),
    check("orders_payment_status_check", sql`payment_status in ('paid','pending','refunded')`),
    indexWhere("orders_delivery_method_id_idx", sql`delivery_method_id is not null`, t.delivery_method_id),
    check("orders_delivery_check", deliveryCheck),
    check("orders_first_promise_check", sql`first_promised_to is null or promised_to is not null`),
    // Serves orders that are later than promised.
    indexWhere(
      "orders_promised_idx",
      sql`promised_to is not null and order_status in ('processing','shipped')`,
      t.promised_to,
    ),
    check(
      "orders_parts_check",
      sql`shipping_kobo >= 0 and discount_kobo >= 0 and total_amount_kobo - shipping_kobo + discount_kobo >= 0`,
    ),
  ],
);

/**
 * The orders of each day in Lagos and what the shop keeps of the paid ones, written by triggers: the sum of the day's
 * slots, so that writers do not wait for each other.
 */
export const order_totals = pgTable(
  "order_totals",
  {
    day: date("day").notNull(),
    slot: integer("slot").notNull(),
    orders: integer("orders").notNull(),
    kept_kobo: kobo("kept_kobo").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.slot] })],
);

/** Names and prices are copies: an order does not change with its products. */
export const order_items = pgTable(
  "order_items",
  {
    id: rowNumber(),
    order_id: reference("order_id", () => orders.id, "cascade").notNull(),
    product_id: reference("product_id", () => products.id, "set null"),
    product_name: text("product_name").notNull(),
    /** The sold unit and its pieces at the time of the order. */
    unit: text("unit").notNull().default(""),
    pieces: integer("pieces").notNull().default(1),
    product_price_kobo: kobo("product_price_kobo").notNull(),
    quantity: integer("quantity").notNull(),
    subtotal_kobo: kobo("subtotal_kobo").notNull(),
    /** The part of the line that its quantity saved, compared with the base price; 0 if unknown. */
    saved_kobo: kobo("saved_kobo").notNull().default(0),
    /** The part of `quantity` that was returned to stock by a cancellation or a refund. */
    restocked: integer("restocked").notNull().default(0),
  },
  (t) => [
    index("order_items_order_id_idx").on(t.order_id),
    index("order_items_product_id_idx").on(t.product_id),
    check("order_items_quantity_check", sql`quantity > 0`),
    check("order_items_restocked_check", sql`restocked between 0 and quantity`),
    check("order_items_subtotal_check", sql`subtotal_kobo = product_price_kobo * quantity`),
  ],
);
