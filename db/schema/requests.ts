import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { categories, products } from "./catalog.ts";
import {
  id,
  indexWhere,
  insertAndUpdateTime,
  insertTime,
  kobo,
  reference,
  time,
  uniqueWhere,
  version,
} from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * `submission_id` is generated with the form, so that one sent twice is one row; `access_token` opens its page for the
 * sender.
 */
export const custom_orders = pgTable(
  "custom_orders",
  {
    id: id(),
    user_id: reference("user_id", () => users.id, "set null"),
    /** The identifiers for claiming a guest's request: lower case, and E.164. Null once it is claimed. */
    guest_email: text("guest_email"),
    guest_phone: text("guest_phone"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    quantity: integer("quantity").notNull(),
    description: text("description").notNull(),
    image_url: text("image_url"),
    status: text("status").notNull().default("pending"),
    access_token: text("access_token").notNull(),
    submission_id: uuid("submission_id").notNull(),
    ...insertAndUpdateTime(),
    version: version(),
  },
  (t) => [
    uniqueIndex("custom_orders_access_token_key").on(t.access_token),
    uniqueIndex("custom_orders_submission_id_key").on(t.submission_id),
    index("custom_orders_created_at_idx").on(t.created_at.desc()),
    index("custom_orders_user_id_idx").on(t.user_id, t.created_at.desc()),
    indexWhere("custom_orders_guest_email_idx", sql`guest_email is not null`, t.guest_email),
    indexWhere("custom_orders_guest_phone_idx", sql`guest_phone is not null`, t.guest_phone),
    check("custom_orders_guest_check", sql`user_id is null or (guest_email is null and guest_phone is null)`),
    check("custom_orders_status_check", sql`status in ('pending','processing','completed','cancelled')`),
    check("custom_orders_quantity_check", sql`quantity >= 1`),
  ],
);

/** A priced answer to a custom order. Paying it accepts it; it expires at `valid_until`. */
export const custom_order_offers = pgTable(
  "custom_order_offers",
  {
    id: id(),
    custom_order_id: reference("custom_order_id", () => custom_orders.id, "cascade").notNull(),
    status: text("status").notNull().default("open"),
    message: text("message").notNull().default(""),
    valid_until: time("valid_until").notNull(),
    /**
     * All its payment attempts share this checkout, which is never sent to a browser: its lock orders paying and
     * withdrawing.
     */
    checkout_id: uuid("checkout_id").notNull().defaultRandom(),
    /** The order of the paid offer. */
    order_id: reference("order_id", () => orders.id, "set null"),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("custom_order_offers_checkout_id_key").on(t.checkout_id),
    index("custom_order_offers_custom_order_id_idx").on(t.custom_order_id, t.created_at.desc()),
    index("custom_order_offers_order_id_idx").on(t.order_id),
    uniqueWhere("custom_order_offers_open_key", sql`status = 'open'`, t.custom_order_id),
    check("custom_order_offers_status_check", sql`status in ('open','withdrawn','accepted')`),
  ],
);

/** `product_id` is null for products that the shop does not list. */
export const custom_order_offer_lines = pgTable(
  "custom_order_offer_lines",
  {
    id: id(),
    offer_id: reference("offer_id", () => custom_order_offers.id, "cascade").notNull(),
    product_id: reference("product_id", () => products.id, "set null"),
    name: text("name").notNull(),
    unit: text("unit").notNull().default(""),
    quantity: integer("quantity").notNull(),
    unit_price_kobo: kobo("unit_price_kobo").notNull(),
  },
  (t) => [
    index("custom_order_offer_lines_offer_id_idx").on(t.offer_id),
    index("custom_order_offer_lines_product_id_idx").on(t.product_id),
    check("custom_order_offer_lines_quantity_check", sql`quantity >= 1`),
    check("custom_order_offer_lines_price_check", sql`unit_price_kobo >= 0`),
  ],
);

export const contact_messages = pgTable(
  "contact_messages",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    is_read: boolean("is_read").notNull().default(false),
    submission_id: uuid("submission_id").notNull(),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("contact_messages_submission_id_key").on(t.submission_id),
    index("contact_messages_created_at_idx").on(t.created_at.desc()),
    indexWhere("contact_messages_unread_idx", sql`not is_read`, t.created_at.desc()),
  ],
);

/** A registration from the public form is 'pending'; one created by an admin is approved. */
export const suppliers = pgTable(
  "suppliers",
  {
    id: id(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    category_id: reference("category_id", () => categories.id, "set null"),
    whatsapp_contact: text("whatsapp_contact").notNull(),
    email: text("email").notNull(),
    status: text("status").notNull().default("pending"),
    /** The distributor name of its products; empty until an admin links them. */
    distributor: text("distributor").notNull().default(""),
    /** Working days that its goods need before they leave. */
    lead_days: integer("lead_days").notNull().default(0),
    submission_id: uuid("submission_id").notNull().defaultRandom(),
    ...insertAndUpdateTime(),
    version: version(),
  },
  (t) => [
    uniqueIndex("suppliers_submission_id_key").on(t.submission_id),
    index("suppliers_status_idx").on(t.status, t.name),
    index("suppliers_category_id_idx").on(t.category_id),
    index("suppliers_distributor_idx").on(sql`lower(${t.distributor})`),
    check("suppliers_status_check", sql`status in ('pending','approved','declined')`),
    check("suppliers_lead_days_check", sql`lead_days between 0 and 60`),
  ],
);
