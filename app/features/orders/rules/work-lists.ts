/** The admin list of orders to pack: in processing, not refunded in full. */
export const TO_PACK = "/admin/orders?status=processing&payment=held";

/** The admin list of orders that are later than promised. */
export const LATE = "/admin/orders?delivery=late";

/** The admin list of cancelled orders whose money was not sent back. */
export const OWED = "/admin/orders?status=cancelled&payment=held";
