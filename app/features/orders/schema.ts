import { z } from "zod";
import { isStorable } from "#app/lib/storable.ts";
import { MOST_SELECTED, ORDER_STATUSES } from "./rules.ts";
import { MESSAGE_LENGTH } from "./rules/updates.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine(isStorable, "This text has characters that cannot be stored.");

/** Whether to notify the customer; an empty message sends the default text of the status. */
const notice = { notify: z.boolean().default(false), message: text(MESSAGE_LENGTH).default("") };

/** Input for a status change. `seen` is the status on the admin's screen, which detects a concurrent change. */
export const orderStatusInput = z.object({
  id: z.guid(),
  status: z.enum(ORDER_STATUSES),
  seen: z.enum(ORDER_STATUSES).optional(),
  ...notice,
});

/** Input for a new date of delivery; `seen` is the date on the admin's screen. */
export const promiseInput = z.object({ id: z.guid(), promised_to: z.iso.date(), seen: z.iso.date().optional() });

/** Input for a bulk status change, each order with the status on the admin's screen. */
export const bulkStatusInput = z.object({
  orders: z
    .array(z.object({ id: z.guid(), seen: z.enum(ORDER_STATUSES) }))
    .min(1, "Please select orders first.")
    .max(MOST_SELECTED, `Please select at most ${MOST_SELECTED} orders.`),
  status: z.enum(ORDER_STATUSES),
  notify: z.boolean().default(false),
  /** With status `cancelled`: whether all items are restocked. */
  restock: z.boolean().default(false),
});

/** Quantity of an order line to restock. */
export const restockLine = z.object({ item_id: z.number().int().positive(), quantity: z.number().int().min(0) });

/** Input for a cancellation with quantities to restock, by line. */
export const cancelOrderInput = z.object({
  id: z.guid(),
  seen: z.enum(ORDER_STATUSES).optional(),
  reason: text(300).default(""),
  restock: z.array(restockLine).max(500).default([]),
  ...notice,
});
