import { sql } from "drizzle-orm";
import { HOLDS_MONEY } from "./money.server.ts";

/** Whether the promised days are over in Lagos, and the order was neither delivered, cancelled nor refunded in full. */
export const IS_LATE = sql<boolean>`(orders.promised_to is not null and orders.order_status in ('processing','shipped')
  and orders.promised_to < (now() at time zone 'Africa/Lagos')::date and ${HOLDS_MONEY})`;
