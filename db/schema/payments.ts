import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { products } from "./catalog.ts";
import {
  id,
  indexWhere,
  insertAndUpdateTime,
  insertTime,
  kobo,
  reference,
  rowNumber,
  time,
  uniqueWhere,
} from "./columns.ts";
import { deliveryCheck, deliveryColumns } from "./delivery.ts";
import { orders } from "./orders.ts";

/**
 * A payment attempt for one priced cart. Attempts of the same checkout share `checkout_id`. `status`: open -> settled
 * (its order exists) | review (paid, but an admin must decide) | closed (expired). `hold`: held -> sold | released; a
 * late payment may go from released to sold again.
 */
export const payment_attempts = pgTable(
  "payment_attempts",
  {
    id: id(),
    reference: text("reference").notNull(),
    checkout_id: uuid("checkout_id").notNull(),
    access_token: text("access_token").notNull(),
    status: text("status").notNull().default("open"),
    hold: text("hold").notNull().default("held"),
    hold_expires_at: time("hold_expires_at").notNull(),
    /** The network address of the shopper, for limits; null once the hold has ended. */
    visitor: text("visitor"),
    user_id: reference("user_id", () => users.id, "set null"),
    customer_name: text("customer_name").notNull(),
    customer_email: text("customer_email").notNull(),
    customer_phone: text("customer_phone").notNull(),
    substitute_phone: text("substitute_phone").notNull().default(""),
    address: text("address").notNull(),
    city: text("city").notNull(),
    state: text("state").notNull(),
    postal_code: text("postal_code").notNull().default(""),
    /** The chosen way of delivery, kept when the method is deleted; all null for an order without delivery rates. */
    ...deliveryColumns(),
    /** The requested amount: the lines, plus shipping, minus the discount. */
    amount_kobo: kobo("amount_kobo").notNull(),
    shipping_kobo: kobo("shipping_kobo").notNull().default(0),
    discount_kobo: kobo("discount_kobo").notNull().default(0),
    currency: text("currency").notNull(),
    /** Digest of lines, prices and contact: an unchanged repeat gets the same open attempt. */
    fingerprint: text("fingerprint").notNull(),
    access_code: text("access_code"),
    authorization_url: text("authorization_url"),
    /** `popup`: the provider's window, by `access_code`. `transfer`: the account below, on the shop's own page. */
    channel: text("channel").notNull().default("popup"),
    /** Opens the page with the account number for whoever pays. It opens no order, unlike `access_token`. */
    pay_token: text("pay_token"),
    account_number: text("account_number"),
    account_name: text("account_name"),
    bank_name: text("bank_name"),
    account_expires_at: time("account_expires_at"),
    /** The provider's id of a transfer, by which it reports a rejected one; exceeds JavaScript's safe integers. */
    provider_transaction_id: text("provider_transaction_id"),
    provider_status: text("provider_status"),
    order_id: reference("order_id", () => orders.id),
    checks: integer("checks").notNull().default(0),
    /** The last time that a page of any process had the provider asked. */
    asked_at: time("asked_at"),
    next_check_at: time("next_check_at"),
    ...insertAndUpdateTime(),
  },
  (t) => [
    uniqueIndex("payment_attempts_reference_key").on(t.reference),
    uniqueIndex("payment_attempts_access_token_key").on(t.access_token),
    uniqueIndex("payment_attempts_order_id_key").on(t.order_id),
    uniqueIndex("payment_attempts_pay_token_key").on(t.pay_token),
    uniqueIndex("payment_attempts_provider_transaction_id_key").on(t.provider_transaction_id),
    index("payment_attempts_checkout_id_idx").on(t.checkout_id),
    indexWhere("payment_attempts_user_id_idx", sql`user_id is not null`, t.user_id),
    indexWhere("payment_attempts_next_check_at_idx", sql`next_check_at is not null`, t.next_check_at),
    indexWhere("payment_attempts_open_idx", sql`status = 'open'`, t.created_at),
    indexWhere("payment_attempts_held_idx", sql`hold = 'held'`, t.hold_expires_at),
    check("payment_attempts_status_check", sql`status in ('open','settled','review','closed')`),
    check("payment_attempts_hold_check", sql`hold in ('held','sold','released')`),
    check("payment_attempts_amount_check", sql`amount_kobo > 0`),
    indexWhere("payment_attempts_delivery_method_id_idx", sql`delivery_method_id is not null`, t.delivery_method_id),
    check("payment_attempts_delivery_check", deliveryCheck),
    check(
      "payment_attempts_parts_check",
      sql`shipping_kobo >= 0 and discount_kobo >= 0 and amount_kobo - shipping_kobo + discount_kobo >= 0`,
    ),
    check("payment_attempts_visitor_check", sql`(status = 'open' and hold = 'held') or visitor is null`),
    check("payment_attempts_channel_check", sql`channel in ('popup','transfer')`),
    check("payment_attempts_pay_token_check", sql`channel = 'transfer' or pay_token is null`),
    check(
      "payment_attempts_account_check",
      sql`num_nonnulls(account_number, account_name, bank_name, account_expires_at) in (0, 4) and (channel = 'transfer' or account_number is null)`,
    ),
  ],
);

export const payment_attempt_items = pgTable(
  "payment_attempt_items",
  {
    id: rowNumber(),
    attempt_id: reference("attempt_id", () => payment_attempts.id, "cascade").notNull(),
    product_id: reference("product_id", () => products.id, "set null"),
    product_name: text("product_name").notNull(),
    unit: text("unit").notNull().default(""),
    pieces: integer("pieces").notNull().default(1),
    product_price_kobo: kobo("product_price_kobo").notNull(),
    quantity: integer("quantity").notNull(),
    saved_kobo: kobo("saved_kobo").notNull().default(0),
  },
  (t) => [
    uniqueIndex("payment_attempt_items_line_key").on(t.attempt_id, t.product_id),
    index("payment_attempt_items_product_id_idx").on(t.product_id),
    check("payment_attempt_items_quantity_check", sql`quantity > 0`),
  ],
);

/** Reports of the provider, one per event, reference and status: the log of a payment. */
export const payment_events = pgTable(
  "payment_events",
  {
    id: rowNumber(),
    dedupe_key: text("dedupe_key").notNull(),
    event: text("event").notNull(),
    reference: text("reference"),
    payload: jsonb("payload").notNull(),
    deliveries: integer("deliveries").notNull().default(1),
    /** The time when an admin closed a report that matches no attempt, and the note. */
    handled_at: time("handled_at"),
    note: text("note").notNull().default(""),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("payment_events_dedupe_key").on(t.dedupe_key),
    index("payment_events_reference_idx").on(t.reference),
    indexWhere("payment_events_unhandled_idx", sql`event = 'charge.success' and handled_at is null`, t.created_at),
  ],
);

/** Payments that need an admin: wrong amount or currency, paid twice, paid late without stock, disputed. */
export const payment_reviews = pgTable(
  "payment_reviews",
  {
    id: id(),
    attempt_id: reference("attempt_id", () => payment_attempts.id).notNull(),
    order_id: reference("order_id", () => orders.id),
    reason: text("reason").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    resolved: boolean("resolved").notNull().default(false),
    resolved_at: time("resolved_at"),
    note: text("note").notNull().default(""),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("payment_reviews_once_key").on(t.attempt_id, t.reason),
    index("payment_reviews_order_id_idx").on(t.order_id),
    indexWhere("payment_reviews_open_idx", sql`not resolved`, t.created_at),
    check(
      "payment_reviews_reason_check",
      sql`reason in ('wrong_amount','wrong_currency','wrong_domain','duplicate_payment','stock_short','dispute','reversed','refund','offer_withdrawn')`,
    ),
  ],
);

/**
 * What buyers entered in "Find my payment". `result`: attached (their order was shown) -> nothing to do | waiting (a note
 * for staff) -> answered. Deleted after 90 days.
 */
export const payment_searches = pgTable(
  "payment_searches",
  {
    id: rowNumber(),
    user_id: reference("user_id", () => users.id, "cascade"),
    /** The network address of the visitor. */
    visitor: text("visitor"),
    amount_kobo: kobo("amount_kobo").notNull(),
    /** The hour in which the money was sent. */
    sent_at: time("sent_at").notNull(),
    /** The sender's name and the last four digits of the sender's account; at least one is not empty. */
    sender: text("sender").notNull().default(""),
    last4: text("last4").notNull().default(""),
    result: text("result").notNull(),
    /** The payment that was found, that the sender matches, or the buyer's own unpaid one; null without any. */
    attempt_id: reference("attempt_id", () => payment_attempts.id, "set null"),
    /** The provider's reference of a payment of this sender that this shop did not start; empty without one. */
    provider_reference: text("provider_reference").notNull().default(""),
    /** The note of the admin who answered. */
    note: text("note").notNull().default(""),
    created_at: insertTime("created_at"),
  },
  (t) => [
    indexWhere("payment_searches_waiting_idx", sql`result = 'waiting'`, t.created_at),
    index("payment_searches_created_at_idx").on(t.created_at),
    index("payment_searches_user_id_idx").on(t.user_id),
    index("payment_searches_attempt_id_idx").on(t.attempt_id),
    check("payment_searches_result_check", sql`result in ('attached','waiting','answered')`),
    check("payment_searches_amount_check", sql`amount_kobo > 0`),
    check("payment_searches_who_check", sql`sender <> '' or last4 <> ''`),
  ],
);

/** The order lines of a refund; `restock` of the quantity is returned to stock. */
export type RefundLine = { item_id: number; quantity: number; restock: number };

/**
 * Refunds. A row starts as `requested` by an admin, before the provider is asked, or when the provider reports a refund
 * that was made elsewhere. At most one request of an attempt is unanswered.
 */
export const payment_refunds = pgTable(
  "payment_refunds",
  {
    id: id(),
    attempt_id: reference("attempt_id", () => payment_attempts.id).notNull(),
    /** The provider's id, which exceeds JavaScript's safe integers; null until the provider accepts it. */
    provider_id: text("provider_id"),
    /** Generated by the form, so that a request sent twice is one refund; null for refunds made elsewhere. */
    request_id: uuid("request_id"),
    requested_by: reference("requested_by", () => users.id, "set null"),
    reason: text("reason").notNull().default(""),
    /** Whether the buyer was told that the money is on its way, so that a failure is told as well. */
    buyer_told: boolean("buyer_told").notNull().default(false),
    lines: jsonb("lines").$type<RefundLine[]>().notNull().default([]),
    /** The provider's reason for refusing it. */
    error: text("error"),
    amount_kobo: kobo("amount_kobo").notNull(),
    currency: text("currency").notNull(),
    status: text("status").notNull(),
    ...insertAndUpdateTime(),
  },
  (t) => [
    uniqueIndex("payment_refunds_provider_id_key").on(t.provider_id),
    uniqueIndex("payment_refunds_request_id_key").on(t.request_id),
    uniqueWhere("payment_refunds_unanswered_key", sql`status = 'requested'`, t.attempt_id),
    index("payment_refunds_attempt_id_idx").on(t.attempt_id),
    index("payment_refunds_requested_by_idx").on(t.requested_by),
    check(
      "payment_refunds_status_check",
      sql`status in ('requested','refused','pending','processing','processed','failed','needs_attention')`,
    ),
    check("payment_refunds_taken_check", sql`provider_id is not null or status in ('requested','refused')`),
    check("payment_refunds_amount_check", sql`amount_kobo > 0`),
  ],
);

/** Every stock change with its cause; `quantity` is signed. */
export const stock_movements = pgTable(
  "stock_movements",
  {
    id: rowNumber(),
    product_id: reference("product_id", () => products.id, "set null"),
    quantity: integer("quantity").notNull(),
    reason: text("reason").notNull(),
    attempt_id: reference("attempt_id", () => payment_attempts.id),
    order_id: reference("order_id", () => orders.id, "set null"),
    created_at: insertTime("created_at"),
  },
  (t) => [
    index("stock_movements_product_id_idx").on(t.product_id, t.created_at),
    index("stock_movements_attempt_id_idx").on(t.attempt_id),
    indexWhere("stock_movements_order_id_idx", sql`order_id is not null`, t.order_id),
    check(
      "stock_movements_reason_check",
      sql`reason in ('hold','release','late_allocation','import','correction','restock','reopen')`,
    ),
  ],
);
