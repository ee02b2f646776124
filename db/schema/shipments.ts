import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, reference, time, version } from "./columns.ts";
import { order_items, orders } from "./orders.ts";

/** Goods of an order that travel together. `number` counts the shipments of the order. Changes increment `version`. */
export const shipments = pgTable(
  "shipments",
  {
    id: id(),
    order_id: reference("order_id", () => orders.id, "cascade").notNull(),
    number: integer("number").notNull(),
    status: text("status").notNull().default("preparing"),
    carrier: text("carrier").notNull().default(""),
    waybill: text("waybill").notNull().default(""),
    park: text("park").notNull().default(""),
    /** Deleted 90 days after the shipment was made. */
    driver_phone: text("driver_phone").notNull().default(""),
    vehicle: text("vehicle").notNull().default(""),
    /** Address of an uploaded picture, "/files/shipments/..."; empty without one. */
    photo: text("photo").notNull().default(""),
    /** Web address of the carrier's tracking page; `{waybill}` stands for the waybill number. */
    tracking_url: text("tracking_url").notNull().default(""),
    /** The collection code, which only the buyer sees; null for goods that come to the door. */
    code: text("code"),
    /** Wrong collection codes entered since the code was made. */
    code_tries: integer("code_tries").notNull().default(0),
    sent_at: time("sent_at"),
    delivered_at: time("delivered_at"),
    created_at: insertTime("created_at"),
    version: version(),
  },
  (t) => [
    uniqueIndex("shipments_order_id_number_key").on(t.order_id, t.number),
    indexWhere("shipments_driver_phone_idx", sql`driver_phone <> ''`, t.created_at),
    check("shipments_number_check", sql`number > 0`),
    check("shipments_status_check", sql`status in ('preparing','sent','arrived','delivered','lost')`),
    check(
      "shipments_times_check",
      sql`(status = 'preparing') = (sent_at is null) and (status = 'delivered') = (delivered_at is not null)`,
    ),
    check("shipments_code_check", sql`code ~ '^[0-9]{4}$' and code_tries between 0 and 5`),
  ],
);

/** Quantities of order lines, in sold units, that a shipment contains. */
export const shipment_lines = pgTable(
  "shipment_lines",
  {
    shipment_id: reference("shipment_id", () => shipments.id, "cascade").notNull(),
    order_item_id: bigint("order_item_id", { mode: "number" })
      .notNull()
      .references(() => order_items.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipment_id, t.order_item_id] }),
    index("shipment_lines_order_item_id_idx").on(t.order_item_id),
    check("shipment_lines_quantity_check", sql`quantity > 0`),
  ],
);
