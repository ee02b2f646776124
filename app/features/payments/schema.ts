import { z } from "zod";
import { isStorable } from "#app/lib/storable.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine(isStorable, "This text has characters that cannot be stored.");

const reference = z.string().regex(/^[\w.=-]{1,100}$/);

/**
 * Input of a refund. `request_id` comes from the form and makes repeats idempotent; `seen_refunded_kobo` is the
 * refunded amount on screen, which detects a concurrent refund. Without `amount_kobo` the lines determine the amount.
 */
export const refundInput = z.object({
  request_id: z.guid(),
  reference,
  lines: z
    .array(
      z.object({
        item_id: z.number().int().positive(),
        quantity: z.number().int().min(0),
        restock: z.number().int().min(0),
      }),
    )
    .max(500)
    .default([]),
  amount_kobo: z.number().int().positive().optional(),
  reason: text(300).min(1, "Please give a reason for the refund."),
  seen_refunded_kobo: z.number().int().min(0),
  notify: z.boolean().default(false),
  message: text(600).default(""),
});

/** Note of an admin on a review of the board. */
export const reviewNoteInput = z.object({ id: z.guid(), note: text(600).default("") });

/** Note of an admin on a reported payment without an order, by the number of its event. */
export const eventNoteInput = reviewNoteInput.extend({
  id: z.coerce
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

export const referenceInput = z.object({ reference });
