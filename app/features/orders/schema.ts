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

/** Whether the customer is notified, and with which words; without words the usual ones of the status are sent. */
const notice = { tell: z.boolean().default(false), message: text(MESSAGE_LENGTH).default("") };

/**
 * What an admin sends to move an order: its id and the state it is to have. `seen` is the state on the admin's screen,
 * so that a change of another admin in between is noticed.
 */
export const orderStatusInput = z.object({
  id: z.guid(),
  status: z.enum(ORDER_STATUSES),
  seen: z.enum(ORDER_STATUSES).optional(),
  ...notice,
});

/** Several orders moved to one state, each with the state on the admin's screen. */
export const bulkStatusInput = z.object({
  orders: z
    .array(z.object({ id: z.guid(), seen: z.enum(ORDER_STATUSES) }))
    .min(1, "Please select orders first.")
    .max(MOST_SELECTED, `Please select at most ${MOST_SELECTED} orders.`),
  status: z.enum(ORDER_STATUSES),
  tell: z.boolean().default(false),
  /** With `cancelled`: whether all of their goods go back to stock. */
  restock: z.boolean().default(false),
});

/** How much of a line goes back to stock. */
export const restockLine = z.object({ item_id: z.guid(), quantity: z.number().int().min(0) });

/** A cancelled order, with what goes back to stock, by line. */
export const cancelOrderInput = z.object({
  id: z.guid(),
  seen: z.enum(ORDER_STATUSES).optional(),
  reason: text(300).default(""),
  restock: z.array(restockLine).max(500).default([]),
  ...notice,
});
